import type { AnnotationId } from '#annotation/document'
import type { Overlay } from '#annotation/overlay'

/** Annotations that are painted on a layer of their own, above the others. */
export type Lifted = ReadonlySet<AnnotationId>

interface Now {
  readonly selected: readonly AnnotationId[]
  readonly changed: readonly AnnotationId[]
  readonly overlays: readonly Overlay[]
}

/**
 * What is lifted after a change: all that a tool shows otherwise than it is, and what has been
 * changed since it was selected, for as long as it is. So neither selecting, which changes no
 * shape, nor the next stroke in the same shape has the layer of all the others painted anew. The
 * very same set where nothing has come or gone.
 */
export function liftedAfter(lifted: Lifted, { selected, changed, overlays }: Now): Lifted {
  const replaced = overlays.flatMap((overlay) => ('id' in overlay ? [overlay.id] : []))
  const kept = selected.filter((id) => lifted.has(id) || changed.includes(id))
  const next = new Set([...replaced, ...kept])
  return next.size === lifted.size && [...next].every((id) => lifted.has(id)) ? lifted : next
}
