import { log } from '../../platform/log.ts'
import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { beginOutage, endOutage, type OutageDeps } from './outages.ts'

/** A peer is out of reach if all calls within this time failed. */
const lastingMs = 5 * 60_000
/** Calls that succeed are noted no more often, because they rarely change anything. */
const noteEveryMs = 60_000

/** A reverse proxy whose server does not answer (RFC 9110, section 15.6). */
const unavailable = new Set([502, 503, 504])

interface WatchedOutbound extends Outbound, AsyncDisposable {}

/**
 * Notes which hosts answer, and mails the administrators when one can no longer be reached and when
 * it is reached again.
 */
export function watchPeers(outbound: Outbound, deps: OutageDeps): WatchedOutbound {
  const notedAt = new Map<string, number>()
  const noting = new Set<Promise<void>>()

  function note(peer: string, isReached: boolean): void {
    const now = deps.clock().getTime()
    if (isReached && now - (notedAt.get(peer) ?? -Infinity) < noteEveryMs) return
    if (isReached) notedAt.set(peer, now)
    else notedAt.delete(peer)
    const affected = { kind: 'peer', subject: peer } as const
    const change = isReached
      ? endOutage(deps, affected, { kind: 'peerBack', peer })
      : beginOutage(deps, affected, { lastingMs, notice: { kind: 'peerUnreachable', peer } })
    // Not awaited: the caller may hold a connection of the database.
    const noted = change
      .catch((error: unknown) => log.error('noting whether a host answers', error))
      .finally(() => noting.delete(noted))
    noting.add(noted)
  }

  async function watch<T>(peer: string, call: Promise<T>, signal?: AbortSignal): Promise<T> {
    try {
      const answer = await call
      note(peer, true)
      return answer
    } catch (error) {
      const isReached = signal?.aborted === true ? undefined : hasAnswered(error)
      if (isReached !== undefined) note(peer, isReached)
      throw error
    }
  }

  return {
    ...outbound,
    send: (url, request) => watch(url.host, outbound.send(url, request), request.signal),
    connect: (to) => watch(`${to.host}:${to.port}`, outbound.connect(to)),
    async [Symbol.asyncDispose]() {
      await Promise.all(noting)
    },
  }
}

/** Whether the host has answered; undefined if it was not called. */
function hasAnswered(error: unknown): boolean | undefined {
  if (!(error instanceof OutboundError)) return undefined
  switch (error.fault) {
    case 'unreachable':
    case 'not trusted':
    case 'timed out':
      return false
    case 'refused':
      return error.answer === undefined || !unavailable.has(error.answer.status)
    case 'too large':
      return true
    case 'not allowed':
    case 'busy':
      return undefined
  }
}
