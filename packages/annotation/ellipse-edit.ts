import { boxHolds, boxOf } from '#geometry/box'
import type { Ellipse } from '#geometry/ellipse'
import { ellipseIn, pointOnEllipse, polygonOfEllipse } from '#geometry/ellipse'
import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import type { MultiPolygon } from '#geometry/polygon'
import type { Shift } from './commands.ts'
import { extentOf, limitShift, moveAnnotations, setGeometry } from './commands.ts'
import type { Annotation, AnnotationId } from './document.ts'
import { boxOfImage } from './document.ts'
import { dragDistance, reachOfHandles, smallestWithHandles } from './handles.ts'
import type { Overlay } from './overlay.ts'
import type { Aim } from './reach.ts'
import type { Modifiers, PointerInput, ToolEditor } from './tool.ts'
import type { View } from './view.ts'
import { inImagePixels } from './view.ts'

type Place = Pick<Modifiers, 'shift' | 'alt'>

/**
 * The ellipse that a drag draws in the upright rectangle between two corners; with shift a circle,
 * with alt from the centre.
 */
export function ellipseBetween(from: Point, to: Point, { shift, alt }: Place): Ellipse {
  const side = Math.max(Math.abs(to.x - from.x), Math.abs(to.y - from.y))
  const dx = shift ? side * Math.sign(to.x - from.x || 1) : to.x - from.x
  const dy = shift ? side * Math.sign(to.y - from.y || 1) : to.y - from.y
  const share = alt ? 1 : 0.5
  return {
    centre: alt ? from : { x: from.x + dx / 2, y: from.y + dy / 2 },
    radii: [share * Math.abs(dx), share * Math.abs(dy)],
    angle: 0,
  }
}

/** The ends of the axes, by quarter turns from the first; the last is the upper one. */
type End = 0 | 1 | 2 | 3
type Grip = End | 'turn' | 'move'

/** The handles on and above the outline; a drag inside moves the annotation anyway. */
export const outerGrips: readonly Grip[] = [0, 1, 2, 3, 'turn']
/** For a tool with which a drag inside means something else. */
export const allGrips: readonly Grip[] = [...outerGrips, 'move']

/** Screen pixels between an ellipse and the handle that turns it. */
const stalk = 24
/** Radians between the directions that turning with shift keeps to. */
const turnStep = Math.PI / 12

function gripAt(ellipse: Ellipse, grip: Grip, view: View): Point {
  if (grip === 'move') return ellipse.centre
  if (grip !== 'turn') return pointOnEllipse(ellipse, (grip * Math.PI) / 2)
  const [along, across] = ellipse.radii
  const longer = { ...ellipse, radii: [along, across + inImagePixels(view, stalk)] } as const
  return gripAt(longer, 3, view)
}

/** The ellipse that an annotation is, if it is large enough on the screen for handles; or null. */
export function ellipseWithHandles(annotation: Annotation, view: View): Ellipse | null {
  const box = extentOf(annotation)
  const least = inImagePixels(view, smallestWithHandles)
  if (box === null || Math.max(box.width, box.height) < least) return null
  return ellipseIn(annotation.geometry)
}

/** An ellipse being changed by one of its handles. */
export interface EllipseDrag {
  readonly id: AnnotationId
  /** The geometry that was pressed. */
  readonly geometry: MultiPolygon
  readonly start: Ellipse
  readonly grip: Grip
  readonly from: Point
  /** Of the press from the handle, in image pixels. */
  readonly away: number
  /** Null until the pointer has moved far enough to count as a drag. */
  readonly to: (Point & Place) | null
}

/** The drag that a press at a point begins, by the nearest handle within reach; or null. */
export function graspEllipse(
  annotation: Annotation,
  { aim, grips, view }: { aim: Aim; grips: readonly Grip[]; view: View },
): EllipseDrag | null {
  const start = ellipseWithHandles(annotation, view)
  if (start === null) return null
  const [nearest] = grips
    .map((grip) => ({ grip, away: distance(aim.at, gripAt(start, grip, view)) }))
    .toSorted((a, b) => a.away - b.away)
  if (nearest === undefined || nearest.away > reachOfHandles(annotation, view, aim)) return null
  const { id, geometry } = annotation
  return { id, geometry, start, ...nearest, from: aim.at, to: null }
}

export function followEllipse<Drag extends EllipseDrag>(
  drag: Drag,
  { at, shift, alt }: PointerInput,
  { view }: ToolEditor,
): Drag {
  const isMeant = drag.to !== null || distance(drag.from, at) >= inImagePixels(view, dragDistance)
  return isMeant ? { ...drag, to: { ...at, shift, alt } } : drag
}

/** How far the drag moves the whole annotation, which stays in the image. */
function movedBy({ id, grip, from, to }: EllipseDrag, { document }: View): Shift | null {
  const annotation = document.annotations.get(id)
  if (grip !== 'move' || to === null || annotation === undefined) return null
  return limitShift([annotation], { dx: to.x - from.x, dy: to.y - from.y }, document.image)
}

/**
 * The ellipse after a drag. An axis end moves along its axis while the opposite one stays, with alt
 * both move; with shift the ellipse becomes a circle. Turning keeps to steps of 15° with shift.
 */
function draggedEllipse({ start, grip, to }: EllipseDrag): Ellipse {
  if (to === null || grip === 'move') return start
  return grip === 'turn' ? turnedTo(start, to) : stretchedTo(start, grip, to)
}

function turnedTo(start: Ellipse, to: Point & Place): Ellipse {
  const { x, y } = start.centre
  const angle = Math.atan2(to.y - y, to.x - x) + Math.PI / 2
  return { ...start, angle: to.shift ? turnStep * Math.round(angle / turnStep) : angle }
}

function stretchedTo(start: Ellipse, grip: End, to: Point & Place): Ellipse {
  const direction = start.angle + (grip * Math.PI) / 2
  const [x, y] = [Math.cos(direction), Math.sin(direction)]
  const axis = grip % 2 === 0 ? 0 : 1
  const reach = (to.x - start.centre.x) * x + (to.y - start.centre.y) * y
  const radius = to.alt ? Math.abs(reach) : Math.abs(reach + start.radii[axis]) / 2
  const shift = to.alt ? 0 : (reach - start.radii[axis]) / 2
  if (radius < leastRadius) return start
  const other = to.shift ? radius : start.radii[axis === 0 ? 1 : 0]
  return {
    ...start,
    centre: { x: start.centre.x + shift * x, y: start.centre.y + shift * y },
    radii: axis === 0 ? [radius, other] : [other, radius],
  }
}

/** In image pixels: a smaller one has no area to speak of. */
const leastRadius = 0.5

/** Whether an ellipse is large enough to be drawn. */
export function hasArea({ radii }: Ellipse): boolean {
  return Math.min(...radii) >= leastRadius
}

/** Sets the dragged ellipse, as one step of undo; the image's border cuts what lies beyond it. */
export function dropEllipse(drag: EllipseDrag, editor: ToolEditor): void {
  const { document } = editor.view
  if (drag.to === null || document.annotations.get(drag.id)?.geometry !== drag.geometry) return
  const shift = movedBy(drag, editor.view)
  if (shift !== null) {
    editor.change('move', moveAnnotations([drag.id], shift))
    return
  }
  const area = [polygonOfEllipse(draggedEllipse(drag))]
  const [bounds, box] = [boxOfImage(document.image), boxOf(area)]
  if (box !== null && boxHolds(bounds, box)) {
    editor.change('ellipse', setGeometry(drag.id, area, false))
    return
  }
  editor.reshape({
    operation: 'replace',
    drawing: { kind: 'area', area },
    asBox: false,
    mark: editor.mark('ellipse'),
  })
}

/** The handles of an ellipse; the one in the hand is larger. */
export function ellipseOverlays(
  ellipse: Ellipse,
  { grips, taken = null, view }: { grips: readonly Grip[]; taken?: Grip | null; view: View },
): Overlay[] {
  const [end, turn] = [gripAt(ellipse, 3, view), gripAt(ellipse, 'turn', view)]
  return [
    { kind: 'line', line: [end.x, end.y, turn.x, turn.y], dashed: false },
    ...grips.map((grip): Overlay => {
      const at = gripAt(ellipse, grip, view)
      return { kind: 'handle', role: roleOf(grip), at, active: grip === taken }
    }),
  ]
}

function roleOf(grip: Grip): 'corner' | 'start' | 'vertex' {
  if (grip === 'turn') return 'start'
  return grip === 'move' ? 'vertex' : 'corner'
}

/** The annotation as its drag would leave it, with its handles. */
export function ellipseDragOverlays(drag: EllipseDrag, view: View): Overlay[] {
  const annotation = view.document.annotations.get(drag.id)
  if (annotation?.geometry !== drag.geometry) return []
  const { id, lines, keypoints } = annotation
  const shift = movedBy(drag, view)
  if (shift !== null) return [{ kind: 'moved', id, ...shift }]
  const ellipse = draggedEllipse(drag)
  const handles = ellipseOverlays(ellipse, { grips: outerGrips, taken: drag.grip, view })
  if (drag.to === null) return handles
  return [
    { kind: 'instead', id, geometry: [polygonOfEllipse(ellipse)], lines, keypoints },
    ...handles,
  ]
}
