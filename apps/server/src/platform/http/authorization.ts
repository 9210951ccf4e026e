import type { FastifyReply, FastifyRequest } from 'fastify'

import { message } from '#contract/messages/message'
import { type Scope, includesScope } from '#contract/scopes'
import { isRight } from '#contract/roles'
import type { Endpoint } from '#contract/endpoint'

import type { ProgramToken } from './actor.ts'
import { Problem } from './problem.ts'

/** Prefix that identifies our tokens: a proxy may send an Authorization header of its own. */
export const tokenPrefix = 'fovea_'

export interface PresentedToken {
  readonly token: string
  /**
   * Whether no browser sends it on its own. It does send the password of Basic again, also for a page of another
   * site.
   */
  readonly isDeliberate: boolean
}

/**
 * The access token of an Authorization header: that of Bearer (RFC 6750), or the password of Basic (RFC
 * 7617), with any user name.
 */
export function readAccessToken({ headers }: FastifyRequest): PresentedToken | undefined {
  const [, scheme = '', value = ''] =
    /^(\w+) +(\S+)$/.exec(headers.authorization?.trim() ?? '') ?? []
  const isDeliberate = /^bearer$/i.test(scheme)
  const token = isDeliberate ? value : passwordOf(scheme, value)
  return token.startsWith(tokenPrefix) ? { token, isDeliberate } : undefined
}

function passwordOf(scheme: string, value: string): string {
  if (!/^basic$/i.test(scheme)) return ''
  const [, ...password] = Buffer.from(value, 'base64').toString('utf8').split(':')
  return password.join(':')
}

/** Tells a program how to sign in, or what its token lacks (RFC 6750 section 3). */
export function challenge(reply: FastifyReply, fault?: string): void {
  void reply.header('www-authenticate', fault === undefined ? 'Bearer' : `Bearer ${fault}`)
}

/** @throws {Problem} if a program may not make the call by its token */
export function refuseBeyondToken(
  reply: FastifyReply,
  { scopes, access, changesState }: Endpoint,
  { scopes: held, datasetIds }: ProgramToken,
): void {
  const [needed] = scopes
  if (needed === undefined) throw new Problem('forbidden', message('programs.notForPrograms'))
  if (!scopes.some((scope) => includesScope(held, scope))) {
    challenge(reply, `error="insufficient_scope", scope="${needed}"`)
    throw missingScope(needed)
  }
  const staysWithin = isRight(access) || (access === 'user' && !changesState)
  if (datasetIds !== null && !staysWithin) {
    throw new Problem('missing_scope', message('programs.onlyDatasets'))
  }
}

/** The refusal of a program whose token does not have the scope. */
export function missingScope(scope: Scope): Problem {
  return new Problem('missing_scope', message('programs.missingScope', { scope }))
}
