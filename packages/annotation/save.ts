import type { AnnotationDiff } from './diff.ts'
import type { Annotation, AnnotationId, Aspect } from './document.ts'
import { changedAspects, sameContent } from './document.ts'
import type { LabelLedger, LabelRequest } from './save-labels.ts'
import {
  labelsSent,
  labelsToSend,
  labelStatus,
  openLabelLedger,
  recordLabels,
} from './save-labels.ts'

/** An annotation as the server has acknowledged it, under the editor's id. */
export interface ServerState {
  readonly serverId: number
  readonly revision: number
  readonly content: Annotation
}

/**
 * One attempt to save. The server answers a key that it knows with its first answer, so that an
 * attempt whose answer was lost is repeated as it was, under its key.
 */
export type SaveRequest =
  | {
      readonly kind: 'create'
      readonly id: AnnotationId
      readonly key: string
      readonly content: Annotation
      /** Its id on the server before it was deleted there; null where it is new. */
      readonly restores: number | null
    }
  | {
      readonly kind: 'update'
      readonly id: AnnotationId
      readonly key: string
      readonly serverId: number
      readonly revision: number
      readonly content: Annotation
      /** What differs from what the server has; the rest need not be sent. */
      readonly aspects: readonly Aspect[]
    }
  | {
      readonly kind: 'delete'
      readonly id: AnnotationId
      readonly key: string
      readonly serverId: number
      readonly revision: number
    }

/** An attempt to save an annotation, or labels of the image. */
export type LedgerRequest = SaveRequest | LabelRequest

/** What the server was heard to have by another way than an answer; null for deleted. */
export interface Heard {
  readonly current: ServerState | null
}

interface Unsaved {
  /** What the server is known to have; null where it has nothing. */
  readonly server: ServerState | null
  /** What the editor has; null where it has been deleted. */
  readonly local: Annotation | null
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
/** Somebody else has changed it first, or deleted it where `current` is null. */
export type Conflict = Unsaved & {
  readonly state: 'conflict'
  readonly current: ServerState | null
}
type Saved = { readonly state: 'saved'; readonly server: ServerState }

export type SaveEntry = Saved | Dirty | Saving | Failed | Conflict

/**
 * What the server has of each annotation, what it has not, and what is on its way. Deleted
 * annotations stay in it until the server knows.
 */
export interface SaveLedger {
  readonly entries: ReadonlyMap<AnnotationId, SaveEntry>
  /** Heard of while an annotation of ours may be among them under an id that we do not know yet. */
  readonly arrivals: readonly ServerState[]
  /** The ids on the server of annotations that were deleted there, by which they come back. */
  readonly formerIds: ReadonlyMap<AnnotationId, number>
  readonly labels: LabelLedger
}

/** The ledger of annotations just read from the server. */
export function openLedger(saved: Iterable<ServerState>): SaveLedger {
  const entries = Array.from(saved, (server) => [server.content.id, savedAs(server)] as const)
  return {
    entries: new Map(entries),
    arrivals: [],
    formerIds: new Map(),
    labels: openLabelLedger(),
  }
}

function savedAs(server: ServerState): Saved {
  return { state: 'saved', server }
}

/** The ledger with another entry for an annotation; null takes it out. */
export function withEntry(
  ledger: SaveLedger,
  id: AnnotationId,
  entry: SaveEntry | null,
): SaveLedger {
  return withEntries(ledger, [[id, entry]])
}

function withEntries(
  ledger: SaveLedger,
  changes: readonly (readonly [AnnotationId, SaveEntry | null])[],
): SaveLedger {
  const entries = new Map(ledger.entries)
  const formerIds = new Map(ledger.formerIds)
  for (const [id, entry] of changes) {
    const known = entries.get(id)?.server ?? null
    if (known !== null && (entry?.server ?? null) === null) formerIds.set(id, known.serverId)
    if (entry === null) entries.delete(id)
    else entries.set(id, entry)
  }
  return { ...ledger, entries, formerIds }
}

/** Saved where both sides have the same; null where neither has anything. */
export function settled(server: ServerState | null, local: Annotation | null): SaveEntry | null {
  if (server === null && local === null) return null
  if (server !== null && local !== null && sameContent(server.content, local)) {
    return savedAs(server)
  }
  return { state: 'dirty', server, local }
}

/** Takes in what was done in the editor, undo and redo too; never what came from the server. */
export function recordLocal(ledger: SaveLedger, diff: AnnotationDiff): SaveLedger {
  const changes: [AnnotationId, Annotation | null][] = [
    ...Array.from(diff.added),
    ...Array.from(diff.updated, ([id, [, after]]): [AnnotationId, Annotation] => [id, after]),
    ...Array.from(diff.removed.keys(), (id): [AnnotationId, null] => [id, null]),
  ]
  const entries = changes.map(([id, local]) => [id, edited(ledger.entries.get(id), local)] as const)
  const labels = recordLabels(ledger.labels, diff.labels)
  return { ...withEntries(ledger, entries), labels }
}

function edited(entry: SaveEntry | undefined, local: Annotation | null): SaveEntry | null {
  if (entry !== undefined && isUnderWay(entry)) return { ...entry, local }
  if (entry?.state === 'conflict') {
    return entry.current === null && local === null ? null : { ...entry, local }
  }
  return settled(entry?.server ?? null, local)
}

/** Whether a request for it has been sent whose outcome is not known. */
export function isUnderWay(entry: SaveEntry): entry is Saving | Failed {
  return entry.state === 'saving' || (entry.state === 'failed' && entry.reason === 'offline')
}

/**
 * What is to be sent now: a new attempt for every edited annotation, and once more, unchanged, every
 * attempt that was lost on the way. There is never more than one attempt under way for an
 * annotation; what is edited meanwhile follows when it is answered.
 *
 * For each request: `requestSent`, keep the ledger's journal, then send.
 */
export function requestsToSend(ledger: SaveLedger, newKey: () => string): SaveRequest[] {
  return [...ledger.entries].flatMap(([id, entry]) => {
    if (entry.state === 'failed' && entry.reason === 'offline') return [entry.request]
    if (entry.state !== 'dirty') return []
    return requestFor(id, entry, { newKey, restores: ledger.formerIds.get(id) ?? null })
  })
}

function requestFor(
  id: AnnotationId,
  { server, local }: Dirty,
  { newKey, restores }: { newKey: () => string; restores: number | null },
): SaveRequest[] {
  if (server === null) {
    return local === null ? [] : [{ kind: 'create', id, key: newKey(), content: local, restores }]
  }
  const { serverId, revision } = server
  const about = { id, key: newKey(), serverId, revision }
  if (local === null) return [{ kind: 'delete', ...about }]
  const aspects = changedAspects(server.content, local)
  return [{ kind: 'update', ...about, content: local, aspects }]
}

/** The same with the labels of the image, which go together. */
export function allToSend(ledger: SaveLedger, newKey: () => string): LedgerRequest[] {
  const labels = labelsToSend(ledger.labels)
  const requests = requestsToSend(ledger, newKey)
  return labels === null ? requests : [...requests, labels]
}

/** Whether a request came to nothing and is to be sent again by and by. */
export function isLost(ledger: SaveLedger, request: LedgerRequest): boolean {
  if (request.kind === 'label') return ledger.labels.failure?.reason === 'offline'
  const entry = ledger.entries.get(request.id)
  return entry?.state === 'failed' && isUnderWay(entry)
}

/** Notes that a request is on its way. */
export function requestSent(ledger: SaveLedger, request: LedgerRequest): SaveLedger {
  if (request.kind === 'label') return { ...ledger, labels: labelsSent(ledger.labels, request) }
  const entry = ledger.entries.get(request.id)
  if (entry?.state !== 'dirty' && entry?.state !== 'failed') return ledger
  const { server, local } = entry
  const heard = entry.state === 'failed' ? entry.heard : null
  return withEntry(ledger, request.id, { state: 'saving', server, local, request, heard })
}

/** Lets a refused annotation be sent again as it is. */
export function tryAgain(ledger: SaveLedger, id: AnnotationId): SaveLedger {
  const entry = ledger.entries.get(id)
  if (entry?.state !== 'failed' || entry.reason !== 'refused') return ledger
  return withEntry(ledger, id, settled(entry.server, entry.local))
}

export type SaveStatus = 'saved' | 'unsaved' | 'saving' | 'offline' | 'refused' | 'conflict'

/** How many annotations are in each state, the image's labels as one, and the gravest state. */
export function saveStatus(ledger: SaveLedger): {
  readonly status: SaveStatus
  readonly counts: Readonly<Record<SaveStatus, number>>
} {
  const counts = { saved: 0, unsaved: 0, saving: 0, offline: 0, refused: 0, conflict: 0 }
  for (const entry of ledger.entries.values()) counts[statusOf(entry)]++
  const labels = labelStatus(ledger.labels)
  if (labels !== 'saved') counts[labels]++
  const status = gravestFirst.find((candidate) => counts[candidate] > 0) ?? 'saved'
  return { status, counts }
}

const gravestFirst = ['conflict', 'refused', 'offline', 'saving', 'unsaved'] as const

function statusOf(entry: SaveEntry): SaveStatus {
  if (entry.state === 'failed') return entry.reason
  return entry.state === 'dirty' ? 'unsaved' : entry.state
}
