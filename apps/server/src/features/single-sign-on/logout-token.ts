import { type JWTVerifyGetKey, jwtVerify } from 'jose'
import { z } from 'zod'

import { message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'

const event = 'http://schemas.openid.net/event/backchannel-logout'
/** A token is for one call at once. */
const longestAge = 300

const Claims = z
  .object({
    sub: z.string().optional(),
    sid: z.string().optional(),
    events: z.object({ [event]: z.object({}) }),
    nonce: z.never().optional(),
  })
  .refine(({ sub, sid }) => sub !== undefined || sid !== undefined)

/** The sessions to end: one, or all of a person. */
export type EndedAtProvider = { readonly sid: string } | { readonly subject: string }

/**
 * Reads a token of OpenID Connect Back-Channel Logout 1.0, section 2.6.
 * @throws {Problem} if it is not valid for this client, or older than five minutes
 */
export async function readLogoutToken(
  token: string,
  { keys, issuer, clientId }: { keys: JWTVerifyGetKey; issuer: string; clientId: string },
): Promise<EndedAtProvider> {
  const verified = await jwtVerify(token, keys, {
    issuer,
    audience: clientId,
    maxTokenAge: longestAge,
    clockTolerance: 30,
  }).catch(refuse)
  const claims = Claims.safeParse(verified.payload)
  if (!claims.success) return refuse()
  const { sid, sub } = claims.data
  return sid === undefined ? { subject: sub ?? '' } : { sid }
}

function refuse(cause?: unknown): never {
  throw new Problem('invalid_input', message('singleSignOn.notLogoutToken'), { cause })
}
