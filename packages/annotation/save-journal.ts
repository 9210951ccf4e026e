import type { Annotation, AnnotationId, CategoryId } from './document.ts'
import { sameContent } from './document.ts'
import { byHand } from './origin.ts'
import type { Failed, SaveEntry, SaveLedger, SaveRequest, Saving, ServerState } from './save.ts'
import { isUnderWay, openLedger, settled, withEntry } from './save.ts'
import type { LedgerStep } from './save-answers.ts'
import { contested } from './save-answers.ts'
import { openLabelLedger } from './save-labels.ts'
import type { Reshaping } from './tool.ts'

export type UnsavedEntry = Exclude<SaveEntry, { state: 'saved' }>

/** A drawing that was still being worked into its annotation. */
export interface UnfinishedDrawing {
  readonly reshaping: Reshaping
  /** The annotation on the server, where it has it. */
  readonly serverId: number | null
  readonly revision: number | null
}

/** What is unsaved as plain data, for a store that survives the page. */
export interface Journal {
  readonly version: 1
  readonly entries: readonly (readonly [AnnotationId, UnsavedEntry])[]
  /** Of those entries that the server has had before. */
  readonly formerIds: readonly (readonly [AnnotationId, number])[]
  /** Under names of their own, oldest first. */
  readonly drawings: readonly (readonly [string, UnfinishedDrawing])[]
  /** Labels of the image: given or taken away. */
  readonly labels: readonly (readonly [CategoryId, boolean])[]
}

/** Thrown for a journal that this version cannot read; it should be kept, not overwritten. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
}

/** A drawing as it is kept until its annotation has taken it in. */
export function unfinished(reshaping: Reshaping, { entries }: SaveLedger): UnfinishedDrawing {
  const server = entries.get(reshaping.annotation)?.server ?? null
  return { reshaping, serverId: server?.serverId ?? null, revision: server?.revision ?? null }
}

/** What would be lost with the page. To be kept before each request is sent and after each edit. */
export function journalOf(ledger: SaveLedger, drawings: Journal['drawings'] = []): Journal {
  const entries = [...ledger.entries].flatMap(([id, entry]) =>
    entry.state === 'saved' ? [] : [[id, entry] as const],
  )
  const formerIds = [...ledger.formerIds].filter(([id]) =>
    entries.some(([unsaved]) => unsaved === id),
  )
  return { version: 1, entries, formerIds, drawings, labels: [...ledger.labels.unsaved] }
}

function parseJournal(value: unknown): Journal {
  const journal = value as Partial<Journal> | null
  if (typeof value !== 'object' || journal?.version !== 1 || !Array.isArray(journal.entries)) {
    throw new JournalError(
      'The journal of unsaved work was written by another version of the editor.',
    )
  }
  const { entries, formerIds = [], drawings = [], labels = [] } = journal
  return {
    version: 1,
    entries: entries.map(([id, entry]) => [id, withOrigins(entry)] as const),
    formerIds,
    drawings,
    labels,
  }
}

/** Reads the journal of a version without origins: each annotation counts as drawn by hand. */
function withOrigins(kept: UnsavedEntry): UnsavedEntry {
  const entry = {
    ...kept,
    server: stateWithOrigin(kept.server),
    local: kept.local && withOrigin(kept.local),
  }
  if (entry.state === 'dirty') return entry
  if (entry.state === 'conflict') return { ...entry, current: stateWithOrigin(entry.current) }
  const heard = entry.heard && { current: stateWithOrigin(entry.heard.current) }
  return { ...entry, heard, request: requestWithOrigin(entry.request) }
}

type KeptRequest =
  | Exclude<SaveRequest, { kind: 'create' }>
  | (Omit<Extract<SaveRequest, { kind: 'create' }>, 'restores'> & { restores?: number | null })

type Kept = Omit<Annotation, 'origin'> & Partial<Pick<Annotation, 'origin'>>

function withOrigin(content: Kept): Annotation {
  return { origin: byHand, ...content }
}

function stateWithOrigin(state: ServerState | null): ServerState | null {
  return state && { ...state, content: withOrigin(state.content) }
}

/** A creation that an earlier version kept restores nothing. */
function requestWithOrigin(request: KeptRequest): SaveRequest {
  if (request.kind === 'delete') return request
  const content = withOrigin(request.content)
  return request.kind === 'update'
    ? { ...request, content }
    : { ...request, content, restores: request.restores ?? null }
}

/**
 * The ledger of annotations just read from the server, with the unsaved work of a journal taken up
 * again, and what the editor must adopt to show that work. Edits of what nobody else has changed are
 * unsaved as before; others are conflicts. Attempts whose outcome is unknown are repeated as they
 * were, unless what was read shows that they had arrived. What may be an annotation of ours whose
 * creation was not confirmed is held back until the repeated attempt tells.
 */
export function restoreLedger(saved: readonly ServerState[], journal: unknown): LedgerStep {
  const { entries, formerIds, labels } = parseJournal(journal)
  const arrivals = saved.filter((server) => entries.some(([, entry]) => mayBe(entry, server)))
  const fresh = saved.filter((server) => !arrivals.includes(server))
  const heldBack = new Map<AnnotationId, Annotation | null>(
    arrivals.map(({ content }) => [content.id, null]),
  )
  return entries.reduce<LedgerStep>((step, [id, entry]) => restore(step, fresh, [id, entry]), {
    ledger: {
      ...openLedger(fresh),
      arrivals,
      formerIds: new Map(formerIds),
      labels: openLabelLedger(new Map(labels)),
    },
    adopt: heldBack,
  })
}

function mayBe(entry: UnsavedEntry, { content }: ServerState): boolean {
  return (
    isUnderWay(entry) &&
    entry.request.kind === 'create' &&
    sameContent(entry.request.content, content)
  )
}

function restore(
  { ledger, adopt }: LedgerStep,
  fresh: readonly ServerState[],
  [oldId, entry]: Journal['entries'][number],
): LedgerStep {
  const current = fresh.find(({ serverId }) => serverId === entry.server?.serverId) ?? null
  const id = current?.content.id ?? oldId
  const restored = restoredEntry(id, entry, current)
  const local = restored === null || restored.state === 'saved' ? undefined : restored.local
  return {
    ledger: withEntry(ledger, id, restored),
    adopt: local === undefined ? adopt : new Map(adopt).set(id, local),
  }
}

function restoredEntry(
  id: AnnotationId,
  entry: UnsavedEntry,
  current: ServerState | null,
): SaveEntry | null {
  const { server } = entry
  const local = entry.local === null ? null : { ...entry.local, id }
  if (server === null) return entry.state === 'saving' ? repeating(entry) : entry
  const untouched = current?.revision === server.revision
  if (current !== null && (untouched || hasArrived(entry, current))) return settled(current, local)
  return contested({ server, local }, current)
}

function repeating({ local, request, heard }: Saving): Failed {
  return { state: 'failed', server: null, local, request, heard, reason: 'offline', message: '' }
}

function hasArrived(entry: UnsavedEntry, { content }: ServerState): boolean {
  if (!isUnderWay(entry) || entry.request.kind === 'delete') return false
  return sameContent(entry.request.content, content)
}

/**
 * The drawings of a journal, to be worked in again once its ledger is restored. One that replaces
 * what was there is left out where somebody has changed that meanwhile.
 */
export function restoreDrawings(ledger: SaveLedger, journal: unknown): Reshaping[] {
  return parseJournal(journal).drawings.flatMap(([, { reshaping, serverId, revision }]) => {
    const [id, entry] =
      [...ledger.entries].find(
        ([known, { server }]) =>
          (serverId !== null && server?.serverId === serverId) || known === reshaping.annotation,
      ) ?? []
    if (id === undefined || entry === undefined) return []
    const isOvertaken = reshaping.operation === 'replace' && entry.server?.revision !== revision
    return serverId !== null && isOvertaken ? [] : [{ ...reshaping, annotation: id }]
  })
}
