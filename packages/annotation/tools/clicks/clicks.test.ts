import { describe, expect, test } from 'vitest'

import type { MultiPolygon } from '#geometry/polygon'

import { carryOut, type PlanAnswer, type ShapePlan } from '../../plan.ts'
import type { CarryOut } from '../../reshaping.ts'
import { anAnnotation, aSquare, Driver, operations } from '../../testing/driver.ts'

const model = { name: 'clicks', version: '1.0.0' }

function squareAt({ x, y }: { x: number; y: number }): MultiPolygon {
  return aSquare(x - 5, y - 5, 10)
}

/** A server that finds a square of 10 around each place inside, less those around the others. */
function server() {
  const asked: ShapePlan[] = []
  const waiting: (() => Promise<void>)[] = []
  const ask: CarryOut = (plan, _, credit) => {
    const { drawing } = plan
    if (drawing.kind !== 'clicks') return carryOut(plan, operations)
    const { promise, resolve, reject } = Promise.withResolvers<PlanAnswer>()
    asked.push(plan)
    const inside = drawing.clicks.filter((click) => click.inside).flatMap(squareAt)
    const beside = drawing.clicks.filter((click) => !click.inside).flatMap(squareAt)
    waiting.push(async () => {
      if (drawing.clicks[0]?.x === 90) reject(new Error('Nothing is there'))
      else {
        credit(model)
        const area = operations.difference(inside, beside)
        resolve(carryOut({ ...plan, drawing: { kind: 'area', area } }, operations))
      }
      await promise.catch(() => null)
      await Promise.resolve()
    })
    return promise
  }
  const answer = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next()
  }
  return { asked, answer, ask }
}

function clicking(geometry: MultiPolygon = []) {
  const served = server()
  const user = new Driver([anAnnotation({ geometry })], { carryOut: served.ask })
  return { ...served, user: user.select('a').tool('clicks') }
}

const shownArea = (user: Driver) => user.overlays('instead').map(({ geometry }) => geometry)

describe('clicks', () => {
  test('the first click previews the object, and Enter adds it as one step of the network', async () => {
    const { user, asked, answer } = clicking(aSquare(60, 60, 10))
    user.click(20, 20)
    expect(user.at).toBe('clicks.refining')
    await answer()
    expect(shownArea(user)).toHaveLength(1)
    expect(user.area()).toBe(100)
    user.key('Enter')
    expect(user.at).toBe('clicks.idle')
    expect(user.area()).toBe(200)
    expect(asked).toHaveLength(1)
    expect(user.annotation().origin).toMatchObject({ algorithms: [model] })
    expect(user.undo().area()).toBe(100)
    expect(user.travelled.label).toBe('clicks')
  })

  test('further clicks add, and with shift take away', async () => {
    const { user, answer } = clicking()
    user.click(20, 20)
    await answer()
    user.click(40, 20)
    await answer()
    user.click(24, 20, { shift: true })
    await answer()
    user.key('Enter')
    expect(user.area()).toBe(200 - 60)
  })

  test('Backspace and undo take back the last click, and then the object', async () => {
    const { user, asked, answer } = clicking()
    user.click(20, 20).click(40, 20)
    await answer()
    user.key('Backspace')
    await answer()
    expect(asked.at(-1)?.drawing).toMatchObject({ clicks: [{ x: 20, y: 20, inside: true }] })
    user.undo()
    expect(user.at).toBe('clicks.idle')
    expect(shownArea(user)).toEqual([])
  })

  test('Escape leaves no trace; a double click counts once', async () => {
    const { user, asked, answer } = clicking()
    user.doubleClick(20, 20)
    await answer()
    expect(asked.at(-1)?.drawing).toMatchObject({ clicks: [{ x: 20, y: 20 }] })
    user.key('Escape')
    expect(user.at).toBe('clicks.idle')
    expect([user.area(), shownArea(user)]).toEqual([0, []])
  })

  test('finished before the answer, the object is added when it comes; Escape gives it up', async () => {
    const { user, answer } = clicking()
    user.click(20, 20).key('Enter')
    await answer()
    expect(user.area()).toBe(100)
    user.click(40, 20).key('Enter').key('Escape')
    await answer()
    expect(user.area()).toBe(100)
  })

  test('begins on the image, at a place that belongs to the object', () => {
    const { user } = clicking()
    expect(user.click(-5, 20).at).toBe('clicks.idle')
    expect(user.click(20, 20, { shift: true }).at).toBe('clicks.idle')
  })
})
