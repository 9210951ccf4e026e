import { describe, expect, test } from 'vitest'

import type { Point } from '#geometry/point'
import type { MultiPolygon } from '#geometry/polygon'
import { documentOf } from '../../document.ts'
import { carryOut, type DrawnArea, type ShapePlan } from '../../plan.ts'
import {
  aCategory,
  anAnnotation,
  aPolygon,
  aSquare,
  Driver,
  operations,
} from '../../testing/driver.ts'
import { flipVessels } from '../../vessel-kind.ts'

/** Finds a square of 4 around each click, and a line from click to click. */
function found({ drawing }: ShapePlan): DrawnArea {
  if (drawing.kind !== 'vessel') return { area: [] }
  const { points, lineOnly = false } = drawing
  const area = lineOnly ? [] : points.flatMap(({ x, y }) => aSquare(x - 2, y - 2, 4))
  return { area, lines: [points.flatMap(({ x, y }) => [x, y])] }
}

function tracing(geometry: MultiPolygon = []): Driver {
  const user = new Driver([anAnnotation({ geometry })], {
    carryOut: (plan) => carryOut(plan, operations, found(plan)),
  })
  return user.select('a').tool('vessel')
}

function clicks(user: Driver): readonly Point[] {
  return user.overlays('handle').map(({ at: { x, y } }) => ({ x, y }))
}

function shownArea(user: Driver): number | undefined {
  return user.editor.state.preview?.geometry.length
}

describe('vessel', () => {
  test('the vessel from the first click to the pointer is shown, and nothing is changed', () => {
    const user = tracing().click(20, 20).move(60, 20)
    expect(user.at).toBe('vessel.following')
    expect(shownArea(user)).toBe(2)
    expect(user.area()).toBe(0)
  })

  test.each(['Enter', 'a double click'])('%s adds what the clicks lead along, once', (way) => {
    const user = tracing().click(20, 20).click(60, 20).click(100, 20)
    if (way === 'Enter') user.move(150, 80).key('Enter')
    else user.doubleClick(100, 20)
    expect(user.at).toBe('vessel.idle')
    expect(user.area()).toBe(3 * 16)
    expect(user.annotation().origin).toEqual({
      kind: 'semiautomatic',
      algorithms: [{ name: 'vessel-tracing', version: '1.2.0' }],
    })
    expect(user.undo().area()).toBe(0)
  })

  test('a click tells how exactly it was placed: at twice the size, half as far off', () => {
    const errors: (number | undefined)[] = []
    const user = new Driver([anAnnotation()], {
      carryOut: (plan) => {
        if (plan.drawing.kind === 'vessel') errors.push(plan.drawing.points[0]?.error)
        return carryOut(plan, operations, found(plan))
      },
    })
    for (const zoom of [1, 2]) {
      user.select('a').tool('vessel').zoom(zoom).click(20, 20).click(60, 20).key('Enter')
    }
    expect(new Set(errors)).toEqual(new Set([1.5, 0.75]))
  })

  test('with shift, the vessel is taken away', () => {
    const user = tracing(aSquare(0, 0, 50))
      .click(10, 10)
      .click(30, 30, { shift: true })
    expect(user.key('Enter').area()).toBe(2500 - 2 * 16)
  })

  test('the centre line is kept with the area, goes with it, and comes back by undo', () => {
    const user = tracing().click(20, 20).click(60, 20).key('Enter')
    expect(user.annotation().lines).toEqual([[20, 20, 60, 20]])
    user.click(50, 20).click(60, 20, { shift: true }).key('Enter')
    expect(user.annotation().lines).toEqual([
      [20, 20, 48, 20],
      [52, 20, 58, 20],
    ])
    expect(user.undo().annotation().lines).toEqual([[20, 20, 60, 20]])
  })

  test('alone, a line is an annotation: it is hit, moved, and its points can be dragged', () => {
    const user = tracing().prefer({ vessel: { result: 'line' } })
    user.click(20, 20).click(60, 20).click(100, 60).key('Enter')
    expect(user.area()).toBe(0)
    expect(user.undo().annotation().lines).toEqual([])
    user.redo().select(null).tool('select').click(40, 21)
    expect(user.selection).toBe('a')
    user.drag([
      [60, 20],
      [60, 40],
    ])
    expect(user.annotation().lines).toEqual([[20, 20, 60, 40, 100, 60]])
    user.drag([
      [30, 25],
      [35, 26],
    ])
    expect(user.annotation().lines).toEqual([[25, 21, 65, 41, 105, 61]])
    expect(user.click(65, 41, { alt: true }).annotation().lines).toEqual([[25, 21, 105, 61]])
  })

  test('the points of a centre line have handles where they do not crowd those of the outline', () => {
    const band = aPolygon(0, 30, 200, 30, 200, 70, 0, 70)
    const user = new Driver([anAnnotation({ geometry: band, lines: [[0, 50, 200, 50]] })])
    const onLine = () => user.handles.filter(({ at }) => at.y === 50 && at.x > 0 && at.x < 200)
    expect(user.select('a').zoom(1).tool('select') && onLine()).toHaveLength(1)
    expect(user.zoom(0.4) && onLine()).toHaveLength(0)
  })

  test('a new vessel becomes the kind that was found, in the same step; a second one does not change it', () => {
    const proposed: number[] = []
    const user = new Driver([anAnnotation()], {
      document: documentOf(
        { id: 1, width: 200, height: 100 },
        [aCategory(1, 'arterioles', 'arteriole'), aCategory(2, 'venules', 'venule')],
        [anAnnotation()],
      ),
      carryOut: (plan) => carryOut(plan, operations, { ...found(plan), vesselKind: 'venule' }),
      onCategoryProposed: (category) => proposed.push(category),
    })
    user.select('a').tool('vessel').click(20, 20).click(60, 20).key('Enter')
    expect(user.annotation().categoryId).toBe(2)
    user.editor.change('category', flipVessels(['a']))
    user.click(60, 20).click(90, 20).key('Enter')
    expect(user.annotation().categoryId).toBe(1)
    expect(user.undo().undo().undo().annotation().categoryId).toBe(1)
    expect(proposed).toEqual([2])
  })

  test('Backspace and undo take back the last click', () => {
    const user = tracing().click(20, 20).click(60, 20).click(100, 20).key('Backspace')
    expect(clicks(user)).toEqual([
      { x: 20, y: 20 },
      { x: 60, y: 20 },
    ])
    expect(user.undo().undo().at).toBe('vessel.idle')
    expect(shownArea(user)).toBeUndefined()
  })

  test('a pen may drag from one end to the other', () => {
    const user = tracing().press(20, 20).move(40, 20).release(60, 20)
    expect(clicks(user)).toHaveLength(2)
    expect(user.key('Enter').area()).toBe(2 * 16)
  })

  test('one click is no vessel yet, and clicks beyond the border count as on it', () => {
    const user = tracing().click(20, 20).key('Enter')
    expect(user.at).toBe('vessel.following')
    expect(clicks(user.click(20, -40)).at(-1)).toEqual({ x: 20, y: 0 })
  })

  test('Escape leaves no trace', () => {
    const user = tracing().click(20, 20).click(60, 20).move(80, 20).key('Escape')
    expect(user.at).toBe('vessel.idle')
    expect(shownArea(user)).toBeUndefined()
    expect(user.area()).toBe(0)
  })

  test('another tool adds what the clicks lead along', () => {
    const user = tracing().click(20, 20).click(60, 20).move(80, 20).tool('select')
    expect(shownArea(user)).toBeUndefined()
    expect(user.area()).toBe(2 * 16)
  })
})
