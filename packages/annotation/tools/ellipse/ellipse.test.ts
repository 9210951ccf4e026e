import { describe, expect, test } from 'vitest'
import type { Ellipse } from '#geometry/ellipse'
import { ellipseIn, polygonOfEllipse } from '#geometry/ellipse'
import type { Driver } from '../../testing/driver.ts'
import { aSquare, anAnnotation, draw } from '../../testing/driver.ts'

/** Zoomed in so far that handles do not lie on one another. */
function drawing(...annotations: Parameters<typeof draw>): Driver {
  const user = draw(...annotations).zoom(4)
  user.editor.setView({ activeCategory: 2 })
  return user.tool('ellipse')
}

function round(value: number): number {
  return Math.round(10 * value) / 10 + 0
}

function ellipse(user: Driver, id = 'new'): Ellipse {
  const found = ellipseIn(user.annotation(id).geometry)
  if (found === null) throw new Error('The annotation is no ellipse')
  return {
    centre: { x: round(found.centre.x), y: round(found.centre.y) },
    radii: [round(found.radii[0]), round(found.radii[1])],
    angle: round((180 / Math.PI) * found.angle),
  }
}

const from = [40, 20] as const
const to = [80, 80] as const
const whole: Ellipse = { centre: { x: 60, y: 50 }, radii: [20, 30], angle: 0 }
/** Of `whole`: where its handles are at a zoom of 4. */
const at = { right: [80, 50], top: [60, 20], turn: [60, 14], centre: [60, 50] } as const

describe('drawing', () => {
  test('one drag makes an annotation of the active category, in one step of undo', () => {
    const user = drawing().drag([from, to])
    expect(ellipse(user)).toEqual(whole)
    expect(user.annotation('new').categoryId).toBe(2)
    expect(user.selection).toBe('new')
    expect(user.undo().segmentations).toEqual({})
    expect(ellipse(user.redo())).toEqual(whole)
  })

  test('two clicks do the same', () => {
    const user = drawing().click(...from)
    expect(user.at).toBe('ellipse.placed')
    expect(ellipse(user.click(...to))).toEqual(whole)
  })

  test('with shift it is a circle, with alt it grows from its centre', () => {
    const circle = drawing().drag([from, to], { shift: true })
    expect(ellipse(circle)).toMatchObject({ centre: { x: 70, y: 50 }, radii: [30, 30] })
    const centred = drawing().drag([[60, 50], to], { alt: true })
    expect(ellipse(centred)).toEqual(whole)
  })

  test('an empty annotation that is selected takes it; one with an area is left alone', () => {
    expect(ellipse(drawing(anAnnotation()).drag([from, to]), 'a')).toEqual(whole)
    const user = drawing(anAnnotation({ geometry: aSquare(10, 10, 40) })).drag([from, to])
    expect(user.area('a')).toBe(1600)
    expect(ellipse(user)).toEqual(whole)
  })

  test('Escape leaves no trace, and a flat one is still to be stretched', () => {
    expect(
      drawing()
        .press(...from)
        .move(...to)
        .key('Escape').segmentations,
    ).toEqual({})
    const user = drawing()
      .press(...from)
      .move(80, 20)
      .release(80, 20)
    expect(user.at).toBe('ellipse.placed')
    expect(ellipse(user.click(...to))).toEqual(whole)
  })

  test('one that the border of the image cuts is no ellipse any more', () => {
    const user = drawing().drag([
      [-20, 20],
      [40, 80],
    ])
    expect(user.area('new')).toBeGreaterThan(1000)
    expect(ellipseIn(user.annotation('new').geometry)).toBeNull()
  })
})

describe.each(['ellipse', 'select'] as const)('handles with the tool %s', (tool) => {
  const shaping = () => drawn().tool(tool)

  test('an end of an axis stretches it, while the opposite end stays', () => {
    const user = shaping().drag([at.right, [100, 55]])
    expect(ellipse(user, 'a')).toEqual({ centre: { x: 70, y: 50 }, radii: [30, 30], angle: 0 })
    expect(ellipse(user.undo(), 'a')).toEqual(whole)
  })

  test('with shift it becomes a circle', () => {
    const user = shaping().drag([at.right, [90, 50]], { shift: true })
    expect(ellipse(user, 'a').radii).toEqual([25, 25])
  })

  test('the handle above turns it, with shift by steps of 15°', () => {
    expect(ellipse(shaping().drag([at.turn, [90, 20]]), 'a')).toEqual({ ...whole, angle: 45 })
    const stepped = shaping().drag([at.turn, [70, 15]], { shift: true })
    expect(ellipse(stepped, 'a').angle).toBe(15)
  })

  test('what would happen is shown, and Escape gives it up', () => {
    const user = shaping()
      .press(...at.top)
      .move(60, 10)
    expect(user.overlays('instead')).toHaveLength(1)
    expect(ellipse(user.key('Escape').release(60, 10), 'a')).toEqual(whole)
  })

  test('a colleague who changes it meanwhile wins', () => {
    const user = shaping()
      .press(...at.top)
      .move(60, 10)
    user.remotely('a', anAnnotation({ geometry: aSquare(10, 10, 40) })).release(60, 10)
    expect(user.area('a')).toBe(1600)
  })
})

function drawn(): Driver {
  return drawing(anAnnotation({ geometry: [polygonOfEllipse(whole)] }))
}

describe('moving', () => {
  test('by the handle in the middle, and with select by its inside; it stays in the image', () => {
    const user = drawn().drag([at.centre, [70, 50], [70, 300]])
    expect(ellipse(user, 'a')).toEqual({ ...whole, centre: { x: 70, y: 70 } })
    const selecting = drawn()
      .tool('select')
      .drag([at.centre, [65, 52]])
    expect(ellipse(selecting, 'a')).toEqual({ ...whole, centre: { x: 65, y: 52 } })
  })

  test('with alt a press in the middle begins another, for a cup in its disc', () => {
    const user = drawn().drag([at.centre, [70, 60]], { alt: true })
    expect(ellipse(user).radii).toEqual([10, 10])
    expect(ellipse(user, 'a')).toEqual(whole)
  })
})
