import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Instant, Success } from './primitives.ts'

/** A browser in which the user is signed in. */
export const Session = z.object({
  id: z.string(),
  /** Names of browser and system, as the browser states them; null if unknown. */
  browser: z.string().nullable(),
  system: z.string().nullable(),
  address: z.string(),
  created_at: Instant,
  last_seen_at: Instant,
  /** The session that makes this call. */
  current: z.boolean(),
})
export type Session = z.infer<typeof Session>

export const listSessions = endpoint({
  method: 'GET',
  path: '/api/user/sessions',
  summary: 'The own open sessions, the latest one first',
  access: 'user',
  scope: null,
  secret: true,
  response: z.array(Session),
})

export const endSession = endpoint({
  method: 'DELETE',
  path: '/api/user/sessions/:session',
  summary: 'End an own session; its live updates end at once',
  access: 'user',
  scope: null,
  audited: true,
  params: z.strictObject({ session: z.string().regex(/^[0-9a-f]{32}$/) }),
  response: Success,
})

export const endOtherSessions = endpoint({
  method: 'POST',
  path: '/api/user/sessions/end-others',
  summary: 'End all own sessions except the one that makes this call; access tokens remain',
  access: 'user',
  scope: null,
  audited: true,
  response: Success,
})
