import { setTimeout as sleep } from 'node:timers/promises'

import { message, type Message } from '#contract/messages/message'

import { NetworkError } from '../../../platform/dicom-network/network-error.ts'
import { PermanentFailure } from '../../../platform/jobs/definition.ts'
import { OutboundError } from '../../../platform/http/outbound-error.ts'
import { destinationUnknown, explainFault } from '../explain.ts'
import type { Retrieval } from './retrieval.ts'

/** All tries failed, for this reason. */
export class GaveUp extends PermanentFailure {
  readonly why: Message
  /** Whether other studies of the archive would fail too. */
  readonly concernsAll: boolean
  constructor(why: Message, error: unknown) {
    super(message('pacs.failed', { why }))
    this.why = why
    this.concernsAll = concernsAll(error)
  }
}

/**
 * Retries a failed request to an archive, with growing delays, and finally gives up. @throws
 * {GaveUp}
 */
export async function withTries<T>(retrieval: Retrieval, work: () => Promise<T>): Promise<T> {
  const { deps, context, settings } = retrieval
  for (let tries = 0; ; tries++) {
    try {
      return await work()
    } catch (error) {
      context.signal.throwIfAborted()
      const why = explainFault(error, { ...settings, destination: deps.receiver.aeTitle })
      const pauseMs = deps.retrievalPausesMs[tries]
      if (pauseMs === undefined || !mayPass(error)) {
        throw new GaveUp(why, error)
      }
      await tellPause(retrieval, why, pauseMs)
    }
  }
}

/** Logs the failure, and waits. */
export async function tellPause(
  { context }: Retrieval,
  why: Message,
  pauseMs: number,
): Promise<void> {
  const seconds = Math.round(pauseMs / 1000)
  await context.warn(message('pacs.triedAgain', { why, seconds }))
  await sleep(pauseMs, undefined, { signal: context.signal })
}

/**
 * Waiting does not help against a host that the operator has not allowed, or an AE title that the
 * archive does not know.
 */
function mayPass(error: unknown): boolean {
  if (error instanceof OutboundError) return error.fault !== 'not allowed'
  if (!(error instanceof NetworkError)) return false
  if (error.code === destinationUnknown) return false
  return error.fault !== 'not accepted' && error.fault !== 'rejected'
}

const ofOneStudy: ReadonlySet<string> = new Set([
  'timed out',
  'aborted',
  'closed',
  'protocol',
  'refused',
])

function concernsAll(error: unknown): boolean {
  if (error instanceof OutboundError) {
    const { fault, answer } = error
    return answer?.status === 401 || !['refused', 'timed out', 'too large'].includes(fault)
  }
  if (!(error instanceof NetworkError)) return true
  return error.code === destinationUnknown || !ofOneStudy.has(error.fault)
}
