import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import type { Ring } from '#geometry/polygon'
import { pointsOf, ringOf } from '#geometry/polygon'
import { boxOfRing } from '#geometry/box'
import { simplifyLine } from '#geometry/simplify'
import type { Contrast, Overlay } from '../../overlay.ts'
import type { Aim } from '../../reach.ts'
import { reachInside } from '../../reach.ts'
import type { PointerInput, ToolEditor, RunningTool } from '../../tool.ts'
import { isShifted, operationOf, toolOf } from '../../tool.ts'
import type { View } from '../../view.ts'
import { inImagePixels } from '../../view.ts'
import { polygonAbout, polygonSettings } from './about.ts'

interface PathPoint extends Point {
  /** Set down by a click, and so kept exactly; else collected while dragging. */
  readonly clicked: boolean
}

interface Drawing {
  readonly name: 'drawing'
  readonly path: readonly [PathPoint, ...PathPoint[]]
  readonly pressed: boolean
  readonly pointer: Point
  readonly pointerType: Aim['pointerType']
  /** Whether Shift was held last. */
  readonly shift: boolean
}

type PolygonState = { readonly name: 'idle' } | Drawing

const idle: PolygonState = { name: 'idle' }

/**
 * Draws polygons by clicks, by dragging, or by both. Closed at its first point, by a double click or
 * by Enter, a polygon is added to the selected annotation; with shift it is taken away.
 */
export const polygonTool: RunningTool<'polygon'> = toolOf<'polygon', PolygonState>(polygonAbout, {
  initial: idle,
  states: {
    idle: {
      cancel: () => idle,
      pointerDown(_, pointer, editor) {
        if (editor.view.selection === null) return idle
        return {
          name: 'drawing',
          path: [{ ...pointer.at, clicked: true }],
          pressed: true,
          pointer: pointer.at,
          pointerType: pointer.pointerType,
          shift: pointer.shift,
        }
      },
      display: () => ({ cursor: 'crosshair', overlays: [] }),
    },
    drawing: {
      cancel: () => idle,
      complete: finish,
      isComplete,
      undo: withoutLastPoint,
      pointerDown(state, pointer, editor) {
        const next = follow({ ...state, pressed: true }, pointer)
        if (closesByClick(next, editor.view)) return finish(next, editor)
        return isApart(next, editor.view) ? withPoint(next, true) : next
      },
      pointerMove(state, pointer, editor) {
        const next = follow(state, pointer)
        if (!next.pressed || !isApart(next, editor.view)) return next
        return closesByDrag(next, editor.view) ? finish(next, editor) : withPoint(next, false)
      },
      pointerUp(state, pointer, editor) {
        const next = follow({ ...state, pressed: false }, pointer)
        return closesByRelease(next, editor.view) ? finish(next, editor) : next
      },
      doubleClick: (state, pointer, editor) => finish(follow(state, pointer), editor),
      keyDown: (state, { key }) => (key === 'Backspace' ? withoutLastPoint(state) : null),
      display: (state, view) => ({ cursor: 'crosshair', overlays: overlaysOf(state, view) }),
    },
  },
})

const settingsIn = ({ preferences }: View) => polygonSettings.valuesIn(preferences)

function follow(state: Drawing, { at, pointerType, shift }: PointerInput): Drawing {
  return { ...state, pointer: at, pointerType, shift }
}

function withPoint(state: Drawing, clicked: boolean): Drawing {
  return { ...state, path: [...state.path, { ...state.pointer, clicked }] }
}

function withoutLastPoint(state: Drawing): PolygonState {
  const [first, ...others] = state.path
  return others.length === 0 ? idle : { ...state, path: [first, ...others.slice(0, -1)] }
}

function isApart({ path, pointer }: Drawing, view: View): boolean {
  const last = path.at(-1) ?? path[0]
  return distance(last, pointer) >= inImagePixels(view, settingsIn(view).minDistance)
}

/** The distance in image pixels from the first point at which a press or a release closes the polygon. */
function closingReach({ path, pointerType }: Drawing, view: View): number {
  const { completeDistance } = settingsIn(view)
  const box = boxOfRing(ringOf(path)) ?? { ...path[0], width: 0, height: 0 }
  return reachInside(box, { pointerType }, view, completeDistance)
}

function isAtStart({ path: [first], pointer }: Drawing, reach: number): boolean {
  return distance(first, pointer) <= reach
}

function closesByClick(state: Drawing, view: View): boolean {
  return isComplete(state) && isAtStart(state, closingReach(state, view))
}

/** A dragged line closes when it returns to its start after clearly leaving it. */
function closesByDrag(state: Drawing, view: View): boolean {
  return returns(state, inImagePixels(view, settingsIn(view).completeDistance))
}

/** One that a finger lifts near the start closes only then, so that it is drawn as far as it was led. */
function closesByRelease(state: Drawing, view: View): boolean {
  const { path, pointerType } = state
  if (pointerType !== 'touch' || path.at(-1)?.clicked !== false) return false
  return isComplete(state) && returns(state, closingReach(state, view))
}

function returns(state: Drawing, reach: number): boolean {
  const [first] = state.path
  return isAtStart(state, reach) && state.path.some((point) => distance(first, point) > 2 * reach)
}

/** Fewer than three points are not a polygon yet. */
function isComplete({ path }: Drawing): boolean {
  return path.length >= 3
}

/** Drawing continues until there is a polygon. */
function finish(state: Drawing, editor: ToolEditor): PolygonState {
  if (!isComplete(state)) return state
  editor.reshape({
    operation: operationOf(state, editor.view),
    drawing: { kind: 'area', area: [{ outer: outlineOf(state, editor.view), holes: [] }] },
    asBox: false,
    mark: editor.mark('polygon'),
  })
  return idle
}

/**
 * The ring that was drawn. Dragged stretches are smoothed between the clicked points, which are
 * kept; the tolerance is the preference in image pixels, or in screen pixels if those are finer, so
 * that drawings at high zoom keep their detail.
 */
function outlineOf({ path }: Drawing, view: View): Ring {
  const { simplify } = settingsIn(view)
  const tolerance = Math.min(simplify, inImagePixels(view, simplify))
  const outline: Point[] = []
  let stretch: Point[] = []
  for (const point of [...path, { ...path[0], clicked: true }]) {
    stretch.push(point)
    if (!point.clicked) continue
    outline.push(...pointsOf(simplifyLine(ringOf(stretch), tolerance)).slice(0, -1))
    stretch = [point]
  }
  return ringOf(outline)
}

function overlaysOf(state: Drawing, view: View): Overlay[] {
  const { path, pointer } = state
  const closing = closesByClick(state, view)
  const last = path.at(-1) ?? path[0]
  const [{ x, y }] = path
  const start: Overlay = { kind: 'handle', at: { x, y }, role: 'start', active: closing }
  const to = closing ? start.at : pointer
  const { guidance } = settingsIn(view)
  const colour = colourAt(guidance ? to : last, view)
  const line: Overlay = {
    kind: 'line',
    line: ringOf(path),
    dashed: isShifted(state, view),
    ...colour,
  }
  if (!guidance) return [line, start]
  const guide: Overlay = { kind: 'line', line: ringOf([last, to]), dashed: !closing, ...colour }
  return [line, guide, start]
}

/** The colour of the lines, if it is chosen to contrast with the photograph. */
function colourAt({ x, y }: Point, view: View): { readonly colour?: Contrast } {
  const { auto, radius, blackOrWhite } = settingsIn(view)
  return auto ? { colour: { around: { x, y }, radius, blackOrWhite } } : {}
}
