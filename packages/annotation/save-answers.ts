import { asStored } from './diff.ts'
import type { AnnotationId } from './document.ts'
import { isTheSame, merge, sameContent } from './records.ts'
import type {
  AnnotationState,
  Failed,
  Heard,
  SaveLedger,
  SaveRequest,
  Saving,
  ServerState,
} from './save.ts'
import { settled, withContent, withEntry } from './save.ts'
import { meeting } from './save-conflicts.ts'
import { admitArrivals, hear, hearArrival, mergeTwin } from './save-news.ts'
import type { LedgerStep } from './save-step.ts'
import { inTurn, putting, quietly, showing, underId } from './save-step.ts'

export type WriteRequest = Exclude<SaveRequest, { kind: 'delete' }>
export type DeleteRequest = Extract<SaveRequest, { kind: 'delete' }>

/** The entry that waits for the response to a request; null if it is no longer expected. */
function awaiting(ledger: SaveLedger, request: SaveRequest): Saving | Failed | null {
  const entry = ledger.entries.get(request.id)
  const waits = entry?.state === 'saving' || entry?.state === 'failed'
  return waits && entry.request.key === request.key ? entry : null
}

/**
 * The record has been written. The server's answer may contain more than was sent, such as default
 * metadata. Edits made in the meantime are to be saved next.
 */
export function acknowledged(
  ledger: SaveLedger,
  request: WriteRequest,
  written: ServerState,
): LedgerStep {
  const entry = awaiting(ledger, request)
  if (entry === null) return quietly(ledger)
  const { id, content } = request
  if (written.serverId === null) {
    const server = withContent(written, content)
    return meeting(
      ledger,
      id,
      { server, local: entry.local },
      newest(request, written, entry.heard),
    )
  }
  const { serverId } = written
  return inTurn(
    putting(ledger, id, settled(withContent(written, content), entry.local)),
    (next) => mergeTwin(next, id, serverId),
    (next) => (entry.heard === null ? quietly(next) : hear(next, id, entry.heard)),
    (next) => hearArrival(next, id, serverId),
    admitArrivals,
    (next) => takeWritten(next, id, written),
  )
}

/**
 * The newer of two readings of the image's record whose order is unknown: the answer contains
 * everything that existed when it was written, so anything found only in the other reading came
 * later.
 */
function newest(request: WriteRequest, written: ServerState, heard: Heard | null): ServerState {
  const theirs = heard?.current?.content
  if (theirs === undefined || request.kind === 'create') return written
  return withContent(written, merge({ base: request.base, mine: written.content, theirs }))
}

/** Takes on what the server has stored otherwise than it was sent, except cells that were edited since. */
function takeWritten(ledger: SaveLedger, id: AnnotationId, written: AnnotationState): LedgerStep {
  const entry = ledger.entries.get(id)
  const isAnswered = entry?.state === 'saved' || entry?.state === 'dirty'
  if (!isAnswered || entry.server?.revision !== written.revision) return quietly(ledger)
  const server = underId(id, written)
  const rewriting = [entry.server.content, server.content] as const
  if (isTheSame(...rewriting)) return quietly(ledger)
  const local = entry.state === 'saved' ? server.content : asStored(entry.local, rewriting)
  const step = showing(putting(ledger, id, settled(server, local)), id, local)
  return { ...step, rewritten: new Map([[id, rewriting]]) }
}

/** The server has made annotations for the user, such as copies. */
export function madeByServer(ledger: SaveLedger, made: readonly AnnotationState[]): SaveLedger {
  const entries = new Map(ledger.entries)
  for (const server of made) {
    const known = entries.get(server.content.id)?.server
    if ((known?.revision ?? 0) < server.revision) {
      entries.set(server.content.id, { state: 'saved', server })
    }
  }
  const ids = new Set(made.map(({ serverId }) => serverId))
  const arrivals = ledger.arrivals.filter(({ serverId }) => !ids.has(serverId))
  return { ...ledger, entries, arrivals }
}

/** The annotation has been deleted. If it was brought back meanwhile, it is to come back there. */
export function deletionAcknowledged(ledger: SaveLedger, request: DeleteRequest): LedgerStep {
  const entry = awaiting(ledger, request)
  if (entry === null) return quietly(ledger)
  return putting(ledger, request.id, settled(null, entry.local))
}

/**
 * The server has another revision than the request started from, or, if `current` is null, has
 * deleted the annotation. If the server's content equals the request's, an earlier attempt had
 * arrived after all.
 */
export function conflicted(
  ledger: SaveLedger,
  request: SaveRequest,
  current: ServerState | null,
): LedgerStep {
  const entry = awaiting(ledger, request)
  if (entry === null) return quietly(ledger)
  if (current === null && request.kind === 'delete') return deletionAcknowledged(ledger, request)
  if (current !== null && request.kind !== 'delete') {
    if (sameContent(request.content, current.content)) return acknowledged(ledger, request, current)
  }
  const met = meeting(
    ledger,
    request.id,
    entry,
    current === null ? null : underId(request.id, current),
  )
  return inTurn(met, admitArrivals)
}

/**
 * The request or its answer was lost, or the server cannot save for now (see `message`): it is to
 * be sent again unchanged.
 */
export function networkLost(ledger: SaveLedger, request: SaveRequest, message = ''): SaveLedger {
  return failed(ledger, request, { reason: 'offline', message })
}

/** The server will not have it, and why; it waits for another edit or for `tryAgain`. */
export function refused(ledger: SaveLedger, request: SaveRequest, message: string): LedgerStep {
  const why = { reason: 'refused', message } as const
  const entry = awaiting(ledger, request)
  const isGone = entry?.server === null && entry.local === null
  return admitArrivals(isGone ? withEntry(ledger, request.id, null) : failed(ledger, request, why))
}

function failed(
  ledger: SaveLedger,
  request: SaveRequest,
  why: Pick<Failed, 'reason' | 'message'>,
): SaveLedger {
  const entry = awaiting(ledger, request)
  if (entry === null) return ledger
  const { server, local, heard } = entry
  return withEntry(ledger, request.id, { state: 'failed', server, local, request, heard, ...why })
}
