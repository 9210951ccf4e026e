import type { FastifyError } from 'fastify'
import { hasZodFastifySchemaValidationErrors } from 'fastify-type-provider-zod'

import type { ProblemBody, ProblemCode } from '#contract/problems'

import { log, requestId } from '../log.ts'
import { Problem } from './problem.ts'

/** What Fastify itself refuses, in the catalogue's words. */
const frameworkProblems: Record<number, { code: ProblemCode; message: string }> = {
  400: {
    code: 'invalid_input',
    message: 'The request could not be read: its JSON or its form is malformed.',
  },
  404: { code: 'not_found', message: 'There is no such page or call.' },
  413: { code: 'too_large', message: 'The request is larger than this call accepts.' },
  415: { code: 'unsupported_format', message: 'This call does not accept that content type.' },
}

/** Any error as the answer that the caller gets; what is not for them is logged, not told. */
export function presentFailure(error: unknown): { status: number; body: ProblemBody } {
  if (error instanceof Problem) return { status: error.status, body: error.present() }
  if (hasZodFastifySchemaValidationErrors(error))
    return { status: 400, body: invalidInput(error.validation) }
  const status = isFastifyError(error) ? error.statusCode : undefined
  const known = status === undefined ? undefined : frameworkProblems[status]
  if (status !== undefined && known !== undefined) return { status, body: { ...known } }
  return {
    status: 500,
    body: {
      code: 'internal',
      message: `Something went wrong on the server. If it happens again, tell an administrator this reference: ${requestId() ?? 'none'}.`,
      ...(requestId() === undefined ? {} : { reference: requestId() ?? '' }),
    },
  }
}

/** As {@link presentFailure}, and logs what was not foreseen. */
export function reportFailure(error: unknown): { status: number; body: ProblemBody } {
  const failure = presentFailure(error)
  if (failure.status === 500) log.error('call failed', error)
  return failure
}

function isFastifyError(error: unknown): error is FastifyError & { statusCode: number } {
  return error instanceof Error && 'statusCode' in error && typeof error.statusCode === 'number'
}

function invalidInput(
  issues: { instancePath: string; message?: string | undefined }[],
): ProblemBody {
  const fields: Record<string, string> = {}
  for (const issue of issues) {
    const field = issue.instancePath.split('/').filter(Boolean).join('.') || 'request'
    fields[field] ??= issue.message ?? 'is not valid'
  }
  const message = Object.entries(fields)
    .map(([field, text]) => `${field}: ${text}`)
    .join(' ')
  return { code: 'invalid_input', message, fields }
}
