import { describe, expect, test } from 'vitest'
import { toSegmentation } from '#geometry/segmentation'
import { addAnnotation, deleteAnnotations, moveAnnotations } from './commands.ts'
import type { Annotation } from './document.ts'
import type { ShapePlan } from './plan.ts'
import { carryOut } from './plan.ts'
import {
  Driver,
  aPolygon,
  aSquare,
  anAnnotation,
  draw,
  operations,
  slowWorker,
} from './testing/driver.ts'

function drawSlowly(...annotations: Annotation[]) {
  const worker = slowWorker()
  const user = new Driver(annotations, { carryOut: worker.ask }).select('a').tool('box')
  return { user, asked: worker.asked }
}

const square = anAnnotation({ geometry: aSquare(0, 0, 20) })

describe('while an area is being worked out', () => {
  test('Escape on a new vertex elsewhere takes back neither it nor a copy made meanwhile', async () => {
    const other = anAnnotation({ id: 'b', geometry: aSquare(100, 20, 40) })
    const { user, asked } = drawSlowly(square, other)
    user.click(10, 0).click(50, 20).tool('select').select('b').press(120, 20).move(120, 5)
    await asked[0]?.answer()
    user.editor.change('duplicate', addAnnotation({ ...other, id: 'copy' }))
    user.key('Escape')
    expect([user.area('a'), user.area('copy')]).toEqual([1000, 1600])
    expect(user.segmentation('b')).toEqual(toSegmentation(other.geometry))
    expect(user.undo().undo().area('a')).toBe(400)
  })

  test('it is shown over the annotation, which takes it in with the answer', async () => {
    const { user, asked } = drawSlowly(square)
    user.click(10, 0).click(50, 20)
    expect(user.area()).toBe(400)
    expect(user.overlays('area')).toHaveLength(1)
    await asked[0]?.answer()
    expect(user.area()).toBe(1000)
    expect(user.overlays('area')).toEqual([])
    expect(user.undo().area()).toBe(400)
  })

  test('others wait for their turn and go on from its answer', async () => {
    const { user, asked } = drawSlowly(square)
    user.click(10, 0).click(50, 20).click(40, 0).click(80, 20)
    expect(asked).toHaveLength(1)
    expect(user.overlays('area')).toHaveLength(2)
    await asked[0]?.answer()
    await asked[1]?.answer()
    expect(user.area()).toBe(1600)
    expect(user.undo().area()).toBe(1000)
    expect(user.undo().area()).toBe(400)
  })

  test('undo drops the last one, and its answer comes to nothing', async () => {
    const { user, asked } = drawSlowly(square)
    user.click(10, 0).click(50, 20).undo()
    expect(user.travelled.label).toBe('box')
    expect(user.overlays('area')).toEqual([])
    await asked[0]?.answer()
    expect(user.area()).toBe(400)
    expect(user.undo().travelled.label).toBeNull()
  })

  test('a change of the annotation meanwhile is worked on, not overwritten', async () => {
    const { user, asked } = drawSlowly(square)
    user.click(10, 0).click(50, 20)
    user.editor.change('move', moveAnnotations(['a'], { dx: 0, dy: 50 }))
    await asked[0]?.answer()
    expect(user.area()).toBe(400)
    await asked[1]?.answer()
    expect(user.area()).toBe(400 + 800)
  })

  test.each([
    ['moves there', [...aSquare(0, 0, 10), ...aSquare(40, 40, 40)], 3],
    ['is left out if it is gone', aSquare(0, 0, 10), 1],
  ])(
    'a vertex across other edges stays where it is put, and in a changed shape %s',
    async (_, theirs, polygons) => {
      const { user, asked } = drawSlowly(anAnnotation({ geometry: aSquare(40, 40, 40) }))
      user.tool('select').drag([
        [40, 40],
        [100, 70],
      ])
      expect(user.area()).toBe(1600)
      expect(user.overlays('bent')).toMatchObject([{ id: 'a', to: { x: 100, y: 70 } }])
      user.remotely('a', anAnnotation({ geometry: theirs }))
      await asked[0]?.answer()
      await asked[1]?.answer()
      expect(user.annotation().geometry).toHaveLength(polygons)
      expect(user.overlays('bent')).toEqual([])
    },
  )

  test('an annotation that is gone meanwhile stays gone', async () => {
    const { user, asked } = drawSlowly(square)
    user.click(10, 0).click(50, 20).click(40, 0).click(80, 20)
    user.editor.change('delete', deleteAnnotations(['a']))
    await asked[0]?.answer()
    expect(user.segmentations).toEqual({})
    expect(user.editor.state.pending).toEqual([])
    expect(asked).toHaveLength(1)
  })

  test('a failure is reported and leaves the annotation as it was', async () => {
    const { user, asked } = drawSlowly(square)
    user.click(10, 0).click(50, 20).click(40, 0).click(80, 20)
    await asked[0]?.fail()
    expect(user.failures).toEqual([new Error('The worker took too long')])
    expect(user.area()).toBe(400)
    await asked[1]?.answer()
    expect(user.area()).toBe(400 + 800)
  })
})

test('operations that throw at once are a failure, too', () => {
  const user = new Driver([square], {
    carryOut: () => {
      throw new Error('out of memory')
    },
  })
  user.select('a').tool('box').click(10, 0).click(50, 20)
  expect(user.failures).toHaveLength(1)
  expect(user.area()).toBe(400)
  expect(user.at).toBe('box.idle')
})

test('a stroke is a capsule around its line', () => {
  const plan: ShapePlan = {
    base: aSquare(0, 0, 20),
    operation: 'subtract',
    drawing: { kind: 'stroke', line: [-10, 10, 40, 10], radius: 5 },
    bounds: { x: 0, y: 0, width: 200, height: 100 },
    baseLines: [],
    spared: [],
    leastPart: 0,
  }
  expect(carryOut(plan, operations).geometry).toEqual([
    ...aPolygon(0, 0, 20, 0, 20, 5, 0, 5),
    ...aPolygon(0, 15, 20, 15, 20, 20, 0, 20),
  ])
})

describe('with others protected', () => {
  const others = [
    anAnnotation({ id: 'b', geometry: aSquare(20, 0, 40) }),
    anAnnotation({ id: 'c', geometry: aSquare(40, 20, 40), categoryId: 2 }),
    anAnnotation({ id: 'd', geometry: aSquare(140, 0, 40) }),
  ]
  const covered = 40 * 40 + 40 * 40 - 20 * 20

  function protecting() {
    return draw(anAnnotation(), ...others).prefer({ protectOthers: true })
  }

  test('an added area excludes the areas of other visible annotations', () => {
    const user = protecting().tool('box').click(0, 0).click(100, 80)
    expect(user.area()).toBe(8000 - covered)
    expect(user.annotation().isBox).toBe(false)
    expect(user.area('b')).toBe(1600)
    expect(user.undo().area()).toBe(0)
  })

  test('hidden annotations are not protected, and none is while the switch is off', () => {
    expect(protecting().hide('b', 'c').tool('box').click(0, 0).click(100, 80).area()).toBe(8000)
    const user = draw(anAnnotation(), ...others).tool('box')
    expect(user.click(0, 0).click(100, 80).area()).toBe(8000)
  })

  test('areas already inside others stay, and subtracting needs no protection', () => {
    const user = draw(anAnnotation({ geometry: aSquare(10, 0, 40) }), ...others)
    user.prefer({ protectOthers: true }).tool('box').click(0, 0).click(20, 10)
    expect(user.area()).toBe(1600 + 100)
    user.press(0, 0, { shift: true }).move(100, 20, { shift: true })
    expect(user.release(100, 20, { shift: true }).area()).toBe(40 * 20)
  })

  test('only those that a stroke can reach go into its plan', () => {
    const worker = slowWorker()
    const user = new Driver([anAnnotation(), ...others], { carryOut: worker.ask }).select('a')
    user.prefer({ protectOthers: true }).tool('brush')
    user.drag([
      [5, 10],
      [90, 10],
    ])
    expect(worker.asked[0]?.plan.spared).toEqual([...aSquare(20, 0, 40), ...aSquare(40, 20, 40)])
  })

  test('a stroke stops at their border', () => {
    const user = protecting()
      .tool('brush')
      .drag([
        [5, 10],
        [90, 10],
      ])
    expect(operations.intersection(user.annotation().geometry, aSquare(20, 0, 40))).toEqual([])
    expect(user.area()).toBeGreaterThan(15 * 20)
  })
})

describe('crumbs', () => {
  const plan: ShapePlan = {
    base: [...aSquare(0, 0, 20), ...aSquare(60, 0, 3), ...aPolygon(80, 2, 83, 2, 83, 4, 80, 4)],
    operation: 'subtract',
    drawing: { kind: 'area', area: aPolygon(2, 0, 70, 0, 70, 2, 25, 2, 25, 30, 2, 30) },
    bounds: { x: 0, y: 0, width: 200, height: 100 },
    baseLines: [],
    spared: [],
    leastPart: 10,
  }

  test('that a plan leaves go, small parts that it does not touch stay', () => {
    expect(carryOut(plan, operations).geometry).toEqual([
      ...aPolygon(0, 0, 2, 0, 2, 20, 0, 20),
      ...aPolygon(80, 2, 83, 2, 83, 4, 80, 4),
    ])
  })

  test('stay if nobody protects them', () => {
    expect(carryOut({ ...plan, leastPart: 0 }, operations).geometry).toHaveLength(3)
  })
})
