import { describe, expect, test } from 'vitest'
import { aPolygon, aSquare, anAnnotation, draw } from '../../testing/driver.ts'

const square = anAnnotation({ geometry: aSquare(40, 40, 40) })
const box = anAnnotation({ geometry: aSquare(40, 40, 40), isBox: true })
const other = anAnnotation({ id: 'b', geometry: aSquare(120, 10, 20), position: 2 })

function dragCorner(x: number, y: number) {
  return draw(box).drag([
    [40, 40],
    [x, y],
  ])
}

describe('select by clicks', () => {
  test('hovers and selects the annotation under the pointer, or none', () => {
    const user = draw(square, other).select(null).move(50, 50)
    expect(user.editor.state.hover).toBe('a')
    expect(user.editor.display().cursor).toBe('pointer')
    user.click(130, 20)
    expect(user.selection).toBe('b')
    user.click(100, 80)
    expect(user.selection).toBeNull()
    expect(user.editor.state.hover).toBeNull()
    expect(user.at).toBe('select.idle')
  })

  test('leaves nothing pointed at when another tool is taken', () => {
    const user = draw(square).select('a').move(60, 60)
    expect(user.editor.state.hover).toBe('a')
    user.editor.setTool('brush')
    expect(user.editor.state.hover).toBeNull()
  })

  test('selecting is nothing to undo or to save', () => {
    const user = draw(square, other).click(130, 20)
    expect(user.undo().travelled.label).toBeNull()
    expect(user.changes.every(({ local }) => local.size === 0)).toBe(true)
  })

  test('ignores hidden annotations', () => {
    const user = draw(square).select(null)
    user.editor.setView({ hidden: new Set(['a']) })
    expect(user.click(50, 50).selection).toBeNull()
  })
})

describe('select.moving', () => {
  test('drags the annotation with its keypoints, as one step', () => {
    const user = draw(anAnnotation({ ...square, keypoints: [50, 50, 2, 0, 0, 0] }))
    user.press(60, 60).move(61, 60)
    expect(user.at).toBe('select.pressed')
    user.move(65, 60).move(70, 55)
    expect(user.at).toBe('select.moving')
    expect(user.overlays('moved')).toEqual([{ kind: 'moved', id: 'a', dx: 10, dy: -5 }])
    expect(user.segmentation()).toEqual([[40, 40, 80, 40, 80, 80, 40, 80]])
    user.release(70, 55)
    expect(user.segmentation()).toEqual([[50, 35, 90, 35, 90, 75, 50, 75]])
    expect(user.annotation().keypoints).toEqual([60, 45, 2, 0, 0, 0])
    expect(user.undo().segmentation()).toEqual([[40, 40, 80, 40, 80, 80, 40, 80]])
    expect(user.redo().segmentation()).toEqual([[50, 35, 90, 35, 90, 75, 50, 75]])
  })

  test('selects the dragged annotation, keeps a box a box, and stops at the border', () => {
    const user = draw(box, other)
      .select('b')
      .drag([
        [60, 60],
        [0, 0],
        [-500, 500],
      ])
    expect(user.selection).toBe('a')
    expect(user.segmentation()).toEqual([[0, 60, 40, 60, 40, 100, 0, 100]])
    expect(user.annotation().isBox).toBe(true)
  })

  test('Escape and another tool put it back', () => {
    const user = draw(square).press(60, 60).move(90, 60).key('Escape')
    expect(user.at).toBe('select.idle')
    expect(user.release(90, 60).area()).toBe(1600)
    user.press(60, 60).move(90, 60).tool('polygon').release(90, 60)
    expect(user.segmentation()).toEqual([[40, 40, 80, 40, 80, 80, 40, 80]])
    expect(user.undo().travelled.label).toBeNull()
  })

  test('outlives the loss of the annotation', () => {
    const user = draw(square).press(60, 60).move(90, 60).remotely('a', null).release(95, 60)
    expect(user.at).toBe('select.idle')
    expect(user.selection).toBeNull()
    expect(user.undo().segmentations).toEqual({})
  })

  test.each([0.1, 8])('needs three screen pixels to begin at zoom %s', (zoom) => {
    const pressed = () =>
      draw(anAnnotation({ geometry: aSquare(0, 0, 100) }))
        .zoom(zoom)
        .press(50, 50)
    expect(pressed().move(50 + 2.9 / zoom, 50).at).toBe('select.pressed')
    expect(pressed().move(50 + 3.1 / zoom, 50).at).toBe('select.moving')
  })
})

describe('select.vertex', () => {
  test('drags a vertex, with a preview, as one step', () => {
    const user = draw(square).press(41, 41).move(20, 20)
    expect(user.at).toBe('select.vertex')
    expect(user.overlays('bent')[0]?.to).toEqual({ x: 20, y: 20 })
    expect(user.area()).toBe(1600)
    user.release(20, 20)
    expect(user.segmentation()).toEqual([[20, 20, 80, 40, 80, 80, 40, 80]])
    expect(user.undo().area()).toBe(1600)
  })

  test('stays inside the image', () => {
    const user = draw(square).drag([
      [40, 40],
      [-30, -30],
    ])
    expect(user.segmentation()).toEqual([[0, 0, 80, 40, 80, 80, 40, 80]])
  })

  test('if the outline crosses itself, the area is recomputed', () => {
    const user = draw(square).drag([
      [40, 40],
      [100, 70],
    ])
    expect(user.annotation().geometry).toHaveLength(2)
    expect(user.undo().segmentation()).toEqual([[40, 40, 80, 40, 80, 80, 40, 80]])
  })

  test('Escape puts an old vertex back and takes a new one away', () => {
    const user = draw(square).press(40, 40).move(20, 20).key('Escape').release(20, 20)
    expect(user.area()).toBe(1600)
    user.press(60, 40).move(60, 20).key('Escape')
    expect(user.segmentation()).toEqual([[40, 40, 80, 40, 80, 80, 40, 80]])
    expect(user.undo().travelled.label).toBeNull()
    expect(user.redo().travelled.label).toBeNull()
  })

  test('a colleague who changes the annotation meanwhile is not overwritten', () => {
    const theirs = anAnnotation({ geometry: aSquare(0, 0, 90) })
    const user = draw(square).press(40, 40).move(20, 20).remotely('a', theirs).release(20, 20)
    expect(user.area()).toBe(8100)
    expect(user.at).toBe('select.idle')
  })

  test.each([
    { zoom: 0.2, near: 34, far: 36 },
    { zoom: 8, near: 0.8, far: 0.9 },
  ])('is taken within seven screen pixels at zoom $zoom', ({ zoom, near, far }) => {
    const large = anAnnotation({ geometry: aPolygon(0, 0, 200, 0, 200, 100, 0, 100) })
    const pressed = (x: number) => draw(large).zoom(zoom).press(x, 0.1)
    expect(pressed(near).at).toBe('select.vertex')
    expect(pressed(far).at).toBe('select.pressed')
  })
})

describe('vertices come and go', () => {
  test('a press on the middle of an edge inserts one, which can be dragged at once', () => {
    const user = draw(square).drag([
      [60, 40],
      [60, 20],
    ])
    expect(user.segmentation()).toEqual([[40, 40, 60, 20, 80, 40, 80, 80, 40, 80]])
    expect(user.undo().area()).toBe(1600)
    expect(user.annotation().geometry[0]?.outer).toHaveLength(8)
  })

  test('one that is dragged along its edge and beyond adds nothing, and is no step of undo', () => {
    const user = draw(square)
      .tool('select')
      .drag([
        [60, 40],
        [90, 40],
      ])
    expect(user.segmentation()).toEqual([[40, 40, 80, 40, 80, 80, 40, 80]])
    expect(user.undo().travelled.label).toBeNull()
  })

  test('alt and a click insert one anywhere on an edge', () => {
    const user = draw(square).click(70, 41, { alt: true })
    expect(user.segmentation()).toEqual([[40, 40, 70, 40, 80, 40, 80, 80, 40, 80]])
  })

  test('alt and a click on a vertex delete it, and of a triangle everything', () => {
    const user = draw(square).click(40, 40, { alt: true })
    expect(user.segmentation()).toEqual([[80, 40, 80, 80, 40, 80]])
    user.click(80, 80, { alt: true })
    expect(user.segmentation()).toEqual([])
    expect(user.undo().undo().area()).toBe(1600)
  })

  test('Backspace deletes the vertex clicked last, and is free for others without one', () => {
    const user = draw(square).click(40, 40)
    expect(user.overlays('handle').filter(({ active }) => active)).toHaveLength(1)
    expect(user.key('Backspace').segmentation()).toEqual([[80, 40, 80, 80, 40, 80]])
    const press = { key: 'Backspace', shift: false, alt: false, ctrl: false, repeat: false }
    expect(user.editor.keyDown(press)).toBe(false)
  })

  test('those of holes too', () => {
    const ring = [{ outer: [0, 0, 100, 0, 100, 100, 0, 100], holes: [[20, 20, 20, 80, 80, 80]] }]
    const user = draw(anAnnotation({ geometry: ring })).drag([
      [20, 20],
      [30, 25],
    ])
    expect(user.annotation().geometry[0]?.holes).toEqual([[30, 25, 20, 80, 80, 80]])
    expect(user.click(30, 25, { alt: true }).annotation().geometry[0]?.holes).toEqual([])
  })
})

describe('the corners of a box', () => {
  test('resize it, the opposite one standing still, and it stays a box', () => {
    const user = draw(box).drag([
      [40, 40],
      [20, 30],
    ])
    expect(user.segmentation()).toEqual([[20, 30, 80, 30, 80, 80, 20, 80]])
    expect(user.annotation().isBox).toBe(true)
    expect(user.handles.map(({ role }) => role)).toEqual(Array(4).fill('corner'))
  })

  test('can be dragged past the opposite one, but not onto its line', () => {
    expect(dragCorner(100, 90).segmentation()).toEqual([[80, 80, 100, 80, 100, 90, 80, 90]])
    expect(dragCorner(80, 60).area()).toBe(1600)
  })

  test('a vertex inserted or deleted makes it a polygon', () => {
    expect(draw(box).click(70, 40, { alt: true }).annotation().isBox).toBe(false)
    expect(draw(box).click(40, 40, { alt: true }).annotation().isBox).toBe(false)
  })
})

describe('keys', () => {
  test('shift and arrows nudge by a pixel, with ctrl by ten; held down it is one step', () => {
    const user = draw(square).key('ArrowRight', { shift: true })
    user.key('ArrowRight', { shift: true, repeat: true })
    user.key('ArrowUp', { shift: true, ctrl: true })
    expect(user.segmentation()).toEqual([[42, 30, 82, 30, 82, 70, 42, 70]])
    expect(user.undo().segmentation()).toEqual([[42, 40, 82, 40, 82, 80, 42, 80]])
    expect(user.undo().segmentation()).toEqual([[40, 40, 80, 40, 80, 80, 40, 80]])
  })

  test('they nudge the vertex clicked last', () => {
    const user = draw(square).click(40, 40).key('ArrowLeft', { shift: true })
    user.key('ArrowUp', { shift: true })
    expect(user.segmentation()).toEqual([[39, 39, 80, 40, 80, 80, 40, 80]])
  })

  test('arrows without shift, and any without a selection, are free for others', () => {
    const key = { key: 'ArrowUp', shift: false, alt: false, ctrl: false, repeat: false }
    expect(draw(square).editor.keyDown(key)).toBe(false)
    expect(
      draw(square)
        .select(null)
        .editor.keyDown({ ...key, shift: true }),
    ).toBe(false)
    expect(draw(square).editor.keyDown({ ...key, key: 'Escape' })).toBe(false)
  })
})

describe('handles', () => {
  test('thin out if they would be crowded, and disappear from tiny annotations', () => {
    const dense = Array.from({ length: 400 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 400
      return [100 + 40 * Math.cos(angle), 50 + 40 * Math.sin(angle)]
    }).flat()
    const user = draw(anAnnotation({ geometry: aPolygon(...dense) }))
    expect(user.handles.length).toBeLessThan(25)
    expect(user.zoom(8).handles.length).toBeGreaterThan(100)
    expect(user.zoom(0.1).handles).toEqual([])
  })
})
