import { AuthorizationResponseError, ClientError, ResponseBodyError } from 'openid-client'

import { type Message, message } from '#contract/messages/message'

import { OutboundError } from '../../platform/http/outbound-error.ts'
import { Problem } from '../../platform/http/problem.ts'
import { log } from '../../platform/log.ts'

interface Place {
  /** Host of the identity provider. */
  readonly host: string
  /** The registered redirect address. */
  readonly redirectUri: string
}

/** Faults found by the library, by its codes. */
const faults: ReadonlyMap<unknown, Message> = new Map([
  ['OAUTH_JWT_TIMESTAMP_CHECK_FAILED', message('singleSignOn.clockOff')],
  ['OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED', message('singleSignOn.otherIssuer')],
])

/** Errors of the authorisation endpoint by which the person, or the provider, says no (OpenID Connect Core, 3.1.2.6). */
const refusedPerson = new Set([
  'access_denied',
  'login_required',
  'consent_required',
  'interaction_required',
  'account_selection_required',
])

/** Explains a failed exchange with the identity provider in plain words. */
export function explained(error: unknown, { host, redirectUri }: Place): unknown {
  if (error instanceof Problem) return error
  log.warn(`single sign-on: ${describe(error)}`)
  const outbound = causes(error).find((cause) => cause instanceof OutboundError)
  if (outbound !== undefined) {
    const told =
      outbound.fault === 'not allowed'
        ? message('singleSignOn.hostNotListed', { host })
        : message('singleSignOn.outOfReach', { host })
    return new Problem('unavailable', told, { cause: error })
  }
  if (error instanceof AuthorizationResponseError && refusedPerson.has(error.error)) {
    return failed(message('singleSignOn.cancelled'), error)
  }
  if (error instanceof AuthorizationResponseError || error instanceof ResponseBodyError) {
    const told = { error: error.error, address: redirectUri }
    return failed(message('singleSignOn.refusedFovea', told), error)
  }
  if (!(error instanceof ClientError)) return error
  return failed(faults.get(error.code) ?? message('singleSignOn.notValid'), error)
}

/** The answer belongs to no sign-in of this browser. */
export function startedElsewhere(): Problem {
  return failed(message('singleSignOn.notStartedHere'))
}

function failed(told: Message, cause?: unknown): Problem {
  return new Problem('sign_in_failed', told, { cause })
}

/** The error and its causes, outermost first. */
function causes(error: unknown): readonly unknown[] {
  return error instanceof Error ? [error, ...causes(error.cause)] : []
}

/** For the log: the messages, which contain no tokens. */
function describe(error: unknown): string {
  return causes(error)
    .map((cause) => (cause instanceof Error ? cause.message : ''))
    .join(': ')
}
