import type { FastifyError } from 'fastify'

import { message, type Message, tell } from '#contract/messages/message'
import type { ProblemBody, ProblemCode } from '#contract/problems'

import { isDatabaseAway } from '../database/database.ts'
import { HelperUnavailable } from '../helper-pool.ts'
import { log, requestId } from '../log.ts'
import { Problem, storageFull } from './problem.ts'

/** Maps Fastify's own errors to messages of the catalogue. */
const frameworkProblems: Record<number, { code: ProblemCode; told: Message }> = {
  400: { code: 'invalid_input', told: message('requests.unreadable') },
  404: { code: 'not_found', told: message('notFound.pageOrCall') },
  413: { code: 'too_large', told: message('requests.tooLarge') },
  415: { code: 'unsupported_format', told: message('requests.contentType') },
}

/** Turns any error into the caller's answer; internal details are only logged. */
export function presentFailure(error: unknown): { status: number; body: ProblemBody } {
  if (error instanceof Problem) return { status: error.status, body: error.present() }
  const passing = helperProblem(error) ?? databaseProblem(error)
  if (passing !== undefined) return { status: passing.status, body: passing.present() }
  const status = isFastifyError(error) ? error.statusCode : undefined
  const known = status === undefined ? undefined : frameworkProblems[status]
  if (status !== undefined && known !== undefined) {
    return { status, body: { code: known.code, ...tell(known.told) } }
  }
  return {
    status: 500,
    body: {
      code: 'internal',
      ...tell(message('requests.failed', { reference: requestId() ?? 'none' })),
      ...(requestId() === undefined ? {} : { reference: requestId() ?? '' }),
    },
  }
}

function helperProblem(error: unknown): Problem | undefined {
  return error instanceof HelperUnavailable ? new Problem('unavailable', error.told) : undefined
}

/**
 * Maps failures of the database to problems: temporary ones, and texts it cannot hold. The codes
 * are PostgreSQL's (appendix A) and the system's.
 */
function databaseProblem(error: unknown): Problem | undefined {
  if (!(error instanceof Error)) return undefined
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  if (code === '53100') return storageFull(error)
  // A NUL in a text, or a number out of every column's range: no row can hold or match it.
  if (code === '22021' || code === '22P05' || code === '22003')
    return new Problem('invalid_input', message('requests.unreadable'))
  // A page whose checksum is wrong, or an index that contradicts its table.
  if (code === 'XX001' || code === 'XX002')
    return new Problem('unavailable', message('requests.databaseDamaged'))
  if (!isDatabaseAway(error)) return undefined
  return new Problem('unavailable', message('requests.databaseAway'))
}

/** Like {@link presentFailure}, and logs unexpected errors. */
export function reportFailure(error: unknown): { status: number; body: ProblemBody } {
  const failure = presentFailure(error)
  if (!(error instanceof Problem) && failure.status >= 500) log.error('call failed', error)
  return failure
}

function isFastifyError(error: unknown): error is FastifyError & { statusCode: number } {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
}
