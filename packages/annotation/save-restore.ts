import type { AnyRecord, RecordId } from './document.ts'
import { imageRecordId, isAnnotation, withLabel } from './document.ts'
import { changedCells, sameContent, withCells } from './records.ts'
import type {
  AnnotationState,
  Failed,
  ImageState,
  SaveEntry,
  SaveLedger,
  SaveRequest,
  Saving,
  ServerState,
} from './save.ts'
import {
  isUnderWay,
  openLedger,
  recordLocal,
  settled,
  updateOf,
  withContent,
  withEntry,
} from './save.ts'
import { contested } from './save-conflicts.ts'
import type { KeptJournal, UnfinishedDrawing, UnsavedEntry } from './save-journal.ts'
import { readJournal } from './save-journal.ts'
import type { LedgerStep } from './save-step.ts'
import { quietly, showing } from './save-step.ts'

/**
 * Restores a ledger from the records just read from the server and the unsaved work in a journal,
 * with the records that the editor must adopt. Edits of records that nobody else has changed are
 * unsaved as before; others are merged or become conflicts. Attempts with an unknown outcome are
 * repeated unchanged, unless the records show that they had arrived. An annotation that may be an
 * unconfirmed creation of ours is held back until the repeated attempt is answered.
 */
export function restoreLedger(saved: readonly ServerState[], journal: unknown): LedgerStep {
  const { entries, formerIds, labels } = readJournal(journal)
  const arrivals = saved.flatMap((server) => {
    if (server.serverId === null) return []
    return entries.some(([, entry]) => mayBe(entry, server)) ? [server] : []
  })
  const held = new Set<ServerState>(arrivals)
  const fresh = saved.filter((server) => !held.has(server))
  const heldBack = new Map<RecordId, AnyRecord | null>(
    arrivals.map(({ content }) => [content.id, null]),
  )
  const ledger = { ...openLedger(fresh), arrivals, formerIds: new Map(formerIds) }
  const opened = { ...quietly(ledger), adopt: heldBack }
  const restored = entries.reduce<LedgerStep>((step, kept) => restore(step, fresh, kept), opened)
  return relabel(restored, labels)
}

/** Gives and takes labels as an earlier version had kept them. */
function relabel(step: LedgerStep, labels: KeptJournal['labels']): LedgerStep {
  const { ledger } = step
  const entry = ledger.entries.get(imageRecordId)
  const here = entry?.state === 'saved' ? entry.server.content : entry?.local
  if (labels.length === 0 || !here || isAnnotation(here)) return step
  const after = labels.reduce((record, [label, isGiven]) => withLabel(record, label, isGiven), here)
  const relabelled = recordLocal(ledger, new Map([[imageRecordId, [here, after]]]))
  return showing({ ...step, ledger: relabelled }, imageRecordId, after)
}

/** Whether an annotation on the server may be a creation of ours, to which the server adds default metadata. */
function mayBe(entry: UnsavedEntry, { content }: AnnotationState): boolean {
  if (!isUnderWay(entry) || entry.request.kind !== 'create') return false
  const sent = entry.request.content
  return sameContent({ ...sent, metadata: { ...content.metadata, ...sent.metadata } }, content)
}

function restore(
  step: LedgerStep,
  fresh: readonly ServerState[],
  [oldId, entry]: KeptJournal['entries'][number],
): LedgerStep {
  const { ledger } = step
  const current = fresh.find(({ serverId }) => serverId === entry.server?.serverId) ?? null
  const id = current?.content.id ?? oldId
  const restored =
    current?.serverId === null
      ? restoredImage(ledger.entries.get(id), entry, current)
      : restoredEntry(id, entry, current)
  const local = restored === null || restored.state === 'saved' ? undefined : restored.local
  // If it is no longer on the server, its former id there remains known.
  const next = { ...step, ledger: withEntry(withEntry(ledger, id, entry), id, restored) }
  return local === undefined ? next : showing(next, id, local)
}

function restoredImage(
  first: SaveEntry | undefined,
  kept: UnsavedEntry,
  current: ImageState,
): SaveEntry | null {
  const alone = hasArrived(kept, current) ? settled(current, kept.local) : contested(kept, current)
  const all = joined(first, alone, current)
  return all?.state === 'conflict' ? all : (repeatedImage(kept, all, current) ?? all)
}

/** An attempt of which the server does not have all yet, beside everything that it has. */
function repeatedImage(
  kept: UnsavedEntry,
  entry: SaveEntry | null,
  current: ImageState,
): Failed | null {
  if (!isUnderWay(kept) || kept.request.kind !== 'update') return null
  const { id, key, base, content } = kept.request
  const missing = new Set(changedCells(content, current.content))
  const cells = changedCells(base, content)
  if (!cells.some((cell) => missing.has(cell))) return null
  const server = withContent(current, withCells(current.content, cells, base))
  const request = updateOf(server, withCells(current.content, cells, content), { id, key })
  return lost({ server, local: sidesOf(entry, current).local, request, heard: null })
}

/** Several windows may each have kept changes to the image's record: all of them are restored. */
function joined(
  first: SaveEntry | undefined,
  second: SaveEntry | null,
  current: ImageState,
): SaveEntry | null {
  const [one, other] = [sidesOf(first, current), sidesOf(second, current)]
  const base = withCells(one.base, changedCells(current.content, other.base), other.base)
  const local = withCells(one.local, changedCells(other.base, other.local), other.local)
  return contested({ server: withContent(current, base), local }, current)
}

/** The server's and the local content; if nothing is unsaved, both are the server's current one. */
function sidesOf(
  entry: SaveEntry | null | undefined,
  { content }: ImageState,
): { base: AnyRecord; local: AnyRecord } {
  if (!entry || entry.state === 'saved') return { base: content, local: content }
  return { base: entry.server?.content ?? content, local: entry.local ?? content }
}

function restoredEntry(
  id: RecordId,
  kept: UnsavedEntry,
  current: AnnotationState | null,
): SaveEntry | null {
  if (kept.server === null) return kept.state === 'saving' ? repeating(kept, null) : kept
  const { local } = kept
  const entry = { ...kept, local: local !== null && isAnnotation(local) ? { ...local, id } : local }
  if (hasArrived(kept, current)) return settled(current, entry.local)
  if (isUnderWay(entry) && current !== null) {
    return repeating({ ...entry, request: underRecordId(id, entry.request) }, current)
  }
  return contested(entry, current)
}

function isOfRevision({ revision }: AnnotationState, known: ServerState): boolean {
  return revision === known.revision
}

/** An attempt to be sent again, so that nothing else is before the server knows it. */
function repeating(attempt: Saving | Failed, current: AnnotationState | null): Failed {
  const { server, local, request, heard } = attempt
  const isNews = current !== null && !(server !== null && isOfRevision(current, server))
  return lost({ server, local, request, heard: isNews ? { current } : heard })
}

function lost(attempt: Pick<Failed, 'server' | 'local' | 'request' | 'heard'>): Failed {
  return { ...attempt, state: 'failed', reason: 'offline', message: '' }
}

/** The same attempt for a record that has another id since its image was opened again. */
function underRecordId(id: RecordId, request: SaveRequest): SaveRequest {
  if (request.kind === 'delete' || !isAnnotation(request.content)) return { ...request, id }
  return { ...request, id, content: { ...request.content, id } } as SaveRequest
}

function hasArrived(entry: UnsavedEntry, current: ServerState | null): boolean {
  if (!isUnderWay(entry)) return false
  const { request } = entry
  if (request.kind === 'delete') return current === null
  return current !== null && sameContent(request.content, current.content)
}

type RestoredDrawing = Pick<UnfinishedDrawing, 'reshaping' | 'began'>

/**
 * The drawings of a journal, to be applied once its ledger is restored. A drawing that replaces an
 * area is left out if somebody has changed that area since.
 */
export function restoreDrawings(ledger: SaveLedger, journal: unknown): RestoredDrawing[] {
  return readJournal(journal).drawings.flatMap(([, drawing]) => {
    const { reshaping, began, serverId, revision } = drawing
    const [id, entry] =
      [...ledger.entries].find(
        ([known, { server }]) =>
          (serverId !== null && server?.serverId === serverId) || known === reshaping.annotation,
      ) ?? []
    // The editor reports that its annotation is gone.
    if (id === undefined || entry === undefined) return [{ reshaping, began }]
    const isOvertaken = reshaping.operation === 'replace' && entry.server?.revision !== revision
    const restored = { reshaping: { ...reshaping, annotation: id }, began }
    return serverId !== null && isOvertaken ? [] : [restored]
  })
}
