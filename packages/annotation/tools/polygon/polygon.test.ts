import { describe, expect, test } from 'vitest'
import { aSquare, anAnnotation, draw } from '../../testing/driver.ts'

const triangle = [[10, 10, 60, 10, 60, 60]]

function circle(x: number, y: number, radius: number, count: number): [number, number][] {
  return Array.from({ length: count + 1 }, (_, i) => {
    const angle = (2 * Math.PI * i) / count
    return [x + radius * Math.cos(angle), y + radius * Math.sin(angle)]
  })
}

function begun() {
  return draw(anAnnotation(), anAnnotation({ id: 'b', geometry: aSquare(0, 0, 5) }))
    .tool('polygon')
    .click(10, 10)
    .click(60, 10)
    .click(60, 60)
}

describe('polygon.idle', () => {
  test('is out of use until an annotation is selected', () => {
    const user = draw(anAnnotation()).select(null).tool('polygon')
    expect(user.at).toBe('select.idle')
    expect(user.select('a').tool('polygon').at).toBe('polygon.idle')
    expect(user.select(null).at).toBe('select.idle')
  })

  test('cancel, Enter, Backspace and a double click mean nothing', () => {
    const user = draw(anAnnotation({ geometry: aSquare(0, 0, 10) })).tool('polygon')
    user.editor.cancel()
    user.key('Enter').key('Backspace')
    expect(user.at).toBe('polygon.idle')
    expect(user.area()).toBe(100)
  })
})

describe('polygon by clicks', () => {
  test('closes within five screen pixels of its first point and merges into the annotation', () => {
    const user = draw(anAnnotation()).tool('polygon')
    user.click(10, 10).click(60, 10).click(60, 60)
    expect(user.at).toBe('polygon.drawing')
    expect(user.segmentation()).toEqual([])
    user.click(12, 11)
    expect(user.at).toBe('polygon.idle')
    expect(user.segmentation()).toEqual(triangle)
    expect(user.undo().segmentation()).toEqual([])
    expect(user.redo().segmentation()).toEqual(triangle)
  })

  test.each([
    { zoom: 0.1, near: 49, far: 51 },
    { zoom: 1, near: 4.9, far: 5.1 },
    { zoom: 8, near: 0.6, far: 0.65 },
  ])('closes by the distance on the screen at zoom $zoom', ({ zoom, near, far }) => {
    const corners = () =>
      draw(anAnnotation()).zoom(zoom).tool('polygon').click(0, 0).click(200, 0).click(200, 100)
    expect(corners().click(0, far).at).toBe('polygon.drawing')
    expect(corners().click(0, near).at).toBe('polygon.idle')
  })

  test('keeps every clicked corner, however little it bends', () => {
    const user = draw(anAnnotation()).tool('polygon')
    user.click(10, 10).click(50, 10.3).click(90, 10).click(50, 60).key('Enter')
    expect(user.segmentation()).toEqual([[10, 10, 50, 10.3, 90, 10, 50, 60]])
  })

  test('a double click completes without adding a point', () => {
    const user = draw(anAnnotation()).tool('polygon')
    user.click(10, 10).click(60, 10).doubleClick(60, 60)
    expect(user.at).toBe('polygon.idle')
    expect(user.segmentation()).toEqual(triangle)
  })

  test('Enter completes three points, but not two', () => {
    const user = draw(anAnnotation()).tool('polygon').click(10, 10).click(60, 10).key('Enter')
    expect(user.at).toBe('polygon.drawing')
    expect(user.click(60, 60).key('Enter').segmentation()).toEqual(triangle)
  })

  test('a click at the first point with only two points is a point like others', () => {
    const user = draw(anAnnotation()).tool('polygon').click(10, 10).click(60, 10).click(10, 13)
    expect(user.at).toBe('polygon.drawing')
    expect(user.key('Enter').area()).toBe(75)
  })

  test('Backspace and undo take back the last point, the first one ends it', () => {
    const user = draw(anAnnotation()).tool('polygon').click(10, 10).click(60, 10).click(99, 99)
    user.undo().click(60, 60).click(5, 5).key('Backspace').key('Enter')
    expect(user.segmentation()).toEqual(triangle)
    user.click(100, 50).key('Backspace')
    expect(user.at).toBe('polygon.idle')
    expect(user.segmentation()).toEqual(triangle)
  })

  test('Escape leaves no trace', () => {
    const user = draw(anAnnotation()).tool('polygon').click(10, 10).click(60, 10).click(60, 60)
    user.key('Escape')
    expect(user.at).toBe('polygon.idle')
    expect(user.segmentation()).toEqual([])
    expect(user.undo().travelled.label).toBeNull()
  })

  test('another tool closes it, if it has three points', () => {
    const user = begun().tool('box')
    expect([user.at, user.segmentation()]).toEqual(['box.idle', [[10, 10, 60, 10, 60, 60]]])
    const tooFew = draw(anAnnotation()).tool('polygon').click(10, 10).click(60, 10).tool('box')
    expect([tooFew.at, tooFew.segmentation()]).toEqual(['box.idle', []])
  })

  test('another selection or the loss of the annotation give it up', () => {
    expect(begun().select('b').at).toBe('polygon.idle')
    const bereft = begun().remotely('a', null)
    expect(bereft.at).toBe('select.idle')
    expect(bereft.selection).toBeNull()
  })

  test('with shift it is taken away, and may leave a hole', () => {
    const user = draw(anAnnotation({ geometry: aSquare(0, 0, 100) })).tool('polygon')
    user.click(20, 20).click(60, 20).click(60, 60).click(20, 60).click(21, 20, { shift: true })
    expect(user.area()).toBe(10_000 - 1600)
    expect(user.annotation().geometry[0]?.holes).toHaveLength(1)
  })

  test('is clipped to the image', () => {
    const user = draw(anAnnotation()).tool('polygon')
    user.click(-50, -50).click(20, -50).click(20, 30).click(-50, 30).click(-50, -50)
    expect(user.segmentation()).toEqual([[0, 0, 20, 0, 20, 30, 0, 30]])
  })

  test('drawn outside the image alone it changes nothing, and there is nothing to undo', () => {
    const user = draw(anAnnotation({ geometry: aSquare(0, 0, 10), isBox: true })).tool('polygon')
    user.click(-50, -50).click(-10, -50).click(-10, -10).key('Enter')
    expect(user.segmentation()).toEqual([[0, 0, 10, 0, 10, 10, 0, 10]])
    expect(user.annotation().isBox).toBe(true)
    expect(user.undo().travelled.label).toBeNull()
  })

  test('a figure of eight becomes its two halves', () => {
    const user = draw(anAnnotation()).tool('polygon')
    user.click(0, 0).click(40, 40).click(40, 0).click(0, 40).key('Enter')
    expect(user.segmentation()).toHaveLength(2)
    expect(user.area()).toBe(800)
  })
})

describe('polygon by dragging', () => {
  test('collects points two screen pixels apart and closes when it returns to the start', () => {
    const user = draw(anAnnotation())
      .tool('polygon')
      .drag(circle(100, 50, 30, 180))
    expect(user.at).toBe('polygon.idle')
    expect(Math.abs(user.area() / (Math.PI * 900) - 1)).toBeLessThan(0.04)
    expect(user.annotation().geometry[0]?.outer.length).toBeLessThan(60)
  })

  test.each([0.1, 8])('minds the distance between points on the screen at zoom %s', (zoom) => {
    const apart = 2 / zoom
    const user = draw(anAnnotation()).zoom(zoom).tool('polygon').press(0, 0)
    user.move(0.4 * apart, 0).move(0.9 * apart, 0)
    expect(user.overlays('line')[0]?.line).toEqual([0, 0])
    user.move(1.1 * apart, 0)
    expect(user.overlays('line')[0]?.line).toEqual([0, 0, 1.1 * apart, 0])
  })

  test('drawn enlarged it keeps the detail that was drawn', () => {
    const user = draw(anAnnotation())
      .zoom(8)
      .tool('polygon')
      .drag(circle(100, 50, 3, 120))
    expect(Math.abs(user.area() / (Math.PI * 9) - 1)).toBeLessThan(0.04)
  })

  test('continues by clicks after the button is released, and does not close at once', () => {
    const user = draw(anAnnotation())
      .tool('polygon')
      .drag([
        [10, 10],
        [12, 10],
        [14, 10],
        [60, 10],
      ])
    expect(user.at).toBe('polygon.drawing')
    expect(user.click(60, 60).click(10, 10).segmentation()).toEqual(triangle)
  })
})

describe('the overlay of the polygon', () => {
  test('the line so far, the guide, and the hint that a click would close', () => {
    const user = draw(anAnnotation()).tool('polygon').click(10, 10).click(60, 10).click(60, 60)
    user.move(30, 50, { shift: true })
    expect(user.overlays('line')).toMatchObject([
      { line: [10, 10, 60, 10, 60, 60], dashed: true },
      { line: [60, 60, 30, 50], dashed: true },
    ])
    user.move(13, 10)
    expect(user.overlays('line')[1]).toMatchObject({ line: [60, 60, 10, 10], dashed: false })
    expect(user.overlays('handle')).toEqual([
      { kind: 'handle', at: { x: 10, y: 10 }, role: 'start', active: true },
    ])
  })

  test('no guide if the preferences say so', () => {
    const user = draw(anAnnotation()).tool('polygon').click(10, 10)
    user.prefer({ polygon: { guidance: false } })
    expect(user.overlays('line').map(({ line }) => line)).toEqual([[10, 10]])
  })

  test('lines in a colour that contrasts with the photograph, unless the preferences say no', () => {
    const user = draw(anAnnotation()).tool('polygon').click(10, 10).move(40, 50)
    const around = { x: 40, y: 50 }
    const colour = { around, radius: 10, blackOrWhite: true }
    expect(user.overlays('line')).toMatchObject([{ colour }, { colour }])
    user.prefer({ polygon: { auto: false } })
    expect(user.overlays('line').map((line) => line.colour)).toEqual([undefined, undefined])
  })
})
