import { describe, expect, test } from 'vitest'

import type { MultiPolygon } from '#geometry/polygon'

import { setCategory } from '../../commands.ts'
import { carryOut, type PlanAnswer, type ShapePlan } from '../../plan.ts'
import type { CarryOut } from '../../reshaping.ts'
import { anAnnotation, aSquare, Driver, draw, operations } from '../../testing/driver.ts'

const model = { name: 'extreme-points', version: '1.0.0' }

/** A server that finds a square of 20 between any points, on demand. */
function server() {
  const asked: ShapePlan[] = []
  const answers: ((fails?: boolean) => Promise<void>)[] = []
  const stopped: ShapePlan[] = []
  const ask: CarryOut = (plan, stopBy, credit) => {
    if (plan.drawing.kind !== 'extremes') return carryOut(plan, operations)
    const { promise, resolve, reject } = Promise.withResolvers<PlanAnswer>()
    asked.push(plan)
    stopBy(() => stopped.push(plan))
    const area = aSquare(10, 10, 20)
    answers.push(async (fails = false) => {
      if (fails) reject(new Error('The server is away'))
      else {
        credit(model)
        resolve(carryOut({ ...plan, drawing: { kind: 'area', area } }, operations))
      }
      await promise.catch(() => null)
      await Promise.resolve()
    })
    return promise
  }
  return { asked, answers, stopped, ask }
}

function atServer(geometry: MultiPolygon = []) {
  const served = server()
  const user = new Driver([anAnnotation({ geometry })], { carryOut: served.ask })
  return { ...served, user: user.select('a').tool('prediction') }
}

function around(user: Driver, modifiers: { shift?: boolean } = {}): Driver {
  return user.click(10, 20).click(20, 10).click(30, 20).click(20, 30, modifiers)
}

/** Those that are shown. */
function points(user: Driver) {
  return user.overlays('handle').map(({ at }) => at)
}

describe('prediction.idle', () => {
  test('is out of use without a selected annotation', () => {
    expect(new Driver([]).tool('prediction').at).toBe('select.idle')
  })

  test('the first click puts the first point', () => {
    const { user } = atServer()
    expect(user.click(10, 20).at).toBe('prediction.placing')
    expect(points(user)).toEqual([{ x: 10, y: 20 }])
  })

  test('Escape does nothing if no prediction is awaited', () => {
    const { user } = atServer()
    const isTaken = user.editor.keyDown({
      key: 'Escape',
      repeat: false,
      shift: false,
      alt: false,
      ctrl: false,
    })
    expect(isTaken).toBe(false)
  })
})

describe('prediction.placing', () => {
  test('shows the points and where the next one would be placed', () => {
    const { user } = atServer()
    user.click(10, 20).click(20, 10).move(30, 25)
    expect(points(user)).toMatchObject([{ x: 10 }, { x: 20 }])
    expect(user.overlays('line').map(({ line }) => line)).toEqual([
      [10, 10, 30, 10, 30, 25, 10, 25, 10, 10],
    ])
    expect(user.overlays('area')).toEqual([])
  })

  test('the fourth click asks with the points, in any order, and the tool’s settings', () => {
    const { user, asked } = atServer()
    user.prefer({ prediction: { padding: 20, threshold: 60 } })
    user.click(30, 20).click(10, 20).click(20, 30).click(20, 10)
    expect(asked.map(({ drawing }) => drawing)).toMatchObject([
      { kind: 'extremes', padding: 20, threshold: 60, points: [{ x: 30 }, { x: 10 }, {}, {}] },
    ])
    expect(user.at).toBe('prediction.idle')
  })

  test('clicks past the border count as on it, and a double click as one point', () => {
    const { user } = atServer()
    user.doubleClick(-5, 20)
    expect(points(user)).toEqual([{ x: 0, y: 20 }])
  })

  test('Backspace and undo take back the last point, and then the object', () => {
    const { user } = atServer(aSquare(50, 50, 9))
    user.click(10, 20).click(20, 10).key('Backspace')
    expect(points(user)).toEqual([{ x: 10, y: 20 }])
    expect(user.undo().at).toBe('prediction.idle')
    expect(user.area()).toBe(81)
  })

  test('Escape leaves no trace, and another selection asks for nothing', () => {
    const { user, asked } = atServer()
    expect(user.click(10, 20).key('Escape').at).toBe('prediction.idle')
    user.click(10, 20).select(null)
    expect(user.at).toBe('select.idle')
    expect(asked).toEqual([])
    expect(user.editor.state.history.past).toEqual([])
  })
})

describe('an area that is awaited', () => {
  test('is shown, and joins the annotation as one step of undo', async () => {
    const { user, answers } = atServer(aSquare(60, 60, 10))
    around(user)
    expect(user.overlays('area').map(({ area }) => area)).toEqual([aSquare(10, 10, 20)])
    expect(points(user)).toHaveLength(4)
    await answers[0]?.()
    expect(user.overlays('area')).toEqual([])
    expect(user.area()).toBe(400 + 100)
    expect(user.undo().area()).toBe(100)
    expect(user.redo().area()).toBe(500)
  })

  test('is semi-automatic, of the model that has found it, until it is undone', async () => {
    const { user, answers } = atServer()
    around(user)
    await answers[0]?.()
    const origin = { kind: 'semiautomatic', algorithms: [model] }
    expect(user.annotation().origin).toEqual(origin)
    user.tool('box').click(60, 60).click(70, 70)
    expect(user.annotation().origin).toEqual(origin)
    expect(user.undo().undo().annotation().origin.kind).toBe('manual')
  })

  test('is taken away with shift', async () => {
    const { user, answers } = atServer(aSquare(0, 0, 40))
    around(user, { shift: true })
    await answers[0]?.()
    expect(user.area()).toBe(1600 - 400)
  })

  test('is given up by Escape, which stops the call, and a late answer changes nothing', async () => {
    const { user, answers, stopped } = atServer()
    around(user).key('Escape')
    expect(stopped).toHaveLength(1)
    expect(user.selection).toBe('a')
    expect(user.overlays('area')).toEqual([])
    await answers[0]?.()
    expect(user.area()).toBe(0)
    expect(user.failures).toEqual([])
  })

  test('is given up without what was done since, and with the annotation that it began', async () => {
    const served = server()
    const user = new Driver([anAnnotation({ geometry: aSquare(60, 60, 10) })], {
      carryOut: served.ask,
    })
    user.editor.setView({ activeCategory: 1 })
    user.prefer({ newAfterStroke: true }).select('a').tool('prediction')
    around(user)
    user.editor.change('category', setCategory('a', 2))
    user.key('Escape')
    expect(Object.keys(user.segmentations)).toEqual(['a'])
    expect(user.annotation().categoryId).toBe(2)
    await served.answers[0]?.()
    expect(Object.keys(user.segmentations)).toEqual(['a'])
    expect(user.undo().annotation().categoryId).toBe(1)
  })

  test('can still be given up after a double click as its last one', () => {
    const { user, stopped } = atServer()
    user.click(10, 20).click(20, 10).click(30, 20).doubleClick(20, 30)
    expect(user.at).toBe('prediction.idle')
    expect(points(user)).toHaveLength(4)
    user.key('Escape')
    expect(stopped).toHaveLength(1)
  })

  test('is cancelled by undo, and drawings made meanwhile are applied at once', () => {
    const { user, stopped } = atServer()
    around(user).tool('box').click(100, 50).click(110, 60)
    expect(user.area()).toBe(0)
    user.undo().undo()
    expect(stopped).toHaveLength(1)
    user.click(100, 50).click(110, 60)
    expect(user.area()).toBe(100)
  })

  test('does not keep the next object from being begun', async () => {
    const { user, answers } = atServer()
    around(user).click(50, 50)
    expect(user.at).toBe('prediction.placing')
    await answers[0]?.()
    expect(user.at).toBe('prediction.placing')
    expect(user.area()).toBe(400)
  })

  test('Escape after it has come leaves it', async () => {
    const { user, answers } = atServer()
    around(user)
    await answers[0]?.()
    expect(user.key('Escape').area()).toBe(400)
  })

  test('that fails is reported, and the annotation is unchanged', async () => {
    const { user, answers } = atServer(aSquare(60, 60, 10))
    around(user)
    await answers[0]?.(true)
    expect(user.failures).toHaveLength(1)
    expect(user.area()).toBe(100)
    expect(user.overlays('area')).toEqual([])
  })

  test('cannot be worked out here', () => {
    const user = draw(anAnnotation()).tool('prediction')
    around(user)
    expect(user.failures).toMatchObject([{ name: 'NotFoundYetError' }])
  })
})
