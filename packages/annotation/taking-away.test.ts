import { expect, test } from 'vitest'

import { MagicWand } from '#raster/magic-wand'
import { staysShifted } from './editor-state.ts'
import { carryOut } from './plan.ts'
import {
  anAnnotation,
  aSquare,
  draw,
  Driver,
  operations,
  pickedBy,
  slowWorker,
} from './testing/driver.ts'
import { aboutSearch, toolList } from './tools.ts'

const square = anAnnotation({ geometry: aSquare(0, 0, 60) })

function takingAway(user: Driver): Driver {
  user.editor.setView({ shifted: true })
  return user
}

test('the switch takes away without Shift, and Shift inverts it', () => {
  const user = takingAway(draw(square).tool('box'))
  const drag = [
    [10, 10],
    [20, 20],
  ] as const
  expect(user.drag(drag).area()).toBe(3500)
  expect(user.drag(drag, { shift: true }).area()).toBe(3600)
})

test('chosen before a polygon is completed, it holds for the whole polygon', () => {
  const user = draw(square).tool('polygon').click(10, 10).click(30, 10).click(30, 30).click(10, 30)
  expect(user.overlays('line')[0]).toMatchObject({ dashed: false })
  takingAway(user)
  expect(user.overlays('line')[0]).toMatchObject({ dashed: true })
  user.editor.completeDrawing()
  expect(user.area()).toBe(3600 - 400)
})

test('another tool and another annotation start with adding', () => {
  const other = anAnnotation({ id: 'b' })
  const user = takingAway(draw(square, other).tool('box'))
  user.drag([
    [10, 10],
    [20, 20],
  ])
  expect(user.editor.state.shifted).toBe(true)
  expect(user.tool('brush').editor.state.shifted).toBe(false)
  expect(takingAway(user).select('b').editor.state.shifted).toBe(false)
})

test('a half-drawn shape that is to be taken away still is after another tool', () => {
  const user = takingAway(draw(square).tool('polygon').click(10, 10).click(30, 10))
  user.tool('brush').tool('polygon').click(30, 30).click(10, 30)
  user.editor.completeDrawing()
  expect(user.area()).toBe(3600 - 400)
})

test('without a selection nothing is begun to take away from', () => {
  const user = new Driver([])
  const { preferences } = user.editor.state
  user.editor.setView({ activeCategory: 1, preferences: { ...preferences, newAfterStroke: true } })
  takingAway(user.tool('box')).drag([
    [10, 10],
    [20, 20],
  ])
  expect(user.editor.state.document.annotations.size).toBe(0)
  expect(user.editor.state.shifted).toBe(true)
})

test('places are excluded only from an object in hand', () => {
  const worker = slowWorker()
  const user = new Driver([square], { carryOut: worker.ask }).select('a').tool('clicks')
  expect(takingAway(user).editor.state.shifted).toBe(false)
  takingAway(user.click(20, 20)).click(40, 40)
  expect(user.overlays('cross')).toHaveLength(1)
  user.editor.completeDrawing()
  expect([user.at, user.editor.state.shifted]).toEqual(['clicks.idle', false])
})

test('tools that have no other way with Shift have no switch', () => {
  const others = toolList.filter(({ about }) => about.withShift === null)
  expect(others).not.toEqual([])
  for (const tool of others) {
    const state = { ...takingAway(draw(square)).editor.state, tool }
    expect(staysShifted(state, state)).toBe(false)
  }
})

test('a drawing in hand says when it can be completed', () => {
  const user = draw(square).tool('polygon')
  const inHand = () => user.editor.state.tool.inHand
  expect(inHand()).toBeNull()
  user.click(10, 10).click(30, 10)
  expect(inHand()).toEqual({ isComplete: false })
  expect(user.click(30, 30) && inHand()).toEqual({ isComplete: true })
  user.editor.cancel()
  user.tool('angle').click(10, 10)
  expect(inHand()).toEqual({ isComplete: null })
  expect(user.tool('brush').press(5, 5) && inHand()).toBeNull()
})

/** 200 by 100 pixels: a dark square at (120, 20), 20 wide, with a small step to the ground around it. */
const wand = new MagicWand({
  width: 200,
  height: 100,
  data: Uint8Array.from({ length: 4 * 200 * 100 }, (_, i) => {
    const [x, y] = [(i >> 2) % 200, Math.floor(i / 800)]
    return x >= 120 && x < 140 && y >= 20 && y < 40 ? 140 : 160
  }),
})

function picking(): Driver {
  const ask = new Driver([anAnnotation()], {
    carryOut: (plan) => carryOut(plan, operations, pickedBy(wand, plan)),
  })
  return ask.select('a').tool('magicWand')
}

test('the wand says at which threshold it stayed within its limit, until the next pick', () => {
  const user = picking().click(130, 30)
  expect(user.area()).toBe(400)
  expect(user.editor.state.limited).toMatchObject({
    search: { threshold: 30 },
    limit: { threshold: 18, isStopped: false },
  })
  user.prefer({ magicWand: { threshold: 10 } }).click(125, 30)
  expect(user.editor.state.limited).toBeNull()
})

test('a drag of the wand says while it lasts that it has stopped', () => {
  const user = picking()
    .prefer({ magicWand: { threshold: 10 } })
    .press(130, 30)
  expect(user.editor.state.limited).toBeNull()
  user.move(50, 50)
  expect(user.editor.state.limited?.limit).toEqual({ threshold: 10, isStopped: true })
  user.release(50, 50)
  expect(user.editor.state.limited?.limit.isStopped).toBe(true)
  user.tool('select')
  expect(user.editor.state.limited).toBeNull()
})

test('both are said in both languages, with the share and the threshold', () => {
  const search = { kind: 'wand', at: { x: 1, y: 1 }, threshold: 30, blur: 40, most: 600 } as const
  const limit = { threshold: 12, isStopped: true }
  const said = aboutSearch(search).limitWords?.(search, limit, { width: 200, height: 100 })
  expect(said).toEqual({
    en: 'Stopped at the largest area of 3 %. At threshold 12; at 30 it exceeds 3 %.',
    ko: '최대 영역인 3%에서 멈췄습니다. 임계값 12 적용: 30에서는 최대 영역 3%를 넘습니다.',
  })
})
