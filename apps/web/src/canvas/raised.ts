import type { Shift } from '#annotation/commands'
import type { EditorState } from '#annotation/editor-state'
import type { Overlay } from '#annotation/overlay'
import { type Box, boxOfRing, unionOfBoxes } from '#geometry/box'
import { pointOf } from '#geometry/polygon'
import { ringAt } from '#geometry/vertices'

import type { Stale } from './layer.ts'
import type { Lifted } from './lifted.ts'

type Bent = Extract<Overlay, { kind: 'bent' }>

/** Everything that the raised layer shows, to be compared with what it shows next. */
export interface Raised {
  readonly parts: readonly unknown[]
  readonly bent: Bent | null
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
    if (overlay.kind === 'bent') return [overlay.id, overlay.address]
    if (overlay.kind === 'handles' && overlay.around === null)
      return [overlay.handles, overlay.taken]
    return []
  })
  const labelled = overlays.some(({ kind }) => kind === 'keypoint')
  const { annotations, categories } = document
  const bent = overlays.find((overlay) => overlay.kind === 'bent') ?? null
  // A selected annotation looks the same when it is pointed at.
  const hovered = hover !== null && selected.includes(hover) ? null : hover
  const look = [hidden, looks, categories, preferences.colourBy]
  const shown = [lifted, selected, hovered, annotations, ...look]
  return { parts: [...shown, labelled, ...replaced], bent, shift }
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
export function staleRaised(before: Raised, after: Raised, { document }: EditorState): Stale {
  const isSame =
    before.parts.length === after.parts.length &&
    before.parts.every((part, i) => Object.is(part, after.parts[i]))
  if (!isSame) return 'all'
  if (before.bent === null || after.bent === null) return 'nothing'
  const { to } = before.bent
  if (to.x === after.bent.to.x && to.y === after.bent.to.y) return 'nothing'
  const geometry = document.annotations.get(after.bent.id)?.geometry ?? []
  return unionOfBoxes(aroundBend(geometry, before.bent), aroundBend(geometry, after.bent))
}

/** The box around the two edges at a vertex that is elsewhere. */
function aroundBend(geometry: Parameters<typeof ringAt>[0], { address, to }: Bent): Box {
  const ring = ringAt(geometry, address) ?? []
  const ends = [address.vertex + ring.length / 2 - 1, address.vertex + 1].map((vertex) =>
    pointOf(ring, vertex),
  )
  const box = boxOfRing([to, ...ends].flatMap(({ x, y }) => [x, y]))
  return box ?? { ...to, width: 0, height: 0 }
}
