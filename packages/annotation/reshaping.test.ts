import type { MultiPolygon } from '#geometry/polygon'
import { describe, expect, test } from 'vitest'
import { deleteAnnotations, moveAnnotation } from './commands.ts'
import type { Annotation } from './document.ts'
import type { ShapePlan } from './plan.ts'
import { carryOut } from './plan.ts'
import { Driver, aPolygon, aSquare, anAnnotation, operations } from './testing/driver.ts'

/** A worker that answers when it is told to. */
function slowWorker() {
  const asked: { plan: ShapePlan; answer: () => Promise<void>; fail: () => Promise<void> }[] = []
  const ask = (plan: ShapePlan): Promise<MultiPolygon> => {
    const { promise, resolve, reject } = Promise.withResolvers<MultiPolygon>()
    const settled = () => promise.then(nothing, nothing)
    asked.push({
      plan,
      answer: () => (resolve(carryOut(plan, operations)), settled()),
      fail: () => (reject(new Error('The worker took too long')), settled()),
    })
    return promise
  }
  return { asked, ask }
}

function nothing() {}

function drawSlowly(...annotations: Annotation[]) {
  const worker = slowWorker()
  const user = new Driver(annotations, { carryOut: worker.ask }).select('a').tool('box')
  return { user, asked: worker.asked }
}

const square = anAnnotation({ geometry: aSquare(0, 0, 20) })

describe('while an area is being worked out', () => {
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
    user.editor.change('move', moveAnnotation('a', 0, 50))
    await asked[0]?.answer()
    expect(user.area()).toBe(400)
    await asked[1]?.answer()
    expect(user.area()).toBe(400 + 800)
  })

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
  }
  expect(carryOut(plan, operations)).toEqual([
    ...aPolygon(0, 0, 20, 0, 20, 5, 0, 5),
    ...aPolygon(0, 15, 20, 15, 20, 20, 0, 20),
  ])
})
