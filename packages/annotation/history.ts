import type { RecordDiff } from './diff.ts'
import { applicablePart, applyDiff, composeDiffs, emptyDiff, invertDiff } from './diff.ts'
import type { Annotated, RecordId } from './document.ts'

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
}

export const emptyHistory: History = { past: [], future: [] }

export const stepLimit = 200

/**
 * Records a change under its mark: in the latest step if that has the same mark, else as a new
 * step.
 */
export function record(history: History, mark: Mark, diff: RecordDiff): History {
  if (diff.size === 0) return history
  const latest = history.past.at(-1)
  if (latest?.mark !== mark) {
    return { past: [...history.past, { mark, diff }].slice(-stepLimit), future: [] }
  }
  const joined = composeDiffs(latest.diff, diff)
  const rest = history.past.slice(0, -1)
  return { past: joined.size === 0 ? rest : [...rest, { mark, diff: joined }], future: [] }
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
    history: { past: rest, future },
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
    history: { past, future: rest },
    annotated: applyDiff(annotated, diff),
    step,
    skipped,
  }
}

/** Takes back every step since and with a mark, without a way to redo: for a gesture given up. */
export function bail(history: History, annotated: Annotated, mark: Mark): Travel {
  const first = history.past.findIndex((step) => step.mark === mark)
  if (first === -1) return { history, annotated, step: null, skipped: [] }
  const skipped: RecordId[] = []
  const bailed = history.past.slice(first).reduceRight((current, step) => {
    const part = applicablePart(invertDiff(step.diff), current)
    skipped.push(...part.skipped)
    return applyDiff(current, part.diff)
  }, annotated)
  return {
    history: { ...history, past: history.past.slice(0, first) },
    annotated: bailed,
    step: history.past[first] ?? null,
    skipped,
  }
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
