import { documentOf, emptyAnnotation } from '#annotation/document'
import { Editor } from '#annotation/editor'
import { carryOut } from '#annotation/plan'
import { carryOutRework } from '#annotation/rework'
import type { PointerInput } from '#annotation/tool'
import { preferencesFrom } from '#annotation/preferences'
import type { PolygonOperations } from '#geometry/boolean'
import type { Point } from '#geometry/point'
import type { MultiPolygon } from '#geometry/polygon'
import type { MagicWand } from '#raster/magic-wand'
import { millisecondsOf } from './measure.ts'

export interface Desk {
  readonly side: number
  readonly operations: PolygonOperations
  readonly wand?: MagicWand
}

/** An editor with annotations of these shapes on a square image; the first one is selected. */
export function openEditor(
  { side, operations, wand }: Desk,
  shapes: readonly MultiPolygon[],
  radius = 30,
): Editor {
  const image = { id: 1, width: side, height: side }
  const bare = documentOf(image, [], [])
  const annotations = shapes.map((geometry, i) => ({
    ...emptyAnnotation(bare, { id: String(i), categoryId: 1 }),
    geometry,
    position: i + 1,
  }))
  const editor = new Editor({
    document: documentOf(image, [], annotations),
    carryOut: (plan) => {
      const { drawing } = plan
      const found = drawing.kind === 'wand' ? wand?.pick(drawing.at, drawing) : undefined
      return carryOut(plan, operations, found && { area: found })
    },
    carryOutRework: (rework) => carryOutRework(rework, operations),
    newAnnotation: (document, categoryId) => emptyAnnotation(document, { id: 'new', categoryId }),
    onFailure(error) {
      throw error
    },
    preferences: preferencesFrom({ brush: { radius }, eraser: { radius } }),
  })
  editor.select('0')
  return editor
}

export function pointerAt(at: Point): PointerInput {
  return { at, pressure: 0.5, pointerType: 'mouse', shift: false, alt: false, ctrl: false }
}

/** Draws along a path; the milliseconds of each step and of letting go. */
export function drawStroke(
  editor: Editor,
  path: readonly Point[],
): { steps: number[]; end: number } {
  const [first = { x: 0, y: 0 }, ...others] = path
  editor.pointerDown(pointerAt(first))
  const steps = others.map((at) =>
    millisecondsOf(() => {
      editor.pointerMove(pointerAt(at))
      editor.display()
    }),
  )
  const end = millisecondsOf(() => editor.pointerUp(pointerAt(path.at(-1) ?? first)))
  return { steps, end }
}
