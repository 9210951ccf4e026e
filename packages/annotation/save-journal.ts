import type { Annotation, AnnotationId, AnyRecord, CategoryId, RecordId } from './document.ts'
import { emptyImageRecord, isAnnotation } from './document.ts'
import type { History } from './history.ts'
import { byHand } from './origin.ts'
import type { SaveEntry, SaveLedger, SaveRequest, ServerState } from './save.ts'
import { updateOf, withContent } from './save.ts'
import type { Reshaping } from './tool.ts'

/** Since version 3, long lists of numbers may be stored as typed arrays; since version 4, all outlines are. */
const journalVersion = 4
const readableVersions: ReadonlySet<unknown> = new Set([1, 2, 3, journalVersion])

export type UnsavedEntry = Exclude<SaveEntry, { state: 'saved' }>

/** A drawing that was still being worked into its annotation. */
export interface UnfinishedDrawing {
  readonly reshaping: Reshaping
  /** Whether it has begun its annotation, which goes if the drawing comes to nothing. */
  readonly began: boolean
  /** Id of the annotation on the server; null if it is not there yet. */
  readonly serverId: number | null
  readonly revision: number | null
}

/** Unsaved work as plain data, for a store that survives the page. */
export interface Journal {
  readonly version: typeof journalVersion
  readonly entries: readonly (readonly [RecordId, UnsavedEntry])[]
  /** Former server ids of those entries that the server has had before. */
  readonly formerIds: readonly (readonly [AnnotationId, number])[]
  /** Under names of their own, oldest first. */
  readonly drawings: readonly (readonly [string, UnfinishedDrawing])[]
}

/** Thrown for a journal that this version cannot read; it should be kept, not overwritten. */
export class JournalError extends Error {
  override readonly name = 'JournalError'
}

/** A drawing, kept until its annotation includes it. */
export function unfinished(
  reshaping: Reshaping,
  { entries }: SaveLedger,
  { begun }: Pick<History, 'begun'>,
): UnfinishedDrawing {
  const server = entries.get(reshaping.annotation)?.server ?? null
  return {
    reshaping,
    began: begun.has(reshaping.annotation),
    serverId: server?.serverId ?? null,
    revision: server?.revision ?? null,
  }
}

/**
 * The work that would be lost with the page. Store it before each request is sent and after each
 * edit.
 */
export function journalOf(ledger: SaveLedger, drawings: Journal['drawings'] = []): Journal {
  const entries = [...ledger.entries].flatMap(([id, entry]) =>
    entry.state === 'saved' ? [] : [[id, entry] as const],
  )
  const formerIds = [...ledger.formerIds].filter(([id]) =>
    entries.some(([unsaved]) => unsaved === id),
  )
  return { version: journalVersion, entries, formerIds, drawings }
}

/**
 * Version 1 kept labels of the image beside the entries, each given (true) or taken away (false).
 * Before it knew of origins, fields, lines and measurements, it kept records without them.
 */
export interface KeptJournal extends Omit<Journal, 'version'> {
  readonly labels: readonly (readonly [CategoryId, boolean])[]
}

/** Reads a journal of this or an earlier version; throws JournalError for any other. */
export function readJournal(value: unknown): KeptJournal {
  const journal = (value ?? {}) as Partial<KeptJournal & { version: number }>
  if (!readableVersions.has(journal.version) || !Array.isArray(journal.entries)) {
    throw new JournalError(
      'The journal of unsaved work was written by another version of the editor.',
    )
  }
  const { entries, formerIds = [], drawings = [], labels = [] } = journal
  return {
    entries: entries.map(([id, entry]) => [id, completeEntry(entry)] as const),
    formerIds,
    // Earlier ones did not say whether a drawing began its annotation.
    drawings: drawings.map(
      ([name, drawing]) => [name, { ...drawing, began: drawing.began ?? false }] as const,
    ),
    labels,
  }
}

function completeEntry(kept: UnsavedEntry): UnsavedEntry {
  const server = completeState(kept.server)
  const entry = { ...kept, server, local: kept.local && complete(kept.local) }
  if (entry.state === 'dirty') return entry
  if (entry.state === 'conflict') return { ...entry, current: completeState(entry.current) }
  const heard = entry.heard && { current: completeState(entry.heard.current) }
  return { ...entry, heard, request: completeRequest(entry.request, server) }
}

type Later = 'origin' | 'fields' | 'lines'
type KeptAnnotation = Omit<Annotation, Later> & Partial<Pick<Annotation, Later>>

/** An annotation that was kept without an origin counts as drawn by hand. */
function completeAnnotation(content: KeptAnnotation): Annotation {
  return { origin: byHand, fields: {}, lines: [], ...content }
}

function complete(content: AnyRecord): AnyRecord {
  return isAnnotation(content) ? completeAnnotation(content) : { ...emptyImageRecord, ...content }
}

function completeState(state: ServerState | null): ServerState | null {
  return state && withContent(state, complete(state.content))
}

/**
 * A creation kept by an earlier version restores nothing, and its updates start from the last known
 * server state.
 */
function completeRequest(request: SaveRequest, server: ServerState | null): SaveRequest {
  if (request.kind === 'delete') return { ...request, takenBack: request.takenBack ?? false }
  if (request.kind === 'create') {
    const restores = request.restores ?? null
    return { ...request, content: completeAnnotation(request.content), restores }
  }
  if (server === null) throw new JournalError('An update starts from nothing.')
  const { id, key, content } = request
  return updateOf(server, complete(content), { id, key })
}
