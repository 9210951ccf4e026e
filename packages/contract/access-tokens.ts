import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Id, idParams, Instant, Label, Success } from './primitives.ts'
import { ScopeName } from './scopes.ts'

/** For how many days a token may be good. */
export const tokenDays = { most: 366, usual: 90 } as const

/** Maximum number of datasets to which a token may be restricted. */
const mostDatasets = 100

/** Access token with which a program acts for a user; the token itself is shown only once. */
export const AccessToken = z.object({
  id: Id,
  name: z.string(),
  scopes: z.array(ScopeName),
  /** The only datasets that it reaches, of those that the viewer may see; null: all of its user's. */
  datasets: z.array(z.object({ id: Id, name: z.string() })).nullable(),
  created_at: Instant,
  expires_at: Instant,
  last_used_at: Instant.nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

/** An access token and whose it is. */
export const TokenOfUser = AccessToken.extend({ username: z.string() })
export type TokenOfUser = z.infer<typeof TokenOfUser>

export const listAccessTokens = endpoint({
  method: 'GET',
  path: '/api/user/tokens',
  summary: 'The own access tokens for programs, without the tokens themselves',
  access: 'user',
  scope: null,
  response: z.array(AccessToken),
})

export const createAccessToken = endpoint({
  method: 'POST',
  path: '/api/user/tokens',
  summary: 'A new access token for a program; it is told only in this answer',
  access: 'user',
  scope: null,
  audited: true,
  secret: true,
  body: z.strictObject({
    name: Label,
    days: z.int().min(1).max(tokenDays.most).default(tokenDays.usual),
    scopes: z.array(ScopeName).min(1).default(['dicomweb']),
    /** The only datasets that it reaches; null: all that its user reaches. */
    dataset_ids: z.array(Id).min(1).max(mostDatasets).nullable().default(null),
  }),
  status: 201,
  response: AccessToken.extend({ token: z.string() }),
})

export const deleteAccessToken = endpoint({
  method: 'DELETE',
  path: '/api/user/tokens/:id',
  summary: 'End an own access token',
  access: 'user',
  scope: null,
  audited: true,
  params: idParams,
  response: Success,
})

export const listTokensOfUsers = endpoint({
  method: 'GET',
  path: '/api/admin/tokens',
  summary: 'The access tokens of all users whom the caller administers',
  access: 'admin',
  response: z.array(TokenOfUser),
})

export const revokeTokenOfUser = endpoint({
  method: 'DELETE',
  path: '/api/admin/tokens/:id',
  summary: 'End an access token of a user whom the caller administers',
  access: 'admin',
  params: idParams,
  response: Success,
})
