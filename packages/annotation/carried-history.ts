import type { RecordDiff } from './diff.ts'
import type { AnnotationId, AnyRecord, RecordId } from './document.ts'
import { isAnnotation } from './document.ts'
import type { History, Step } from './history.ts'
import type { SaveLedger } from './save.ts'

/** What undo needs of an image that is closed, to continue when it is opened again. */
export interface CarriedHistory {
  readonly history: History
  /** See `SaveLedger`. */
  readonly formerIds: ReadonlyMap<AnnotationId, number>
}

/**
 * The history of an image that is closed, under the ids that its annotations will have: those that
 * the server has or had get the name of their id there, unsaved ones keep theirs in the journal.
 */
export function carriedHistory(
  history: History,
  { entries, formerIds }: SaveLedger,
  idOnServer: (serverId: number) => AnnotationId,
): CarriedHistory {
  const names = new Map<RecordId, AnnotationId>()
  for (const [id, formerId] of formerIds) if (!entries.has(id)) names.set(id, idOnServer(formerId))
  for (const [id, { server }] of entries) {
    if (server !== null && server.serverId !== null) names.set(id, idOnServer(server.serverId))
  }
  const nameOf = (id: RecordId) => names.get(id) ?? id
  const renamed = ({ mark, diff }: Step): Step => ({ mark, diff: renamedDiff(diff, nameOf) })
  return {
    history: { past: history.past.map(renamed), future: history.future.map(renamed) },
    formerIds: new Map(Array.from(formerIds, ([id, formerId]) => [nameOf(id), formerId])),
  }
}

function renamedDiff(diff: RecordDiff, nameOf: (id: RecordId) => RecordId): RecordDiff {
  const named = (record: AnyRecord | undefined) =>
    record !== undefined && isAnnotation(record) ? { ...record, id: nameOf(record.id) } : record
  return new Map(
    Array.from(diff, ([id, [before, after]]) => [nameOf(id), [named(before), named(after)]]),
  )
}
