import type { Annotation, AnnotationId } from './document.ts'
import { isTheSame, sameContent } from './document.ts'
import type {
  Failed,
  Heard,
  LedgerRequest,
  SaveEntry,
  SaveLedger,
  SaveRequest,
  Saving,
  ServerState,
} from './save.ts'
import { isUnderWay, settled, withEntry } from './save.ts'
import { labelsFailed } from './save-labels.ts'

/** The ledger after something came from the server, and what the editor must take over with it. */
export interface LedgerStep {
  readonly ledger: SaveLedger
  /** For `Editor.adopt`: annotations as they are now, null for one that is gone. */
  readonly adopt: ReadonlyMap<AnnotationId, Annotation | null>
}

export type WriteRequest = Exclude<SaveRequest, { kind: 'delete' }>
export type DeleteRequest = Extract<SaveRequest, { kind: 'delete' }>

function quietly(ledger: SaveLedger): LedgerStep {
  return { ledger, adopt: new Map() }
}

function putting(ledger: SaveLedger, id: AnnotationId, entry: SaveEntry | null): LedgerStep {
  return quietly(withEntry(ledger, id, entry))
}

type Turn = (ledger: SaveLedger) => LedgerStep

function inTurn(first: LedgerStep, ...turns: readonly Turn[]): LedgerStep {
  return turns.reduce((step, turn) => {
    const { ledger, adopt } = turn(step.ledger)
    return { ledger, adopt: new Map([...step.adopt, ...adopt]) }
  }, first)
}

/** The entry that waits for the answer to a request; null where nobody waits for it any longer. */
function awaiting(ledger: SaveLedger, request: SaveRequest): Saving | Failed | null {
  const entry = ledger.entries.get(request.id)
  const waits = entry?.state === 'saving' || entry?.state === 'failed'
  return waits && entry.request.key === request.key ? entry : null
}

/** The annotation has been written. What was edited meanwhile is what to save next. */
export function acknowledged(
  ledger: SaveLedger,
  request: WriteRequest,
  answer: { readonly serverId: number; readonly revision: number },
): LedgerStep {
  const entry = awaiting(ledger, request)
  if (entry === null) return quietly(ledger)
  const { serverId, revision } = answer
  const server = { serverId, revision, content: request.content }
  return inTurn(
    putting(ledger, request.id, settled(server, entry.local)),
    (next) => mergeTwin(next, request.id, serverId),
    (next) => (entry.heard === null ? quietly(next) : hear(next, request.id, entry.heard)),
    admitArrivals,
  )
}

/** The server may have made more of an annotation than was sent, such as usual metadata. */
export function writtenAs(ledger: SaveLedger, id: AnnotationId, written: ServerState): LedgerStep {
  const entry = ledger.entries.get(id)
  if (entry?.state !== 'saved' || entry.server.revision !== written.revision) {
    return quietly(ledger)
  }
  const known = entry.server.content
  const content = { ...written.content, id, position: known.position }
  if (isTheSame(content, known)) return quietly(ledger)
  return adopting(ledger, id, { ...written, content })
}

/** The server has made annotations for the user, such as copies. */
export function madeByServer(ledger: SaveLedger, made: readonly ServerState[]): SaveLedger {
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
 * The server has another revision than the request started from, or, where `current` is null, the
 * annotation no longer. Where it has just what was sent, an earlier attempt had arrived after all.
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
  return putting(ledger, request.id, contested(entry, underId(request.id, entry, current)))
}

/**
 * The request or its answer was lost, or the server cannot save for now, which `message` then tells:
 * it is to be sent again as it was.
 */
export function networkLost(ledger: SaveLedger, request: LedgerRequest, message = ''): SaveLedger {
  return failed(ledger, request, { reason: 'offline', message })
}

/** The server will not have it, and why; it waits for another edit or for `tryAgain`. */
export function refused(ledger: SaveLedger, request: LedgerRequest, message: string): SaveLedger {
  const why = { reason: 'refused', message } as const
  if (request.kind === 'label') return failed(ledger, request, why)
  const entry = awaiting(ledger, request)
  if (entry?.server === null && entry.local === null) return withEntry(ledger, request.id, null)
  return failed(ledger, request, why)
}

function failed(
  ledger: SaveLedger,
  request: LedgerRequest,
  why: Pick<Failed, 'reason' | 'message'>,
): SaveLedger {
  if (request.kind === 'label') return { ...ledger, labels: labelsFailed(ledger.labels, why) }
  const entry = awaiting(ledger, request)
  if (entry === null) return ledger
  const { server, local, heard } = entry
  return withEntry(ledger, request.id, { state: 'failed', server, local, request, heard, ...why })
}

/** Ends a conflict in favour of what is here: it will replace what the server has. */
export function keepMine(ledger: SaveLedger, id: AnnotationId): SaveLedger {
  const entry = ledger.entries.get(id)
  if (entry?.state !== 'conflict') return ledger
  return withEntry(ledger, id, settled(entry.current, entry.local))
}

/** Ends a conflict in favour of what the server has. */
export function takeTheirs(ledger: SaveLedger, id: AnnotationId): LedgerStep {
  const entry = ledger.entries.get(id)
  if (entry?.state !== 'conflict') return quietly(ledger)
  return adopting(ledger, id, entry.current)
}

/**
 * Somebody has changed an annotation, or deleted it where `current` is null. One that is new here
 * goes by the id of its content. Own echoes and old news change nothing; an annotation with unsaved
 * edits becomes a conflict; one that is being saved waits for the answer.
 */
export function remoteChanged(
  ledger: SaveLedger,
  serverId: number,
  current: ServerState | null,
): LedgerStep {
  const known = idOf(ledger, serverId)
  if (known !== null) return hear(ledger, known, { current })
  if (current === null) return quietly(withoutArrival(ledger, serverId))
  if (!awaitsCreation(ledger)) return adopting(ledger, current.content.id, current)
  const { arrivals } = withoutArrival(ledger, serverId)
  return quietly({ ...ledger, arrivals: [...arrivals, current] })
}

function idOf(ledger: SaveLedger, serverId: number): AnnotationId | null {
  for (const [id, entry] of ledger.entries) if (entry.server?.serverId === serverId) return id
  return null
}

function withoutArrival(ledger: SaveLedger, serverId: number): SaveLedger {
  return { ...ledger, arrivals: ledger.arrivals.filter((other) => other.serverId !== serverId) }
}

/** Whether an annotation of ours may have got a server id that we have not been told yet. */
function awaitsCreation({ entries }: SaveLedger): boolean {
  return [...entries.values()].some((entry) => isUnderWay(entry) && entry.request.kind === 'create')
}

function admitArrivals(ledger: SaveLedger): LedgerStep {
  if (awaitsCreation(ledger)) return quietly(ledger)
  const turns = ledger.arrivals.map(
    (current): Turn =>
      (next) =>
        remoteChanged(next, current.serverId, current),
  )
  return inTurn(quietly({ ...ledger, arrivals: [] }), ...turns)
}

/**
 * Lets go of the same annotation under another id, read from the server before the answer was
 * known, and keeps what was learnt of it or done to it under that id.
 */
function mergeTwin(ledger: SaveLedger, id: AnnotationId, serverId: number): LedgerStep {
  const twinId = idOf(withEntry(ledger, id, null), serverId)
  const twin = twinId === null ? undefined : ledger.entries.get(twinId)
  if (twinId === null || twin === undefined) return quietly(ledger)
  return inTurn(
    adopting(ledger, twinId, null),
    (next) => (twin.state === 'saved' ? quietly(next) : takeEdits(next, id, twin.local)),
    (next) => hear(next, id, { current: twin.server }),
  )
}

function takeEdits(ledger: SaveLedger, id: AnnotationId, edits: Annotation | null): LedgerStep {
  const entry = ledger.entries.get(id)
  if (entry?.state !== 'saved') return quietly(ledger)
  const local = edits === null ? null : { ...edits, id }
  const { ledger: next } = putting(ledger, id, settled(entry.server, local))
  return { ledger: next, adopt: new Map([[id, local]]) }
}

function hear(ledger: SaveLedger, id: AnnotationId, { current: heard }: Heard): LedgerStep {
  const entry = ledger.entries.get(id)
  if (entry === undefined) return quietly(ledger)
  const current = underId(id, entry, heard)
  if (current !== null && current.revision <= latestRevision(entry)) return quietly(ledger)
  if (entry.state === 'saved') return adopting(ledger, id, current)
  const next = isUnderWay(entry) ? { ...entry, heard: { current } } : contested(entry, current)
  return putting(ledger, id, next)
}

/** The newest revision that has been heard of, so that older news are known as such. */
function latestRevision(entry: SaveEntry): number {
  const known = entry.server?.revision ?? 0
  if (entry.state === 'conflict') return Math.max(known, entry.current?.revision ?? 0)
  return isUnderWay(entry) ? Math.max(known, entry.heard?.current?.revision ?? 0) : known
}

/** Another state of the same annotation, under the id and in the place that it has here. */
function underId(
  id: AnnotationId,
  { server, local = null }: { server: ServerState | null; local?: Annotation | null },
  current: ServerState | null,
): ServerState | null {
  if (current === null) return null
  const position = (local ?? server?.content ?? current.content).position
  return { ...current, content: { ...current.content, id, position } }
}

function adopting(ledger: SaveLedger, id: AnnotationId, server: ServerState | null): LedgerStep {
  const { ledger: next } = putting(ledger, id, server === null ? null : { state: 'saved', server })
  return { ledger: next, adopt: new Map([[id, server?.content ?? null]]) }
}

/** What stands here against what the server has: a conflict, unless both are the same. */
export function contested(
  { server, local }: { server: ServerState | null; local: Annotation | null },
  current: ServerState | null,
): SaveEntry | null {
  const agreed = settled(current, local)
  return agreed?.state === 'dirty' ? { state: 'conflict', server, local, current } : agreed
}
