import type { Shift } from '#annotation/commands'
import type { Annotation } from '#annotation/document'
import type { EditorState } from '#annotation/editor-state'
import type { Overlay } from '#annotation/overlay'
import { type Box, boxAround, boxOfRing } from '#geometry/box'
import type { Ring } from '#geometry/polygon'
import { edgesAt } from '#geometry/vertices'

import type { Stale } from './layer.ts'
import { changedExtent, type Lifted } from './lifted.ts'

type Bent = Extract<Overlay, { kind: 'bent' }>

/** Everything that the raised layer shows, to be compared with what it shows next. */
export interface Raised {
  readonly parts: readonly unknown[]
  /** Those of its annotations that exist. */
  readonly annotations: readonly Annotation[]
  readonly bent: Bent | null
  /** Whether the outline is open at the bent vertex, whose edges are on the layer above: its annotation is not lifted. */
  readonly isOpen: boolean
  /** By how many image pixels all of it is moved together; null if parts of it are not. */
  readonly shift: Shift | null
}

interface Now {
  readonly state: EditorState
  readonly overlays: readonly Overlay[]
  readonly lifted: Lifted
}

export function raisedIn({ state, overlays, lifted }: Now): Raised {
  const { document, selected, hover, hidden, looks, preferences } = state
  const shift = commonShift({ state, overlays, lifted })
  const replaced = overlays.flatMap((overlay): readonly unknown[] => {
    if (overlay.kind === 'moved') {
      return shift === null ? [overlay.id, overlay.dx, overlay.dy] : [overlay.id]
    }
    if (overlay.kind === 'instead') {
      return [overlay.id, overlay.geometry, overlay.lines, overlay.keypoints]
    }
    if (overlay.kind === 'handles' && overlay.around === null)
      return [overlay.handles, overlay.taken]
    return []
  })
  const labelled = overlays.some(({ kind }) => kind === 'keypoint')
  const bent = overlays.find((overlay) => overlay.kind === 'bent') ?? null
  // A selected annotation looks the same when it is pointed at.
  const hovered = hover !== null && selected.includes(hover) ? null : hover
  const look = [hidden, looks, document.categories, preferences.colourBy]
  const parts = [lifted, selected, hovered, ...look, labelled, ...replaced]
  const ids = new Set([...lifted, ...selected, ...(hovered === null ? [] : [hovered])])
  const annotations = [...ids].flatMap((id) => document.annotations.get(id) ?? [])
  const isOpen = bent !== null && !lifted.has(bent.id)
  return { parts, annotations, bent, isOpen, shift }
}

/** The movement that is the same for everything on the layer. */
function commonShift({ state, overlays, lifted }: Now): Shift | null {
  const moved = new Map(
    overlays.flatMap((overlay) => (overlay.kind === 'moved' ? [[overlay.id, overlay]] : [])),
  )
  const [first] = moved.values()
  const shown = [...lifted, ...state.selected, ...(state.hover === null ? [] : [state.hover])]
  const isCommon = shown.every((id) => moved.has(id) || state.hidden.has(id))
  return first !== undefined && isCommon ? { dx: first.dx, dy: first.dy } : null
}

/** The part of the image in which the raised layer looks different after a change. */
export function staleRaised(before: Raised, after: Raised): Stale {
  const isSame =
    before.parts.length === after.parts.length &&
    before.parts.every((part, i) => Object.is(part, after.parts[i])) &&
    before.annotations.length === after.annotations.length
  if (!isSame) return 'all'
  const changed = before.annotations.map((annotation, i) => {
    const next = after.annotations[i] ?? annotation
    return next === annotation ? null : changedExtent(annotation, next)
  })
  const bend = before.isOpen || after.isOpen ? partOpened(before, after) : partBent(before, after)
  return boxAround([...changed, bend].flatMap((box) => box ?? [])) ?? 'nothing'
}

/** The part of the image in which an outline is open now, or no longer; null if there is none. */
function partOpened(before: Raised, after: Raised): Box | null {
  if (before.bent?.address === after.bent?.address) return null
  return boxOfRing([before, after].flatMap(edgesAtBend))
}

/** The part of the image in which an annotation is bent otherwise, or no longer; null if there is none. */
export function partBent(before: Raised | null, after: Raised): Box | null {
  const [from, to] = [before?.bent?.to ?? null, after.bent?.to ?? null]
  if (from?.x === to?.x && from?.y === to?.y) return null
  const places = [from, to].flatMap((place) => (place === null ? [] : [place.x, place.y]))
  return boxOfRing([...places, ...[before, after].flatMap(edgesAtBend)])
}

/** The two edges at the bent vertex, in its place. */
function edgesAtBend(raised: Raised | null): Ring {
  const bent = raised?.bent ?? null
  if (raised === null || bent === null) return []
  const annotation = raised.annotations.find(({ id }) => id === bent.id)
  return edgesAt(annotation?.geometry ?? [], bent.address) ?? []
}
