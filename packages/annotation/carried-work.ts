import type { RecordDiff } from './diff.ts'
import type { AnnotationId, AnyRecord, RecordId } from './document.ts'
import { isAnnotation } from './document.ts'
import type { Draft, Drafts, EditorState } from './editor-state.ts'
import { draftIn } from './editor-state.ts'
import type { History, Step } from './history.ts'
import type { SaveLedger } from './save.ts'

/** What an image that is closed leaves in memory, to continue when it is opened again. */
export interface CarriedWork {
  readonly history: History
  /** See `SaveLedger`. */
  readonly formerIds: ReadonlyMap<AnnotationId, number>
  readonly drafts: Drafts
}

/**
 * The history and the half-drawn shapes of an image that is closed, under the ids that its annotations
 * will have: those that the server has or had get the name of their id there, unsaved ones keep
 * theirs in the journal.
 */
export function carriedWork(
  state: EditorState,
  ledger: SaveLedger,
  idOnServer: IdOnServer,
): CarriedWork {
  const { history } = state
  const formerIds = [...ledger.formerIds, ...deletedIds(ledger)]
  const nameOf = namesLater(ledger, idOnServer)
  const inHand = draftIn(state)
  const named = ({ annotation, ...draft }: Draft): Draft => ({
    ...draft,
    annotation: annotation === null ? null : nameOf(annotation),
  })
  const renamed = ({ mark, diff }: Step): Step => ({ mark, diff: renamedDiff(diff, nameOf) })
  return {
    history: {
      past: history.past.map(renamed),
      future: history.future.map(renamed),
      begun: renamedDiff(history.begun, nameOf),
    },
    formerIds: new Map(formerIds.map(([id, formerId]) => [nameOf(id), formerId])),
    drafts: { inHand: inHand && named(inHand), aside: state.drafts.map(named) },
  }
}

/** The ids on the server of annotations whose deletion is not confirmed: it may be by the next visit. */
function deletedIds({ entries }: SaveLedger): (readonly [AnnotationId, number])[] {
  return [...entries].flatMap(([id, entry]) => {
    const serverId = entry.server?.serverId ?? null
    const isDeleted = entry.state !== 'saved' && entry.local === null
    return isDeleted && serverId !== null ? [[id, serverId] as const] : []
  })
}

type IdOnServer = (serverId: number) => AnnotationId

/** The ids that annotations will have when the image is opened again. */
export function namesLater(
  { entries, formerIds }: SaveLedger,
  idOnServer: IdOnServer,
): (id: RecordId) => AnnotationId {
  const names = new Map<RecordId, AnnotationId>()
  for (const [id, formerId] of formerIds) if (!entries.has(id)) names.set(id, idOnServer(formerId))
  for (const [id, { server }] of entries) {
    if (server !== null && server.serverId !== null) names.set(id, idOnServer(server.serverId))
  }
  return (id) => names.get(id) ?? id
}

function renamedDiff(diff: RecordDiff, nameOf: (id: RecordId) => RecordId): RecordDiff {
  const named = (record: AnyRecord | undefined) =>
    record !== undefined && isAnnotation(record) ? { ...record, id: nameOf(record.id) } : record
  return new Map(
    Array.from(diff, ([id, [before, after]]) => [nameOf(id), [named(before), named(after)]]),
  )
}
