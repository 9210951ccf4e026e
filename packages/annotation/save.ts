import type { RecordDiff } from './diff.ts'
import type { Annotation, AnnotationId, AnyRecord, ImageRecord, RecordId } from './document.ts'
import { isAnnotation } from './document.ts'
import type { Cell } from './records.ts'
import { changedCells, mergesByCell, sameContent } from './records.ts'

/** An annotation as the server has acknowledged it, under the editor's id. */
export interface AnnotationState {
  readonly serverId: number
  readonly revision: number
  /** Who made this revision, if it is known. */
  readonly changedBy?: string
  readonly content: Annotation
}

/** The record of the image as the server has it: it is the only one, and has no revisions. */
export interface ImageState {
  readonly serverId: null
  readonly revision: null
  readonly changedBy?: never
  readonly content: ImageRecord
}

/** A record as the server has it. */
export type ServerState = AnnotationState | ImageState

/** The same record on the server with other content, which is of the same kind. */
export function withContent(state: ServerState, content: AnyRecord): ServerState {
  return { ...state, content } as ServerState
}

/** The update from the server's state to the editor's; unchanged parts need not be sent. */
type UpdateOf<State extends ServerState> = Pick<State, 'serverId' | 'revision' | 'content'> & {
  readonly kind: 'update'
  readonly id: RecordId
  readonly key: string
  /** The server's content. */
  readonly base: State['content']
}

/**
 * One attempt to save. The server answers a known key with its first response, so an attempt whose
 * response was lost is repeated unchanged under its key. Repeating an update of the image's record
 * is harmless: it states the old and the new value of each cell.
 */
export type SaveRequest =
  | {
      readonly kind: 'create'
      readonly id: AnnotationId
      readonly key: string
      readonly content: Annotation
      /** Its id on the server before it was deleted there; null if it is new. */
      readonly restores: number | null
    }
  | UpdateOf<AnnotationState>
  | UpdateOf<ImageState>
  | {
      readonly kind: 'delete'
      readonly id: AnnotationId
      readonly key: string
      readonly serverId: number
      readonly revision: number
      /** Whether the deletion undoes the creation. */
      readonly takenBack: boolean
    }

/** A server state received other than in a response; null for deleted. */
export interface Heard {
  readonly current: ServerState | null
}

export interface Unsaved {
  /** The known state on the server; null if it has none. */
  readonly server: ServerState | null
  /** The state in the editor; null if it has been deleted. */
  readonly local: AnyRecord | null
}

type Dirty = Unsaved & { readonly state: 'dirty' }
export type Saving = Unsaved & {
  readonly state: 'saving'
  readonly request: SaveRequest
  readonly heard: Heard | null
}
/** Whether an offline request has reached the server is unknown; a refused one changed nothing. */
export type Failed = Unsaved & {
  readonly state: 'failed'
  readonly request: SaveRequest
  readonly heard: Heard | null
  readonly reason: 'offline' | 'refused'
  readonly message: string
}
/**
 * Somebody else has changed the record first, or deleted it if `current` is null. In a record that
 * merges by cell, all cells that are not in conflict are equal on all three sides.
 */
export type Conflict = Unsaved & {
  readonly state: 'conflict'
  readonly current: ServerState | null
}
type Saved = { readonly state: 'saved'; readonly server: ServerState }

export type SaveEntry = Saved | Dirty | Saving | Failed | Conflict

/**
 * The server's state of each record, unsaved changes, and requests under way. Deleted annotations
 * stay in it until the server confirms.
 */
export interface SaveLedger {
  readonly entries: ReadonlyMap<RecordId, SaveEntry>
  /** Heard of while an annotation of ours may be among them under an id that we do not know yet. */
  readonly arrivals: readonly AnnotationState[]
  /** The ids on the server of annotations that were deleted there, by which they come back. */
  readonly formerIds: ReadonlyMap<AnnotationId, number>
  /** Annotations whose creation has been undone; not kept in the journal. */
  readonly takenBack: ReadonlySet<RecordId>
}

/** The ledger of records just read from the server. */
export function openLedger(saved: Iterable<ServerState>): SaveLedger {
  const entries = Array.from(saved, (server) => [server.content.id, savedAs(server)] as const)
  return { entries: new Map(entries), arrivals: [], formerIds: new Map(), takenBack: new Set() }
}

function savedAs(server: ServerState): Saved {
  return { state: 'saved', server }
}

/** The ledger with another entry for a record; null takes it out. */
export function withEntry(ledger: SaveLedger, id: RecordId, entry: SaveEntry | null): SaveLedger {
  return withEntries(ledger, [[id, entry]])
}

function withEntries(
  ledger: SaveLedger,
  changes: readonly (readonly [RecordId, SaveEntry | null])[],
): SaveLedger {
  const entries = new Map(ledger.entries)
  const formerIds = new Map(ledger.formerIds)
  for (const [id, entry] of changes) {
    const knownId = entries.get(id)?.server?.serverId ?? null
    if (knownId !== null && (entry?.server ?? null) === null) formerIds.set(id, knownId)
    if (entry === null) entries.delete(id)
    else entries.set(id, entry)
  }
  return { ...ledger, entries, formerIds }
}

/** Saved if both sides are equal; null if neither has anything. */
export function settled(server: ServerState | null, local: AnyRecord | null): SaveEntry | null {
  if (server === null && local === null) return null
  if (server !== null && local !== null && sameContent(server.content, local)) {
    return savedAs(server)
  }
  return { state: 'dirty', server, local }
}

/**
 * Records changes made in the editor, including undo and redo, but never changes from the server.
 */
export function recordLocal(
  ledger: SaveLedger,
  diff: RecordDiff,
  takenBack: ReadonlySet<RecordId> = new Set(),
): SaveLedger {
  const entries = Array.from(diff, ([id, [, after = null]]) => {
    return [id, edited(ledger.entries.get(id), after)] as const
  })
  const before = [...ledger.takenBack].filter((id) => !diff.has(id))
  return { ...withEntries(ledger, entries), takenBack: new Set([...before, ...takenBack]) }
}

function edited(entry: SaveEntry | undefined, local: AnyRecord | null): SaveEntry | null {
  if (entry !== undefined && isUnderWay(entry)) return { ...entry, local }
  if (entry?.state === 'conflict') return editedInConflict({ ...entry, local })
  return settled(entry?.server ?? null, local)
}

function editedInConflict(entry: Conflict): SaveEntry | null {
  const { local, current } = entry
  if (current === null && local === null) return null
  const isSettled = local !== null && mergesByCell(local) && cellsInConflict(entry).length === 0
  return isSettled ? settled(current, local) : entry
}

/**
 * The cells of a record that merges by cell whose values differ between the editor and the server.
 */
export function cellsInConflict({ server, local, current }: Conflict): Cell[] {
  if (server === null || local === null || current === null) return []
  const differing = new Set(changedCells(local, current.content))
  return changedCells(server.content, current.content).filter((cell) => differing.has(cell))
}

/** Whether a request for it has been sent and its outcome is unknown. */
export function isUnderWay(entry: SaveEntry): entry is Saving | Failed {
  return entry.state === 'saving' || (entry.state === 'failed' && entry.reason === 'offline')
}

/**
 * The requests to send now: a new attempt for every edited record, and every lost attempt again,
 * unchanged. A record has at most one attempt under way; later edits follow once it is answered.
 *
 * For each request: call `requestSent`, persist the ledger's journal, then send.
 */
export function requestsToSend(ledger: SaveLedger, newKey: () => string): SaveRequest[] {
  return [...ledger.entries].flatMap(([id, entry]) => {
    if (entry.state === 'failed' && entry.reason === 'offline') return [entry.request]
    if (entry.state !== 'dirty') return []
    return requestFor(id, entry, ledger, newKey) ?? []
  })
}

function requestFor(
  id: RecordId,
  { server, local }: Dirty,
  { formerIds, takenBack }: SaveLedger,
  newKey: () => string,
): SaveRequest | null {
  if (server === null) {
    if (local === null || !isAnnotation(local)) return null
    const restores = formerIds.get(id) ?? null
    return { kind: 'create', id, key: newKey(), content: local, restores }
  }
  if (local !== null) return updateOf(server, local, { id, key: newKey() })
  if (server.serverId === null) return null
  const { serverId, revision } = server
  const isTakenBack = takenBack.has(id)
  return { kind: 'delete', id, key: newKey(), serverId, revision, takenBack: isTakenBack }
}

/** The update that brings a record on the server to other content of the same kind. */
export function updateOf(
  { serverId, revision, content: base }: ServerState,
  content: AnyRecord,
  about: Pick<SaveRequest, 'id' | 'key'>,
): SaveRequest {
  return { kind: 'update', ...about, serverId, revision, base, content } as SaveRequest
}

/** Whether a request came to nothing and is to be sent again by and by. */
export function isLost(ledger: SaveLedger, request: SaveRequest): boolean {
  const entry = ledger.entries.get(request.id)
  return entry?.state === 'failed' && isUnderWay(entry)
}

/** Notes that a request is on its way. */
export function requestSent(ledger: SaveLedger, request: SaveRequest): SaveLedger {
  const entry = ledger.entries.get(request.id)
  if (entry?.state !== 'dirty' && entry?.state !== 'failed') return ledger
  const { server, local } = entry
  const heard = entry.state === 'failed' ? entry.heard : null
  return withEntry(ledger, request.id, { state: 'saving', server, local, request, heard })
}

/** Lets a refused record be sent again unchanged. */
export function tryAgain(ledger: SaveLedger, id: RecordId): SaveLedger {
  const entry = ledger.entries.get(id)
  if (entry?.state !== 'failed' || entry.reason !== 'refused') return ledger
  return withEntry(ledger, id, settled(entry.server, entry.local))
}

export type SaveStatus = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused' | 'conflict'

/** How many records are in each state, and the gravest state. */
export function saveStatus(ledger: SaveLedger): {
  readonly status: SaveStatus
  readonly counts: Readonly<Record<SaveStatus, number>>
} {
  const counts = { saved: 0, unsaved: 0, saving: 0, offline: 0, refused: 0, conflict: 0 }
  for (const entry of ledger.entries.values()) counts[statusOf(entry)]++
  const status = gravestFirst.find((candidate) => counts[candidate] > 0) ?? 'saved'
  return { status, counts }
}

const gravestFirst = ['conflict', 'refused', 'offline', 'saving', 'unsaved'] as const

function statusOf(entry: SaveEntry): SaveStatus {
  if (entry.state === 'failed') return entry.reason
  return entry.state === 'dirty' ? 'unsaved' : entry.state
}
