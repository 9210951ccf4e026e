import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Id, idParams, Instant, Label, Success } from './primitives.ts'

/** For how many days a token may be good. */
export const tokenDays = { most: 366, usual: 90 } as const

/**
 * Access token with which a program uses DICOMweb in a user's name; the token itself is shown only
 * once.
 */
export const AccessToken = z.object({
  id: Id,
  name: z.string(),
  created_at: Instant,
  expires_at: Instant,
  last_used_at: Instant.nullable(),
})
export type AccessToken = z.infer<typeof AccessToken>

export const listAccessTokens = endpoint({
  method: 'GET',
  path: '/api/user/tokens',
  summary: 'The own access tokens for programs, without the tokens themselves',
  access: 'user',
  response: z.array(AccessToken),
})

export const createAccessToken = endpoint({
  method: 'POST',
  path: '/api/user/tokens',
  summary: 'A new access token for a program; it is told only in this answer',
  access: 'user',
  audited: true,
  secret: true,
  body: z.strictObject({
    name: Label,
    days: z.int().min(1).max(tokenDays.most).default(tokenDays.usual),
  }),
  status: 201,
  response: AccessToken.extend({ token: z.string() }),
})

export const deleteAccessToken = endpoint({
  method: 'DELETE',
  path: '/api/user/tokens/:id',
  summary: 'End an own access token',
  access: 'user',
  audited: true,
  params: idParams,
  response: Success,
})
