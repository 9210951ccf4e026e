import { describe, expect, test } from 'vitest'
import { aPolygon, aSquare, anAnnotation, draw } from '../../testing/driver.ts'

const box = [[10, 10, 60, 10, 60, 40, 10, 40]]

describe('box by two clicks', () => {
  test('the first sets a corner, the second completes the box', () => {
    const user = draw(anAnnotation()).tool('box').click(60, 40)
    expect(user.at).toBe('box.placed')
    user.move(20, 20)
    expect(user.overlays('line')).toEqual([
      { kind: 'line', line: [20, 20, 60, 20, 60, 40, 20, 40, 20, 20], dashed: false },
    ])
    user.click(10, 10)
    expect(user.at).toBe('box.idle')
    expect(user.segmentation()).toEqual(box)
    expect(user.annotation().isBox).toBe(true)
    expect(user.undo().annotation()).toMatchObject({ geometry: [], isBox: false })
    expect(user.redo().annotation().isBox).toBe(true)
  })

  test('a second click at the same height keeps waiting', () => {
    const user = draw(anAnnotation()).tool('box').click(10, 10).click(60, 10)
    expect(user.at).toBe('box.placed')
    expect(user.click(60, 40).segmentation()).toEqual(box)
  })
})

describe('box by dragging', () => {
  test('letting go completes the box', () => {
    const user = draw(anAnnotation()).tool('box').press(10, 10).move(30, 30)
    expect(user.at).toBe('box.pressed')
    user.release(60, 40)
    expect(user.at).toBe('box.idle')
    expect(user.segmentation()).toEqual(box)
  })

  test.each([
    { zoom: 0.1, shaky: 20, meant: 40 },
    { zoom: 8, shaky: 0.3, meant: 0.5 },
  ])('tells a click from a drag on the screen at zoom $zoom', ({ zoom, shaky, meant }) => {
    const pressed = () => draw(anAnnotation()).zoom(zoom).tool('box').press(10, 10)
    expect(pressed().release(10 + shaky, 10 + shaky / 2).at).toBe('box.placed')
    expect(pressed().release(10 + meant, 10 + meant).at).toBe('box.idle')
  })
})

describe('box given up', () => {
  test.each(['pressed', 'placed'])('Escape in %s leaves no trace', (state) => {
    const user = draw(anAnnotation()).tool('box').press(10, 10)
    if (state === 'placed') user.release(10, 10)
    expect(user.at).toBe(`box.${state}`)
    user.key('Escape')
    expect(user.at).toBe('box.idle')
    user.click(60, 40)
    expect(user.at).toBe('box.placed')
    expect(user.segmentation()).toEqual([])
  })

  test('undo does the same', () => {
    const user = draw(anAnnotation()).tool('box')
    expect(user.click(10, 10).undo().at).toBe('box.idle')
    expect(user.undo().travelled.label).toBeNull()
  })
})

describe('box annotations', () => {
  test('clipped to the image it is still a box', () => {
    const user = draw(anAnnotation()).tool('box').click(-20, -20).click(30, 30)
    expect(user.segmentation()).toEqual([[0, 0, 30, 0, 30, 30, 0, 30]])
    expect(user.annotation().isBox).toBe(true)
  })

  test('a second box makes it an area like others', () => {
    const user = draw(anAnnotation()).tool('box').click(10, 10).click(60, 40)
    user.click(40, 20).click(90, 80)
    expect(user.annotation().isBox).toBe(false)
    expect(user.area()).toBe(1500 + 3000 - 400)
  })

  test('a box over a polygon is not a box annotation, even if it covers the polygon', () => {
    const user = draw(anAnnotation({ geometry: aPolygon(20, 20, 30, 20, 30, 30) })).tool('box')
    user.click(10, 10).click(60, 40)
    expect(user.segmentation()).toEqual(box)
    expect(user.annotation().isBox).toBe(false)
  })

  test('with shift it subtracts; the remainder of a box after a box may be a box', () => {
    const user = draw(anAnnotation({ geometry: aSquare(0, 0, 40), isBox: true })).tool('box')
    user.drag(
      [
        [20, -5],
        [60, 50],
      ],
      { shift: true },
    )
    expect(user.segmentation()).toEqual([[0, 0, 20, 0, 20, 40, 0, 40]])
    expect(user.annotation().isBox).toBe(true)
  })

  test('is out of use without a selection', () => {
    expect(draw(anAnnotation()).select(null).tool('box').at).toBe('select.idle')
  })
})

test('a box beside the image, or drawn flat there, adds nothing, and the user is told', () => {
  const user = draw(anAnnotation()).tool('box').click(210, 10).click(260, 40)
  expect(user.annotation().geometry).toEqual([])
  expect([user.toldOfNothing, user.editor.state.history.past]).toEqual([1, []])
  expect(user.click(10, 10).click(60, 40).toldOfNothing).toBe(1)
})
