import type { AnyRecord, RecordId } from './document.ts'
import { isAnnotation } from './document.ts'
import type { SaveEntry, SaveLedger, ServerState } from './save.ts'
import { withEntry } from './save.ts'

/** The ledger after something came from the server, and what the editor must take over with it. */
export interface LedgerStep {
  readonly ledger: SaveLedger
  /** For `Editor.adopt`: records as they are now, null for one that is gone. */
  readonly adopt: ReadonlyMap<RecordId, AnyRecord | null>
}

/** A step of which the editor hears nothing. */
export function quietly(ledger: SaveLedger): LedgerStep {
  return { ledger, adopt: new Map() }
}

/** The ledger with another entry for a record; null takes it out. */
export function putting(ledger: SaveLedger, id: RecordId, entry: SaveEntry | null): LedgerStep {
  return quietly(withEntry(ledger, id, entry))
}

/** What is done to a ledger after something else. */
export type Turn = (ledger: SaveLedger) => LedgerStep

/** One step for several, the editor hearing of all. */
export function inTurn(first: LedgerStep, ...turns: readonly Turn[]): LedgerStep {
  return turns.reduce((step, turn) => {
    const { ledger, adopt } = turn(step.ledger)
    return { ledger, adopt: new Map([...step.adopt, ...adopt]) }
  }, first)
}

/** What the server has is here, too; null for a record that is gone. */
export function adopting(ledger: SaveLedger, id: RecordId, server: ServerState | null): LedgerStep {
  const entry: SaveEntry | null = server === null ? null : { state: 'saved', server }
  return showing(putting(ledger, id, entry), id, server?.content ?? null)
}

/** The same step, after which the editor shows a record as it is now. */
export function showing(
  { ledger, adopt }: LedgerStep,
  id: RecordId,
  shown: AnyRecord | null,
): LedgerStep {
  return { ledger, adopt: new Map(adopt).set(id, shown) }
}

/** Another state of the same record, under the id and in the place that it has here. */
export function underId<State extends ServerState>(
  id: RecordId,
  { server, local = null }: { server: ServerState | null; local?: AnyRecord | null },
  current: State,
): State {
  const { content } = current
  if (!isAnnotation(content)) return current
  const known = local ?? server?.content ?? content
  const position = isAnnotation(known) ? known.position : content.position
  return { ...current, content: { ...content, id, position } }
}
