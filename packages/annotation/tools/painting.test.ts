import { describe, expect, test } from 'vitest'
import { lineOf, pointLimit } from '#geometry/growing-line'
import { stepped } from '../preferences.ts'
import type { Modifiers } from '../tool.ts'
import { Driver, aSquare, anAnnotation, draw, slowWorker } from '../testing/driver.ts'
import { brushSettings } from './brush/about.ts'
import { eraserSettings } from './eraser/about.ts'

const square = anAnnotation({ geometry: aSquare(40, 20, 60) })
const other = anAnnotation({ id: 'b', geometry: aSquare(150, 20, 20) })
const disc = (radius: number) => Math.PI * radius ** 2
const across: [number, number][] = [
  [30, 50],
  [70, 50],
  [110, 50],
]

function brush(radius: number) {
  return draw(anAnnotation(), other)
    .prefer({ brush: { radius, step: 2 } })
    .tool('brush')
}

function eraser(radius: number, base = square) {
  return draw(base, other)
    .prefer({ eraser: { radius, step: 2, minimumArea: 10 } })
    .tool('eraser')
}

describe('brush', () => {
  test('a click is a disc', () => {
    const user = brush(15).click(100, 50)
    expect(user.at).toBe('brush.idle')
    expect(Math.abs(user.area() / disc(15) - 1)).toBeLessThan(0.01)
    expect(user.annotation().isBox).toBe(false)
  })

  test('a stroke is round at its ends, and is one step of undo', () => {
    const user = brush(10)
      .drag(across)
      .drag([
        [100, 10],
        [100, 90],
      ])
    const bars = 80 * 20 + 80 * 20 - 20 * 20 + 2 * disc(10)
    expect(Math.abs(user.area() / bars - 1)).toBeLessThan(0.01)
    expect(user.annotation().geometry).toHaveLength(1)
    expect(Math.abs(user.undo().area() / (80 * 20 + disc(10)) - 1)).toBeLessThan(0.01)
    expect(user.travelled.label).toBe('brush')
    expect(user.undo().area()).toBe(0)
    expect(user.redo().redo().area()).toBeGreaterThan(3000)
  })

  test('while it is painted, only its line is known; then it waits to be worked in', async () => {
    const worker = slowWorker()
    const user = new Driver([square], { carryOut: worker.ask }).select('a').tool('brush')
    user.press(10, 10).move(20, 10).move(30, 10).move(30, 20)
    expect(user.at).toBe('brush.painting')
    expect(worker.asked).toEqual([])
    const line = [10, 10, 30, 10, 30, 20]
    expect(strokes(user)).toEqual([{ line, radius: 15, dark: false }])
    user.release(30, 20)
    expect(strokes(user)).toEqual([{ line, radius: 15, dark: false }])
    expect(worker.asked).toHaveLength(1)
    await worker.asked[0]?.answer()
    expect(user.overlays('stroke')).toEqual([])
    expect(user.area()).toBeGreaterThan(3600 + 400)
  })

  test('shift at the press subtracts, whatever happens to the key afterwards', () => {
    const user = draw(square)
      .prefer({ brush: { radius: 10, step: 2 } })
      .tool('brush')
    user.press(30, 50, { shift: true }).move(70, 50).release(110, 50)
    expect(user.annotation().geometry).toHaveLength(2)
    expect(user.area()).toBe(3600 - 60 * 20)
  })

  test('a dot smaller than the minimum area of the eraser stays', () => {
    expect(brush(1).click(100, 50).area()).toBeGreaterThan(2.5)
  })

  test('is clipped to the image, and outside it leaves nothing', () => {
    const user = brush(10).drag([
      [-50, 0],
      [500, 0],
    ])
    expect(user.area()).toBe(200 * 10)
    expect(
      user
        .undo()
        .drag([[-50, -50]])
        .area(),
    ).toBe(0)
    expect(user.undo().travelled.label).toBeNull()
  })

  test('shows itself true to size under the pointer, until that leaves', () => {
    const user = brush(12).zoom(0.1).move(50, 60, { shift: true })
    const at = { x: 50, y: 60 }
    expect(user.overlays('circle')).toEqual([{ kind: 'circle', at, radius: 12, dashed: true }])
    expect(user.leave().overlays('circle')).toEqual([])
  })

  test('is out of use without a selection', () => {
    expect(draw(square).select(null).tool('brush').at).toBe('select.idle')
  })
})

describe('the radius', () => {
  test('grows and shrinks by keys, between 1 and 500 pixels, each tool its own', () => {
    const user = brush(5).enlarge(2).enlarge(-1).move(50, 50)
    expect(user.overlays('circle')[0]?.radius).toBe(7)
    expect(radii(user.enlarge(-20))).toEqual({ brush: 1, eraser: 30 })
    expect(radii(user.tool('eraser').enlarge(300))).toEqual({ brush: 1, eraser: 500 })
  })

  test('is that of the press until the stroke ends', () => {
    const user = brush(10).press(50, 50).enlarge(1).release(50, 50)
    expect(Math.abs(user.area() / disc(10) - 1)).toBeLessThan(0.02)
    expect(radii(user).brush).toBe(12)
  })

  test('belongs to the painting tools', () => {
    const { preferences, tool } = draw(square).editor.state
    expect(stepped(preferences, tool, 1)).toBeNull()
  })
})

function radii({ editor }: Driver) {
  const { preferences } = editor.state
  const brushed = brushSettings.valuesIn(preferences)
  return { brush: brushed.radius, eraser: eraserSettings.valuesIn(preferences).radius }
}

describe('eraser', () => {
  test('erases from the selected annotation only, shift or not', () => {
    const wide: [number, number][] = [
      [30, 30],
      [190, 30],
    ]
    for (const modifiers of [{}, { shift: true }] satisfies Partial<Modifiers>[]) {
      const user = eraser(10).drag(wide, modifiers)
      expect(user.area()).toBe(3600 - 60 * 20)
      expect(user.area('b')).toBe(400)
      expect(user.undo().area()).toBe(3600)
      expect(user.travelled.label).toBe('eraser')
    }
  })

  test('has a radius of 30 pixels unless chosen otherwise, and says that it takes away', () => {
    const user = draw(square).tool('eraser').press(70, 50)
    expect(strokes(user)).toEqual([{ line: [70, 50], radius: 30, dark: true }])
  })

  test('makes holes, however small', () => {
    const user = eraser(1).click(70, 50)
    expect(user.annotation().geometry[0]?.holes).toHaveLength(1)
  })

  test('also removes remaining crumbs below 10 square pixels, but nothing far away', () => {
    const far = aSquare(120, 10, 2)
    const user = eraser(10, anAnnotation({ geometry: [...aSquare(40, 40, 20), ...far] }))
    user.drag([
      [30, 50.3],
      [80, 50.3],
    ])
    expect(user.segmentation()).toEqual([[120, 10, 122, 10, 122, 12, 120, 12]])
    expect(user.undo().area()).toBe(404)
  })

  test('that touches nothing changes nothing, also beside a corner or in a hole', () => {
    const holed = anAnnotation({
      geometry: [
        { outer: [40, 20, 90, 20, 90, 70, 40, 70], holes: [[50, 30, 50, 60, 80, 60, 80, 30]] },
      ],
    })
    for (const [x, y] of [
      [10, 10],
      [38, 18],
      [65, 45],
    ] as const) {
      const user = eraser(2, holed)
      const before = user.annotation()
      user.click(x, y)
      expect(user.annotation()).toBe(before)
      expect(user.editor.state.history.past).toEqual([])
    }
  })

  test('erasing everything leaves an annotation without area', () => {
    const user = eraser(100).click(70, 50)
    expect(user.segmentations['a']).toEqual([])
    expect(user.selection).toBe('a')
  })
})

describe.each(['brush', 'eraser'] as const)('%s given up', (id) => {
  const painting = () => draw(square, other).tool(id).press(30, 50).move(70, 50)

  test('Escape and undo leave no trace', () => {
    for (const way of [() => painting().key('Escape'), () => painting().undo()]) {
      const user = way().release(110, 50)
      expect(user.area()).toBe(3600)
      expect(user.overlays('stroke')).toEqual([])
      expect(user.undo().travelled.label).toBeNull()
    }
  })

  test('another tool finishes the stroke, also if the button is still down', () => {
    const user = painting().tool('box')
    expect([user.at, user.overlays('stroke')]).toEqual(['box.idle', []])
    const finished = user.area()
    expect(finished).not.toBe(3600)
    expect(user.release(150, 50).area()).toBe(finished)
    expect(user.undo().area()).toBe(3600)
  })

  test('a colleague who deletes the annotation meanwhile has done so', () => {
    const user = painting().remotely('a', null).release(110, 50)
    expect(user.at).toBe('select.idle')
    expect(Object.keys(user.segmentations)).toEqual(['b'])
    expect(user.failures).toEqual([])
  })
})

describe('the line of a stroke', () => {
  test.each([0.1, 1, 8])('follows the hand at zoom %s', (zoom) => {
    const user = brush(3).zoom(zoom).press(130, 50)
    const points = Array.from({ length: 400 }, (_, i) => {
      const angle = (2 * Math.PI * i) / 400
      return [100 + 30 * Math.cos(angle), 50 + 30 * Math.sin(angle)] as const
    })
    for (const point of points) user.move(...point)
    const [line = []] = strokes(user).map((stroke) => stroke.line)
    expect(line.length / 2).toBeLessThan(140)
    expect(line.length / 2).toBeGreaterThan(zoom > 1 ? 60 : 20)
    const ring = Math.PI * (33 ** 2 - 27 ** 2)
    expect(Math.abs(user.release(130, 50).area() / ring - 1)).toBeLessThan(0.03)
  })

  test('keeps a limited number of points in a minute of scribbling', () => {
    const user = brush(5).press(100, 50)
    let seed = 1
    const random = () => (seed = (Math.imul(seed, 1664525) + 1013904223) >>> 0) / 2 ** 32
    let most = 0
    for (let i = 0; i < 60_000; i++) {
      user.move(200 * random(), 100 * random())
      if (i % 1000 === 0) most = Math.max(most, strokes(user)[0]?.line.length ?? 0)
      user.changes.length = 0
    }
    expect(most / 2).toBeLessThanOrEqual(pointLimit + 1)
    expect(user.key('Escape').area()).toBe(0)
  })
})

/** The strokes that are shown, as lines of coordinates. */
function strokes(user: Driver) {
  return user.overlays('stroke').map(({ line, radius, dark }) => {
    return { line: lineOf(line), radius, dark }
  })
}
