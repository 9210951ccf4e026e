import type { Annotated, Annotation, AnnotationId, Annotations } from './document.ts'
import { changedAspects, sameContent, withAspects } from './document.ts'
import type { LabelChanges } from './labels.ts'
import {
  applicableLabels,
  composeLabelChanges,
  invertLabelChanges,
  labelChangesBetween,
  withLabels,
} from './labels.ts'

/** What changed between two states; an annotation's id stands in one of the first three only. */
export interface AnnotationDiff {
  readonly added: ReadonlyMap<AnnotationId, Annotation>
  readonly removed: ReadonlyMap<AnnotationId, Annotation>
  readonly updated: ReadonlyMap<AnnotationId, readonly [before: Annotation, after: Annotation]>
  readonly labels: LabelChanges
}

export const emptyDiff: AnnotationDiff = {
  added: new Map(),
  removed: new Map(),
  updated: new Map(),
  labels: new Map(),
}

export function isEmptyDiff({ added, removed, updated, labels }: AnnotationDiff): boolean {
  return added.size + removed.size + updated.size + labels.size === 0
}

/** Every annotation that a diff speaks of. */
export function idsIn({ added, removed, updated }: AnnotationDiff): AnnotationId[] {
  return [...added.keys(), ...removed.keys(), ...updated.keys()]
}

/** What one annotation was before and after; undefined where it was not there. */
type Change = readonly [before: Annotation | undefined, after: Annotation | undefined]

function diffOf(
  changes: Iterable<readonly [AnnotationId, Change]>,
  labels: LabelChanges,
): AnnotationDiff {
  const added = new Map<AnnotationId, Annotation>()
  const removed = new Map<AnnotationId, Annotation>()
  const updated = new Map<AnnotationId, readonly [Annotation, Annotation]>()
  for (const [id, [before, after]] of changes) {
    if (before === after) continue
    if (before === undefined && after !== undefined) added.set(id, after)
    if (before !== undefined && after === undefined) removed.set(id, before)
    if (before !== undefined && after !== undefined) updated.set(id, [before, after])
  }
  return { added, removed, updated, labels }
}

function changesIn({ added, removed, updated }: AnnotationDiff): Map<AnnotationId, Change> {
  const changes = new Map<AnnotationId, Change>(updated)
  for (const [id, after] of added) changes.set(id, [undefined, after])
  for (const [id, before] of removed) changes.set(id, [before, undefined])
  return changes
}

/** What leads from one state to another, told apart by identity: annotations are never mutated. */
export function diffBetween(before: Annotated, after: Annotated): AnnotationDiff {
  return diffOf(
    before.annotations === after.annotations
      ? []
      : changesBetween(before.annotations, after.annotations),
    before.labels === after.labels ? new Map() : labelChangesBetween(before.labels, after.labels),
  )
}

function changesBetween(
  before: Annotations,
  after: Annotations,
): (readonly [AnnotationId, Change])[] {
  const changes: (readonly [AnnotationId, Change])[] = []
  for (const [id, annotation] of before) {
    const next = after.get(id)
    if (next !== annotation) changes.push([id, [annotation, next]])
  }
  for (const [id, annotation] of after) {
    if (!before.has(id)) changes.push([id, [undefined, annotation]])
  }
  return changes
}

/** What takes a diff back. */
export function invertDiff({ added, removed, updated, labels }: AnnotationDiff): AnnotationDiff {
  const reversed = new Map<AnnotationId, readonly [Annotation, Annotation]>()
  for (const [id, [before, after]] of updated) reversed.set(id, [after, before])
  return { added: removed, removed: added, updated: reversed, labels: invertLabelChanges(labels) }
}

/** One diff for two that followed each other; what the second takes back is gone. */
export function composeDiffs(first: AnnotationDiff, second: AnnotationDiff): AnnotationDiff {
  const changes = changesIn(first)
  for (const [id, [before, after]] of changesIn(second)) {
    const earlier = changes.get(id)
    changes.set(id, [earlier === undefined ? before : earlier[0], after])
  }
  return diffOf(changes, composeLabelChanges(first.labels, second.labels))
}

/** What does not change is the same object as before. */
export function applyDiff({ annotations, labels }: Annotated, diff: AnnotationDiff): Annotated {
  return {
    annotations: applyToAnnotations(annotations, diff),
    labels: withLabels(labels, diff.labels),
  }
}

function applyToAnnotations(annotations: Annotations, diff: AnnotationDiff): Annotations {
  if (diff.added.size + diff.removed.size + diff.updated.size === 0) return annotations
  const next = new Map(annotations)
  for (const id of diff.removed.keys()) next.delete(id)
  for (const [id, annotation] of diff.added) next.set(id, annotation)
  for (const [id, [, after]] of diff.updated) next.set(id, after)
  return next
}

export interface Applicable {
  readonly diff: AnnotationDiff
  /** Annotations of which something was left as it is. */
  readonly skipped: readonly AnnotationId[]
}

/**
 * The part of a diff whose starting point still stands, so that applying it touches nothing that
 * somebody else has done since. Aspects are judged one by one: a colleague's new category does not
 * keep one's own outline from being undone. What somebody has deleted is not brought back by an
 * update, and what somebody has changed is not deleted. A label is as wanted or still the other way.
 */
export function applicablePart(
  diff: AnnotationDiff,
  { annotations, labels }: Annotated,
): Applicable {
  const skipped: AnnotationId[] = []
  const changes = [...changesIn(diff)].map(([id, change]): readonly [AnnotationId, Change] => {
    const current = annotations.get(id)
    const { after, whole } = onto(current, change)
    if (!whole) skipped.push(id)
    return [id, [current, after]]
  })
  return { diff: diffOf(changes, applicableLabels(diff.labels, labels)), skipped }
}

function onto(
  current: Annotation | undefined,
  [before, after]: Change,
): { after: Annotation | undefined; whole: boolean } {
  if (current === before) return { after, whole: true }
  if (current === undefined) return { after: undefined, whole: after === undefined }
  if (before === undefined) return { after: current, whole: false }
  if (after === undefined) {
    const untouched = sameContent(current, before)
    return { after: untouched ? undefined : current, whole: untouched }
  }
  const changed = changedAspects(before, after)
  const overtaken = changedAspects(current, before)
  const standing = changed.filter((aspect) => !overtaken.includes(aspect))
  if (standing.length === 0) return { after: current, whole: false }
  return {
    after: withAspects(current, standing, after),
    whole: standing.length === changed.length,
  }
}
