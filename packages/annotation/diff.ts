import type { Annotated, Annotations, AnyRecord, RecordId } from './document.ts'
import { imageRecordId, isAnnotation } from './document.ts'
import { changedCells, isTheSame, sameContent, withCells } from './records.ts'

/** A record before and after; undefined if it did not exist. */
type Change = readonly [before: AnyRecord | undefined, after: AnyRecord | undefined]

/** Changes between two states, by record. */
export type RecordDiff = ReadonlyMap<RecordId, Change>

export const emptyDiff: RecordDiff = new Map()

/**
 * The diff from one state to another. Records are compared by identity, because they are never
 * mutated.
 */
export function diffBetween(before: Annotated, after: Annotated): RecordDiff {
  const changes = new Map<RecordId, Change>()
  if (before.annotations !== after.annotations) {
    for (const [id, annotation] of before.annotations) {
      const next = after.annotations.get(id)
      if (next !== annotation) changes.set(id, [annotation, next])
    }
    for (const [id, annotation] of after.annotations) {
      if (!before.annotations.has(id)) changes.set(id, [undefined, annotation])
    }
  }
  if (before.imageRecord !== after.imageRecord) {
    changes.set(imageRecordId, [before.imageRecord, after.imageRecord])
  }
  return changes
}

/** The inverse of a diff. */
export function invertDiff(diff: RecordDiff): RecordDiff {
  return new Map(Array.from(diff, ([id, [before, after]]) => [id, [after, before]]))
}

/** Combines two consecutive diffs into one; changes that the second reverts cancel out. */
export function composeDiffs(first: RecordDiff, second: RecordDiff): RecordDiff {
  if (first.size === 0) return second
  const changes = new Map(first)
  for (const [id, change] of second) {
    const earlier = changes.get(id)
    const composed = earlier === undefined ? change : compose(earlier, change)
    if (isReverted(composed)) changes.delete(id)
    else changes.set(id, composed)
  }
  return changes
}

function isReverted([before, after]: Change): boolean {
  return before === after || (!!before && !!after && isTheSame(before, after))
}

/** Changes that others made to the record between the two belong to neither. */
function compose([before, between]: Change, [start, after]: Change): Change {
  if (between === start || before === undefined || start === undefined) return [before, after]
  return [onto(start, [between, before]).after, after]
}

/**
 * A diff between states that the server has stored otherwise than they were sent: cells that were as
 * sent are as stored. Changes that the server has not kept are left out.
 * @param rewritten the records as sent and as stored
 */
export function rebasedDiff(diff: RecordDiff, rewritten: RecordDiff): RecordDiff {
  const changes = new Map(diff)
  for (const [id, rewriting] of rewritten) {
    const change = changes.get(id)
    if (change === undefined) continue
    const before = asStored(change[0], rewriting)
    const after = asStored(change[1], rewriting)
    const isKept = before === undefined || after === undefined || !sameContent(before, after)
    if (isKept) changes.set(id, [before, after])
    else changes.delete(id)
  }
  return changes
}

/** A state of a record with the cells that are as they were sent as the server has stored them. */
export function asStored<State extends AnyRecord | null | undefined>(
  state: State,
  [sent, written]: Change,
): State | AnyRecord {
  if (!state || sent === undefined || written === undefined) return state
  const differing = new Set(changedCells(state, sent))
  const rewritten = changedCells(sent, written).filter((cell) => !differing.has(cell))
  return withCells(state, rewritten, written)
}

/** Unchanged parts keep their identity. */
export function applyDiff({ annotations, imageRecord }: Annotated, diff: RecordDiff): Annotated {
  const image = diff.get(imageRecordId)?.[1]
  return {
    annotations: applyToAnnotations(annotations, diff),
    imageRecord: image === undefined || isAnnotation(image) ? imageRecord : image,
  }
}

function applyToAnnotations(annotations: Annotations, diff: RecordDiff): Annotations {
  if (diff.size === 0 || (diff.size === 1 && diff.has(imageRecordId))) return annotations
  const next = new Map(annotations)
  for (const [id, [, after]] of diff) {
    if (after === undefined) next.delete(id)
    else if (isAnnotation(after)) next.set(id, after)
  }
  return next
}

export interface Applicable {
  readonly diff: RecordDiff
  /** Records of which something was left unchanged. */
  readonly skipped: readonly RecordId[]
}

/**
 * The part of a diff that can be applied without touching later changes by others. Each cell is
 * checked separately: a colleague's new category does not block undoing one's own outline. An
 * update does not bring back a deleted record, and a changed record is not deleted.
 */
export function applicablePart(diff: RecordDiff, annotated: Annotated): Applicable {
  const skipped: RecordId[] = []
  const changes = new Map<RecordId, Change>()
  for (const [id, change] of diff) {
    const current = recordOf(annotated, id)
    const { after, whole } = onto(current, change)
    if (!whole) skipped.push(id)
    if (after !== current) changes.set(id, [current, after])
  }
  return { diff: changes, skipped }
}

function recordOf({ annotations, imageRecord }: Annotated, id: RecordId): AnyRecord | undefined {
  return id === imageRecordId ? imageRecord : annotations.get(id)
}

function onto(
  current: AnyRecord | undefined,
  [before, after]: Change,
): { after: AnyRecord | undefined; whole: boolean } {
  if (current === before) return { after, whole: true }
  if (current === undefined) return { after: undefined, whole: after === undefined }
  if (before === undefined) return { after: current, whole: false }
  if (after === undefined) {
    const untouched = sameContent(current, before)
    return { after: untouched ? undefined : current, whole: untouched }
  }
  const overtaken = new Set(changedCells(current, before))
  const wanting = changedCells(before, after)
  const standing = wanting.filter((cell) => !overtaken.has(cell))
  const missing = new Set(changedCells(current, after))
  return {
    after: withCells(current, standing, after),
    whole: wanting.every((cell) => !overtaken.has(cell) || !missing.has(cell)),
  }
}
