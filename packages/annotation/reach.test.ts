import { describe, expect, test } from 'vitest'

import { polygonOfEllipse } from '#geometry/ellipse'
import { setCategory } from './commands.ts'
import { newGrid } from './grid-view.ts'
import { reachInside, reachOf } from './reach.ts'
import type { Driver } from './testing/driver.ts'
import { aCategory, aSquare, anAnnotation, draw } from './testing/driver.ts'

const finger = { pointerType: 'touch' } as const
const square = anAnnotation({ geometry: aSquare(20, 10, 80) })
const corners = [20, 10, 100, 10, 100, 90, 20, 90]

test('a finger reaches farther than a mouse or a pen, unless it is used to more', () => {
  const view = draw(square).zoom(2).editor.state
  expect(reachOf({ pointerType: 'mouse' }, view)).toBe(3.5)
  expect(reachOf({ pointerType: 'pen' }, view)).toBe(3.5)
  expect(reachOf(finger, view)).toBe(10)
  expect(reachOf(finger, view, 30)).toBe(15)
  const box = { x: 0, y: 0, width: 24, height: 90 }
  expect(reachInside(box, finger, view)).toBe(6)
  expect(reachInside(box, { pointerType: 'mouse' }, view)).toBe(3.5)
})

describe('with the selecting tool', () => {
  const drag = [
    [108, 98],
    [120, 95],
  ] as const

  test('a finger beside a vertex drags it; a mouse does not', () => {
    const user = draw(square).drag(drag, finger)
    expect(user.segmentation()).toEqual([[20, 10, 100, 10, 120, 95, 20, 90]])
    expect(draw(square).drag(drag).segmentation()).toEqual([corners])
  })

  test('the nearest handle is taken, also a midpoint', () => {
    const user = draw(square).press(72, 100, finger).move(72, 99, finger)
    user.move(60, 99, finger).release(60, 99, finger)
    expect(user.segmentation()).toEqual([[20, 10, 100, 10, 100, 90, 60, 99, 20, 90]])
  })

  test('the middle of a small annotation is free to move it', () => {
    const small = anAnnotation({ geometry: aSquare(40, 40, 30) })
    const user = draw(small).drag(
      [
        [55, 55],
        [65, 55],
      ],
      finger,
    )
    expect(user.segmentation()).toEqual([[50, 40, 80, 40, 80, 70, 50, 70]])
  })

  test('a tap beside a handle means what lies there, and changes nothing', () => {
    const other = anAnnotation({ id: 'b', geometry: aSquare(110, 42, 16), position: 2 })
    const user = draw(square, other).press(113, 50, finger).release(113, 50, finger)
    expect(user.selected).toEqual(['b'])
    expect(user.segmentation()).toEqual([corners])
    expect(user.editor.state.history.past).toEqual([])
    const onVertex = draw(square, other).press(103, 92, finger).release(103, 92, finger)
    expect(onVertex.overlays('handle')).toMatchObject([{ at: { x: 100, y: 90 }, active: true }])
  })

  test.each(['a tap', 'Escape'])('%s on a midpoint leaves what can be redone', (way) => {
    const user = draw(square)
    user.editor.change('recategorise', setCategory('a', 2))
    user.undo().press(113, 50, finger)
    expect(user.segmentation()).toEqual([[20, 10, 100, 10, 100, 50, 100, 90, 20, 90]])
    if (way === 'Escape') user.key('Escape')
    else user.release(113, 50, finger)
    expect(user.segmentation()).toEqual([corners])
    expect(user.redo().annotation().categoryId).toBe(2)
  })

  test('a finger hits a thin line from farther away', () => {
    const line = anAnnotation({ lines: [[20, 50, 180, 50]] })
    expect(draw(line).select(null).click(100, 66, finger).selection).toBe('a')
    expect(draw(line).select(null).click(100, 66).selection).toBeNull()
  })
})

test('a finger beside a grip changes the ellipse instead of drawing a second one', () => {
  const shape = polygonOfEllipse({ centre: { x: 100, y: 50 }, radii: [40, 30], angle: 0 })
  const begun = (pointer: object) => {
    const user = draw(anAnnotation({ geometry: [shape] }))
    user.editor.setView({ activeCategory: 1 })
    return user.tool('ellipse').press(149, 50, pointer).at
  }
  expect(begun(finger)).toBe('ellipse.shaping')
  expect(begun({})).toBe('ellipse.pressed')
})

test('a tap beside a grip selects what lies there; a drag from there takes the grip', () => {
  const shape = polygonOfEllipse({ centre: { x: 60, y: 50 }, radii: [40, 30], angle: 0 })
  const ellipse = anAnnotation({ geometry: [shape] })
  const other = anAnnotation({ id: 'b', geometry: aSquare(110, 42, 16), position: 2 })
  const user = draw(ellipse, other).press(112, 50, finger).release(112, 50, finger)
  expect(user.selected).toEqual(['b'])
  expect(user.select('a').press(112, 50, finger).move(120, 50, finger).at).toBe('select.shaping')
})

describe('the grid', () => {
  const disc = anAnnotation({
    categoryId: 3,
    geometry: [polygonOfEllipse({ centre: { x: 40, y: 50 }, radii: [10, 10], angle: 0 })],
  })
  const fovea = anAnnotation({ id: 'b', categoryId: 4, keypoints: [64, 50, 2], position: 2 })

  function gridded(): Driver {
    const user = draw(disc, fovea).select(null)
    const categories = [aCategory(3, 'Disc', 'disc'), aCategory(4, 'Fovea', 'fovea')]
    user.editor.setCategories(new Map(categories.map((category) => [category.id, category])))
    user.editor.setView({ grid: newGrid })
    return user
  }

  test('a finger takes the nearer of disc and fovea', () => {
    expect(gridded().press(56, 50, finger).editor.state.tool.state).toMatchObject({
      place: 'fovea',
    })
    expect(gridded().press(48, 50, finger).editor.state.tool.state).toMatchObject({ place: 'disc' })
    expect(gridded().press(56, 50).at).toBe('select.pressed')
  })

  test('a tap on one selects what lies there', () => {
    expect(gridded().press(48, 50, finger).release(48, 50, finger).selected).toEqual(['a'])
  })
})

/** The measurements after a drag that begins 11 pixels from the end of one. */
function measured(pointer: object) {
  const user = draw(square).tool('measure').press(10, 10).release(60, 10)
  user.press(70, 15, pointer).move(90, 30, pointer).release(90, 30, pointer)
  return Object.values(user.editor.state.document.imageRecord.measurements)
}

test('a finger beside the end of a measurement moves it', () => {
  expect(measured(finger)).toEqual([{ kind: 'length', points: [10, 10, 90, 30] }])
  expect(measured({})).toHaveLength(2)
})

test('a finger beside a keypoint moves it', () => {
  const labelled = anAnnotation({ keypoints: [50, 50, 2] })
  const moved = (pointer: object) => {
    const user = draw(labelled)
    const category = { ...aCategory(1, 'eye'), keypointLabels: ['disc'] }
    user.editor.setCategories(new Map([[1, category]]))
    user.tool('keypoints').press(60, 50, pointer).move(80, 50, pointer).release(80, 50, pointer)
    return user.annotation().keypoints
  }
  expect(moved(finger)).toEqual([70, 50, 2])
  expect(moved({})).toEqual([50, 50, 2])
})

function corner(pointer: object): Driver {
  const user = draw(anAnnotation()).tool('polygon').click(10, 10, pointer)
  return user.click(90, 10, pointer).click(90, 90, pointer)
}

describe('a polygon', () => {
  test('is closed by a finger near its first point', () => {
    expect(corner(finger).click(24, 18, finger).segmentation()).toEqual([[10, 10, 90, 10, 90, 90]])
    expect(corner({}).click(24, 18).at).toBe('polygon.drawing')
  })

  test('that is small gets its last corner', () => {
    const user = draw(anAnnotation()).tool('polygon')
    user.click(10, 10, finger).click(26, 10, finger).click(26, 26, finger).click(10, 26, finger)
    expect(user.at).toBe('polygon.drawing')
    expect(user.click(12, 12, finger).segmentation()).toEqual([[10, 10, 26, 10, 26, 26, 10, 26]])
  })

  test('that a finger led around is closed as it is lifted near its start', () => {
    const around = [
      [10, 10],
      [90, 10],
      [90, 90],
      [10, 90],
      [12, 25],
    ] as const
    const user = draw(anAnnotation()).tool('polygon').drag(around, finger)
    expect(user.segmentation()).toEqual([[10, 10, 90, 10, 90, 90, 10, 90, 12, 25]])
    expect(draw(anAnnotation()).tool('polygon').drag(around).at).toBe('polygon.drawing')
  })
})
