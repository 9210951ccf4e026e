import { extentOf } from '#annotation/commands'
import { type AnnotationId, type Annotations, isAnnotation } from '#annotation/document'
import type { EditorChange } from '#annotation/editor-state'
import type { Overlay } from '#annotation/overlay'
import { type Box, unionOfBoxes } from '#geometry/box'

/** Annotations that are painted on a layer of their own, above the others. */
export type Lifted = ReadonlySet<AnnotationId>

interface Now {
  readonly selected: readonly AnnotationId[]
  readonly changed: readonly AnnotationId[]
  readonly overlays: readonly Overlay[]
}

/**
 * The annotations to lift after a change: those that a tool displays differently, and those changed since
 * they were selected, for as long as they remain selected. Thus neither selecting, which changes no
 * shape, nor the next stroke in the same shape repaints the layer of all the others. Returns the same set
 * if nothing was added or removed.
 */
export function liftedAfter(lifted: Lifted, { selected, changed, overlays }: Now): Lifted {
  const replaced = overlays.flatMap((overlay) => ('id' in overlay ? [overlay.id] : []))
  const kept = selected.filter((id) => lifted.has(id) || changed.includes(id))
  const next = new Set([...replaced, ...kept])
  return next.size === lifted.size && [...next].every((id) => lifted.has(id)) ? lifted : next
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
  const moved = [...lifted.before].filter((id) => !lifted.after.has(id))
  const raised = [...lifted.after].filter((id) => !lifted.before.has(id))
  const ids = new Set([...local.keys(), ...remote.keys(), ...moved, ...raised])
  const boxes = [...ids].flatMap((id) => [
    ...extentIn(before.document.annotations, id, lifted.before),
    ...extentIn(state.document.annotations, id, lifted.after),
  ])
  return boxes.reduce<Box | null>((all, box) => (all === null ? box : unionOfBoxes(all, box)), null)
}

function extentIn(annotations: Annotations, id: AnnotationId, lifted: Lifted): Box[] {
  const annotation = lifted.has(id) ? undefined : annotations.get(id)
  const extent = annotation === undefined ? null : extentOf(annotation)
  return extent === null ? [] : [extent]
}
