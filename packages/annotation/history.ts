import type { RecordDiff } from './diff.ts'
import {
  applicablePart,
  applyDiff,
  composeDiffs,
  emptyDiff,
  invertDiff,
  rebasedDiff,
} from './diff.ts'
import type { Annotated, RecordId } from './document.ts'
import { sameContent } from './records.ts'

/** Names one step of undo; changes recorded under the same mark are taken back together. */
export interface Mark {
  readonly label: string
}

export interface Step {
  readonly mark: Mark
  readonly diff: RecordDiff
}

/** The steps to undo, latest last, and the steps to redo, next last. */
export interface History {
  readonly past: readonly Step[]
  readonly future: readonly Step[]
  /** Creations by drawings under way: each belongs to the first step that changes its annotation. */
  readonly begun: RecordDiff
}

export const emptyHistory: History = { past: [], future: [], begun: emptyDiff }

export const stepLimit = 200

/**
 * Records a change under its mark: in the latest step if that has the same mark, else as a new
 * step.
 */
export function record(history: History, mark: Mark, change: RecordDiff): History {
  if (change.size === 0) return history
  const diff = withCreations(history.begun, change)
  const begun = withoutRecords(history.begun, change)
  // An annotation that is deleted before anything was drawn in it leaves no step.
  if (diff.size === 0) return { ...history, begun }
  const latest = history.past.at(-1)
  if (latest?.mark !== mark) {
    return { past: [...history.past, { mark, diff }].slice(-stepLimit), future: [], begun }
  }
  const joined = composeDiffs(latest.diff, diff)
  const rest = history.past.slice(0, -1)
  return { past: joined.size === 0 ? rest : [...rest, { mark, diff: joined }], future: [], begun }
}

/** A change and the creations that it completes, if nobody else has changed what was created. */
function withCreations(begun: RecordDiff, change: RecordDiff): RecordDiff {
  const completed = [...begun].filter(([id, [, created]]) => {
    const start = change.get(id)?.[0]
    return start !== undefined && created !== undefined && sameContent(start, created)
  })
  return composeDiffs(new Map(completed), change)
}

function withoutRecords(
  diff: RecordDiff,
  gone: { readonly has: (id: RecordId) => boolean },
): RecordDiff {
  return new Map([...diff].filter(([id]) => !gone.has(id)))
}

/** Notes an annotation that a drawing has created, before there is anything to undo. */
export function begin(history: History, creation: RecordDiff): History {
  return { ...history, begun: composeDiffs(history.begun, creation) }
}

/** Takes back annotations whose drawings came to nothing; those that others have changed stay. */
export function withdraw(
  history: History,
  annotated: Annotated,
  ids: ReadonlySet<RecordId>,
): Travel {
  const begun = withoutRecords(history.begun, ids)
  const { diff, skipped } = applicablePart(
    invertDiff(withoutRecords(history.begun, begun)),
    annotated,
  )
  return {
    history: { ...history, begun },
    annotated: applyDiff(annotated, diff),
    step: null,
    skipped,
  }
}

/**
 * The history after the server has stored records otherwise than they were sent, such as with default
 * metadata: undo and redo start from the stored ones.
 * @param rewritten the records as sent and as stored
 */
export function rebased(history: History, rewritten: RecordDiff): History {
  if (rewritten.size === 0) return history
  const rebase = (steps: readonly Step[]) =>
    steps
      .map((step) => ({ ...step, diff: rebasedDiff(step.diff, rewritten) }))
      .filter(({ diff }) => diff.size > 0)
  return {
    past: rebase(history.past),
    future: rebase(history.future),
    begun: rebasedDiff(history.begun, rewritten),
  }
}

export interface Travel {
  readonly history: History
  readonly annotated: Annotated
  /** The step that was undone or redone; null if there was none. */
  readonly step: Step | null
  /** Records that were left unchanged because somebody else has changed them since. */
  readonly skipped: readonly RecordId[]
}

/**
 * Undoes the latest step that still changes something. Others may have changed the document since:
 * only the parts that are still as the step left them are reverted, so that undo neither revives a
 * colleague's deletion nor overwrites a colleague's drawing.
 */
export function undo(history: History, annotated: Annotated): Travel {
  const { step, rest, skipped, diff } = lastApplicable(history.past, annotated, invertDiff)
  const future = step === null ? history.future : [...history.future, redoOf(step, diff)]
  return {
    history: { ...history, past: rest, future },
    annotated: applyDiff(annotated, diff),
    step,
    skipped,
  }
}

function redoOf(step: Step, undone: RecordDiff): Step {
  return { mark: step.mark, diff: invertDiff(undone) }
}

/** Redoes the step that was undone last, as far as its starting point is unchanged. */
export function redo(history: History, annotated: Annotated): Travel {
  const { step, rest, skipped, diff } = lastApplicable(history.future, annotated, (d) => d)
  const past = step === null ? history.past : [...history.past, { mark: step.mark, diff }]
  return {
    history: { ...history, past, future: rest },
    annotated: applyDiff(annotated, diff),
    step,
    skipped,
  }
}

/**
 * Takes back the steps of a mark, without a way to redo, when a gesture is given up. Later steps stay, such as
 * that of an earlier drawing whose area took long to compute, and so does the step that they build upon.
 * @param before the history before the gesture, whose steps to redo return
 */
export function bail(
  history: History,
  annotated: Annotated,
  mark: Mark,
  before: History = history,
): Travel {
  const kept: Step[] = []
  let bailed = annotated
  for (const step of history.past.toReversed()) {
    const part = step.mark === mark ? applicablePart(invertDiff(step.diff), bailed) : null
    if (part === null || part.skipped.length > 0) kept.push(step)
    else bailed = applyDiff(bailed, part.diff)
  }
  const past = kept.toReversed()
  const future = futureAfter(past, history, before)
  return { history: { ...history, past, future }, annotated: bailed, step: null, skipped: [] }
}

/** The steps to redo once a gesture is taken back: as before it, if nothing else has dropped them. */
export function futureAfter(
  past: History['past'],
  { future }: History,
  before: History,
): History['future'] {
  return past.at(-1)?.mark === before.past.at(-1)?.mark ? before.future : future
}

function lastApplicable(
  steps: readonly Step[],
  annotated: Annotated,
  direction: (diff: RecordDiff) => RecordDiff,
): { step: Step | null; rest: readonly Step[]; skipped: RecordId[]; diff: RecordDiff } {
  const skipped: RecordId[] = []
  for (let i = steps.length - 1; i >= 0; i--) {
    const step = steps[i]
    if (step === undefined) continue
    const part = applicablePart(direction(step.diff), annotated)
    skipped.push(...part.skipped)
    if (part.diff.size > 0) return { step, rest: steps.slice(0, i), skipped, diff: part.diff }
  }
  return { step: null, rest: [], skipped, diff: emptyDiff }
}
