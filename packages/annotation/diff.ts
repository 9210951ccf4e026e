import type { Annotated, Annotations, AnyRecord, RecordId } from './document.ts'
import { imageRecordId, isAnnotation } from './document.ts'
import { changedCells, sameContent, withCells } from './records.ts'

/** What one record was before and after; undefined where it was not there. */
type Change = readonly [before: AnyRecord | undefined, after: AnyRecord | undefined]

/** What changed between two states, by record. */
export type RecordDiff = ReadonlyMap<RecordId, Change>

export const emptyDiff: RecordDiff = new Map()

/** What leads from one state to another, told apart by identity: records are never mutated. */
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

/** What takes a diff back. */
export function invertDiff(diff: RecordDiff): RecordDiff {
  return new Map(Array.from(diff, ([id, [before, after]]) => [id, [after, before]]))
}

/** One diff for two that followed each other; what the second takes back is gone. */
export function composeDiffs(first: RecordDiff, second: RecordDiff): RecordDiff {
  if (first.size === 0) return second
  const changes = new Map(first)
  for (const [id, change] of second) {
    const earlier = changes.get(id)
    const composed = earlier === undefined ? change : compose(earlier, change)
    if (composed[0] === composed[1]) changes.delete(id)
    else changes.set(id, composed)
  }
  return changes
}

/** What others did to the record between the two is part of neither. */
function compose([before, between]: Change, [start, after]: Change): Change {
  if (between === start || before === undefined || start === undefined) return [before, after]
  return [onto(start, [between, before]).after, after]
}

/** What does not change is the same object as before. */
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
  /** Records of which something was left as it is. */
  readonly skipped: readonly RecordId[]
}

/**
 * The part of a diff whose starting point still stands, so that applying it touches nothing that
 * somebody else has done since. Cells are judged one by one: a colleague's new category does not
 * keep one's own outline from being undone. What somebody has deleted is not brought back by an
 * update, and what somebody has changed is not deleted.
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
