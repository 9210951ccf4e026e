import { createAccessToken } from '#contract/access-tokens'
import type { Scope } from '#contract/scopes'

import type { Client } from './client.ts'
import type { Account } from './given.ts'

/** A program that calls by an access token, and keeps no cookies. */
export interface Program extends Client {
  readonly tokenId: number
  readonly authorization: string
}

/** A program that acts for the account. */
export async function programOf(
  visitor: Client,
  account: Account,
  {
    scopes,
    datasets = null,
    name = 'script',
  }: { scopes: Scope[]; datasets?: number[] | null; name?: string },
): Promise<Program> {
  const { status, body } = await account.call(createAccessToken, {
    body: { name, scopes, dataset_ids: datasets },
  })
  if (status !== 201) throw new Error(`Expected 201, got ${status}: ${JSON.stringify(body)}`)
  const authorization = `Bearer ${body.token}`
  return {
    cookies: new Map(),
    tokenId: body.id,
    authorization,
    call: (endpoint, input = {}) =>
      visitor.call(endpoint, { ...input, headers: { ...input.headers, authorization } }),
  }
}
