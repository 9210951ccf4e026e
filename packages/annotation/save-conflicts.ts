import type { AnyRecord, RecordId } from './document.ts'
import {
  changedCells,
  conflictsIn,
  merge,
  mergesByCell,
  sameContent,
  withCells,
} from './records.ts'
import type { SaveEntry, SaveLedger, SaveRequest, ServerState, Unsaved } from './save.ts'
import { cellsInConflict, settled, withContent, withEntry } from './save.ts'
import type { LedgerStep } from './save-step.ts'
import { adopting, putting, quietly, showing } from './save-step.ts'

/** Compares local content with the server's, and merges the two if possible. */
export function meeting(
  ledger: SaveLedger,
  id: RecordId,
  entry: Attempted,
  current: ServerState | null,
): LedgerStep {
  const next = contested(entry, current)
  const step = putting(ledger, id, next)
  const shown = next?.state === 'saved' ? next.server.content : (next?.local ?? null)
  const { local } = entry
  const isShown = shown === null || local === null ? shown === local : sameContent(shown, local)
  return isShown ? step : showing(step, id, shown)
}

/** Unsaved work, with the attempt to save it whose outcome is unknown. */
type Attempted = Unsaved & { readonly request?: SaveRequest }

/**
 * Compares the local record with the server's: merges both if the record allows it, else a
 * conflict, unless both are equal.
 */
export function contested(entry: Attempted, current: ServerState | null): SaveEntry | null {
  const { server, local } = entry
  const agreed = settled(current, local)
  if (agreed?.state !== 'dirty' || isUnchanged(server, current)) return agreed
  if (server === null || local === null || current === null || !mergesByCell(local)) {
    return { state: 'conflict', server, local, current }
  }
  const fork = {
    base: withArrived(server.content, entry.request, current.content),
    mine: local,
    theirs: current.content,
  }
  const merged = merge(fork)
  const conflicts = conflictsIn(fork)
  if (conflicts.length === 0) return settled(current, merged)
  const before = withCells(current.content, conflicts, fork.base)
  return { state: 'conflict', server: withContent(server, before), local: merged, current }
}

/** Whether a record that has revisions is as it was known, such as after its deletion was undone. */
function isUnchanged(server: ServerState | null, current: ServerState | null): boolean {
  return current !== null && current.revision !== null && current.revision === server?.revision
}

/** The server's previous state, with the part of an unanswered attempt that has arrived there. */
function withArrived(
  base: AnyRecord,
  request: SaveRequest | undefined,
  current: AnyRecord,
): AnyRecord {
  if (request?.kind !== 'update') return base
  const missing = new Set(changedCells(request.content, current))
  const arrived = changedCells(base, request.content).filter((cell) => !missing.has(cell))
  return withCells(base, arrived, request.content)
}

/** Resolves a conflict in favour of the local record, which will replace the server's. */
export function keepMine(ledger: SaveLedger, id: RecordId): SaveLedger {
  const entry = ledger.entries.get(id)
  if (entry?.state !== 'conflict') return ledger
  return withEntry(ledger, id, settled(entry.current, entry.local))
}

/**
 * Resolves a conflict in favour of the server's record; local cells that are not in conflict are
 * kept.
 */
export function takeTheirs(ledger: SaveLedger, id: RecordId): LedgerStep {
  const entry = ledger.entries.get(id)
  if (entry?.state !== 'conflict') return quietly(ledger)
  const { local, current } = entry
  if (local === null || current === null || !mergesByCell(local)) {
    return adopting(ledger, id, current)
  }
  const content = withCells(local, cellsInConflict(entry), current.content)
  return showing(putting(ledger, id, settled(current, content)), id, content)
}
