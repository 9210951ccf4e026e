import type { FastifyReply, FastifyRequest } from 'fastify'

import type { Access } from '#contract/endpoint'
import { message } from '#contract/messages/message'

import { isInstallationAdmin, visitor, type Caller, type Identity } from './actor.ts'
import { entryOf, withToken } from './audit-entry.ts'
import { challenge, readAccessToken, refuseBeyondToken } from './authorization.ts'
import { readSessionCookie } from './cookies.ts'
import { refuseBeforeDuty } from './duties.ts'
import { presentFailure } from './failures.ts'
import type { Mounting } from './mounting.ts'
import { Problem } from './problem.ts'
import type { Route } from './route.ts'
import { refuseCrossSite } from './security.ts'
import { triedObject } from './tried-object.ts'

/** A program that keeps calling with an invalid token leaves one row a minute. */
const refusedTokenSeconds = 60

interface Arrival {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly route: Route
  readonly mounting: Mounting
}

/**
 * The caller of a request: a person by the session, or a program by its access token.
 * @throws {Problem} if they may not make the call, whatever its object
 */
export async function identify(arrival: Arrival): Promise<Caller> {
  const { request, reply, route, mounting } = arrival
  const { access, scopes, changesState } = route.endpoint
  const presented = access === 'anyone' ? undefined : readAccessToken(request)
  if (changesState && !presented?.isDeliberate) refuseCrossSite(request)
  if (presented !== undefined) return identifyProgram(arrival, presented.token)
  const { authenticator } = mounting
  const caller = await authenticator.authenticate(
    readSessionCookie(request),
    isActivity(request, route),
  )
  if (access === 'anyone') return caller
  if (isUnknown(caller.actor)) {
    if (scopes.length > 0) challenge(reply)
    throw new Problem('not_signed_in', message('account.signInFirst'))
  }
  refuseBeforeDuty(caller, route.endpoint.before)
  await refuseUnlessAdmin(arrival, caller)
  return caller
}

async function identifyProgram(arrival: Arrival, token: string): Promise<Caller> {
  const { request, reply, route, mounting } = arrival
  const { endpoint } = route
  const refused = async (actor: Identity, error: unknown): Promise<never> => {
    await mounting.audit(mounting.db, {
      ...entryOf(request, route, actor),
      ...withToken(triedObject(endpoint, request), actor),
      outcome: presentFailure(error).status,
      accessSeconds: refusedTokenSeconds,
    })
    throw error
  }
  const caller = await mounting.authenticator
    .authenticateProgram(token)
    .catch((error: unknown) => refused(visitor, error))
  const { actor } = caller
  if (actor.anonymous) return caller
  if (isUnknown(actor)) {
    challenge(reply, 'error="invalid_token"')
    return refused(visitor, new Problem('not_signed_in', message('programs.wrongToken')))
  }
  try {
    if (actor.token !== undefined) refuseBeyondToken(reply, endpoint, actor.token)
  } catch (error) {
    return refused(actor, error)
  }
  await refuseUnlessAdmin(arrival, caller)
  return caller
}

function isUnknown({ id, anonymous }: Identity): boolean {
  return id === null && !anonymous
}

async function refuseUnlessAdmin(
  { request, route, mounting }: Arrival,
  caller: Caller,
): Promise<void> {
  const { access } = route.endpoint
  if (!mayAdminister(access, caller.actor)) {
    await mounting.audit(mounting.db, {
      ...entryOf(request, route, caller.actor),
      ...withToken(triedObject(route.endpoint, request), caller.actor),
      outcome: 403,
    })
    throw new Problem(
      'forbidden',
      message(access === 'installation' ? 'users.onlyInstallationAdmin' : 'users.onlyAdmin'),
    )
  }
}

/** True also for calls that administer nothing. */
function mayAdminister(access: Access, actor: Identity): boolean {
  if (access === 'admin') return actor.isAdmin
  return access !== 'installation' || isInstallationAdmin(actor)
}

/** Calls that a browser makes automatically must not keep a session open. */
function isActivity(request: FastifyRequest, { endpoint }: Route): boolean {
  const { query } = request
  const isPoll =
    typeof query === 'object' && query !== null && 'poll' in query && query.poll === true
  return !isPoll && endpoint.response !== 'events'
}
