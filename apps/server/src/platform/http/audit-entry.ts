import type { FastifyRequest } from 'fastify'

import { nameOf } from '#contract/endpoints'

import type { Identity } from './actor.ts'
import type { AuditEntry } from './mounting.ts'
import type { AuditedObject, Route } from './route.ts'

/** What each line of the audit trail about a call has. */
export function entryOf(
  request: FastifyRequest,
  route: Route,
  actor: Identity,
): Omit<AuditEntry, 'type' | 'outcome'> {
  const { endpoint, accessSeconds } = route
  return { actor, address: request.address, action: nameOf(endpoint), accessSeconds }
}

/** Adds the access token by which the object was reached, if any. */
export function withToken(object: AuditedObject, { token }: Identity): AuditedObject {
  if (token === undefined) return object
  const by = { access_token: token.id, token_name: token.name }
  return { ...object, detail: { ...object.detail, ...by } }
}
