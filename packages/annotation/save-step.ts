import type { RecordDiff } from './diff.ts'
import { emptyDiff } from './diff.ts'
import type { AnyRecord, RecordId } from './document.ts'
import { isAnnotation } from './document.ts'
import type { SaveEntry, SaveLedger, ServerState } from './save.ts'
import { withEntry } from './save.ts'

/** The ledger after a change from the server, and the records that the editor must adopt. */
export interface LedgerStep {
  readonly ledger: SaveLedger
  /** For `Editor.adopt`: current records, null for a deleted one. */
  readonly adopt: ReadonlyMap<RecordId, AnyRecord | null>
  /** Own records that the server has stored otherwise than they were sent: as sent and as stored. */
  readonly rewritten: RecordDiff
}

/** A step that does not notify the editor. */
export function quietly(ledger: SaveLedger): LedgerStep {
  return { ledger, adopt: new Map(), rewritten: emptyDiff }
}

/** The ledger with another entry for a record; null takes it out. */
export function putting(ledger: SaveLedger, id: RecordId, entry: SaveEntry | null): LedgerStep {
  return quietly(withEntry(ledger, id, entry))
}

/** One of several consecutive changes to a ledger. */
export type Turn = (ledger: SaveLedger) => LedgerStep

/** One step for several, the editor hearing of all. */
export function inTurn(first: LedgerStep, ...turns: readonly Turn[]): LedgerStep {
  const adopt = new Map(first.adopt)
  const rewritten = new Map(first.rewritten)
  let { ledger } = first
  for (const turn of turns) {
    const step = turn(ledger)
    ledger = step.ledger
    for (const [id, current] of step.adopt) adopt.set(id, current)
    for (const [id, change] of step.rewritten) rewritten.set(id, change)
  }
  return { ledger, adopt, rewritten }
}

/** Adopts the server's state here; null for a deleted record. */
export function adopting(ledger: SaveLedger, id: RecordId, server: ServerState | null): LedgerStep {
  const entry: SaveEntry | null = server === null ? null : { state: 'saved', server }
  return showing(putting(ledger, id, entry), id, server?.content ?? null)
}

/** The same step, after which the editor shows the record's current content. */
export function showing(step: LedgerStep, id: RecordId, shown: AnyRecord | null): LedgerStep {
  return { ...step, adopt: new Map(step.adopt).set(id, shown) }
}

/** Another state of the same record, under the id that it has here. */
export function underId<State extends ServerState>(id: RecordId, current: State): State {
  const { content } = current
  return isAnnotation(content) ? { ...current, content: { ...content, id } } : current
}
