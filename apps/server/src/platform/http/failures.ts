import type { FastifyError } from 'fastify'

import { message, type Message, tell } from '#contract/messages/message'
import type { ProblemBody, ProblemCode } from '#contract/problems'

import { isDatabaseAway } from '../database/database.ts'
import { StorageAway } from '../files/storage-error.ts'
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

interface Failure {
  readonly status: number
  readonly body: ProblemBody
  /** Whole seconds after which the same call may succeed. */
  readonly afterSeconds?: number | undefined
}

/** Turns any error into the caller's answer; internal details are only logged. */
export function presentFailure(error: unknown): Failure {
  const foreseen =
    error instanceof Problem ? error : (passingProblem(error) ?? databaseProblem(error))
  if (foreseen !== undefined) {
    const { status, afterSeconds } = foreseen
    return { status, body: foreseen.present(), afterSeconds }
  }
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

function passingProblem(error: unknown): Problem | undefined {
  if (error instanceof StorageAway)
    return new Problem('unavailable', message('requests.storageAway'))
  return error instanceof HelperUnavailable ? new Problem('unavailable', error.told) : undefined
}

/** A failover takes a few seconds; the browser repeats a save as soon as that. */
const awaySeconds = 2

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
  return new Problem('unavailable', message('requests.databaseAway'), { afterSeconds: awaySeconds })
}

/** Like {@link presentFailure}, and logs unexpected errors. */
export function reportFailure(error: unknown): Failure {
  const failure = presentFailure(error)
  if (!(error instanceof Problem) && failure.status >= 500) log.error('call failed', error)
  return failure
}

function isFastifyError(error: unknown): error is FastifyError & { statusCode: number } {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
}
