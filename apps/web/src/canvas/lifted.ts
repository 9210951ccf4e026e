import { extentOf } from '#annotation/commands'
import {
  type Annotation,
  type AnnotationId,
  type Annotations,
  type AnyRecord,
  isAnnotation,
} from '#annotation/document'
import type { EditorChange } from '#annotation/editor-state'
import type { Overlay } from '#annotation/overlay'
import { type Box, boxAround } from '#geometry/box'
import { changedPart } from '#geometry/changed-part'
import { vertexCount } from '#geometry/polygon'

import { manyVertices } from './paths.ts'

/** Annotations that are painted on a layer of their own, above the others. */
export type Lifted = ReadonlySet<AnnotationId>

interface Now {
  readonly annotations: Annotations
  readonly selected: readonly AnnotationId[]
  readonly changed: readonly AnnotationId[]
  readonly overlays: readonly Overlay[]
}

/**
 * The annotations to lift after a change: those that a tool displays differently, and those changed since
 * they were selected, for as long as they remain selected. Thus neither selecting, which changes no
 * shape, nor the next stroke in the same shape repaints the layer of all the others. An annotation of very
 * many vertices of which one is dragged stays in its place, because lifting would paint all of it. Returns
 * the same set if nothing was added or removed.
 */
export function liftedAfter(
  lifted: Lifted,
  { annotations, selected, changed, overlays }: Now,
): Lifted {
  const replaced = overlays.flatMap((overlay) => {
    if (!('id' in overlay)) return []
    return overlay.kind === 'bent' && isComplex(annotations.get(overlay.id)) ? [] : [overlay.id]
  })
  const kept = selected.filter((id) => lifted.has(id) || changed.includes(id))
  const next = new Set([...replaced, ...kept])
  return next.size === lifted.size && [...next].every((id) => lifted.has(id)) ? lifted : next
}

function isComplex(annotation: Annotation | undefined): boolean {
  return annotation !== undefined && vertexCount(annotation.geometry) > manyVertices
}

/** The share of an annotation's box up to which a change can be painted in its place. */
const smallShare = 0.25

/** The annotations that a change has changed enough to lift them if they are selected. */
export function changedIn({ local, remote }: EditorChange): readonly AnnotationId[] {
  return [...local, ...remote].flatMap(([id, [before, after]]) =>
    isSmallChange(before, after) ? [] : [id],
  )
}

/** Whether only a small part of an annotation of very many vertices looks different. */
function isSmallChange(before: AnyRecord | undefined, after: AnyRecord | undefined): boolean {
  if (before === undefined || after === undefined) return false
  if (!isAnnotation(before) || !isAnnotation(after) || !isComplex(after)) return false
  const part = changedExtent(before, after)
  const whole = extentOf(after)
  if (part === null || whole === null) return part === null
  return part.width * part.height <= smallShare * whole.width * whole.height
}

/** What painting reads of an annotation besides its area. */
const looks = ['lines', 'keypoints', 'color', 'categoryId', 'position'] as const

interface Compared {
  readonly before: Annotation
  readonly part: Box | null
}

/** Each layer asks about the same change. */
const compared = new WeakMap<Annotation, Compared>()

/** The part of the image in which one annotation looks different from another in its place. */
export function changedExtent(before: Annotation, after: Annotation): Box | null {
  const known = compared.get(after)
  if (known?.before === before) return known.part
  const part = computeChangedExtent(before, after)
  compared.set(after, { before, part })
  return part
}

function computeChangedExtent(before: Annotation, after: Annotation): Box | null {
  if (looks.every((name) => before[name] === after[name])) {
    return changedPart(before.geometry, after.geometry)
  }
  return boxAround([before, after].flatMap((annotation) => extentOf(annotation) ?? []))
}

/** The annotations that a change has moved in the order from below to above. */
export function reorderedIn({ before, local, remote }: EditorChange): readonly AnnotationId[] {
  return [...local, ...remote].flatMap(([id, [, after]]) => {
    const known = before.document.annotations.get(id)
    if (known === undefined || after === undefined || !isAnnotation(after)) return []
    return known.position === after.position ? [] : [id]
  })
}

/** Annotations that are no longer lifted, so that their place in the order is seen. */
export function lowered(lifted: Lifted, ids: readonly AnnotationId[]): Lifted {
  return ids.some((id) => lifted.has(id))
    ? new Set([...lifted].filter((id) => !ids.includes(id)))
    : lifted
}

/**
 * The part of the image in which annotations that are not lifted look different after a change, because they
 * were changed, lifted or put back; null if there is none.
 */
export function stalePart(
  { before, state, local, remote }: EditorChange,
  lifted: { readonly before: Lifted; readonly after: Lifted },
): Box | null {
  const [known, current] = [before.document.annotations, state.document.annotations]
  const moved = [...lifted.before].filter((id) => !lifted.after.has(id))
  const raised = [...lifted.after].filter((id) => !lifted.before.has(id))
  const ids = new Set([...local.keys(), ...remote.keys(), ...moved, ...raised])
  return boxAround(
    [...ids].flatMap((id) => {
      const earlier = lifted.before.has(id) ? undefined : known.get(id)
      const later = lifted.after.has(id) ? undefined : current.get(id)
      return changedBetween(earlier, later) ?? []
    }),
  )
}

/** Undefined for an annotation that does not exist, or is lifted. */
function changedBetween(before: Annotation | undefined, after: Annotation | undefined): Box | null {
  if (before !== undefined && after !== undefined) return changedExtent(before, after)
  const only = before ?? after
  return only === undefined ? null : extentOf(only)
}
