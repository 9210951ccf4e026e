import { describe, expect, test } from 'vitest'
import { MagicWand } from '#raster/magic-wand'
import { moveAnnotations } from '../../commands.ts'
import type { Annotation } from '../../document.ts'
import type { ShapePlan } from '../../plan.ts'
import { carryOut } from '../../plan.ts'
import {
  Driver,
  aSquare,
  anAnnotation,
  draw,
  operations,
  pickedBy,
  slowWorker,
} from '../../testing/driver.ts'

/** 200 by 100 pixels: bright, with dark squares at (20, 20), 40 wide, and at (120, 20), 20 wide. */
const wand = new MagicWand({
  width: 200,
  height: 100,
  data: Uint8Array.from({ length: 4 * 200 * 100 }, (_, i) => {
    const [x, y] = [(i >> 2) % 200, Math.floor(i / 800)]
    const isLarge = x >= 20 && x < 60 && y >= 20 && y < 60
    const isSmall = x >= 120 && x < 140 && y >= 20 && y < 40
    return isLarge || isSmall ? 60 : 160
  }),
})

function ask(plan: ShapePlan) {
  return carryOut(plan, operations, pickedBy(wand, plan))
}

function picking(...annotations: Annotation[]) {
  const [first = anAnnotation()] = annotations
  return new Driver([first, ...annotations.slice(1)], { carryOut: ask })
    .select('a')
    .tool('magicWand')
    .prefer({ magicWand: { largest: 100 } })
}

function pickingSlowly() {
  const worker = slowWorker(wand)
  const user = new Driver([anAnnotation()], { carryOut: worker.ask }).select('a')
  const armed = user.tool('magicWand').prefer({ magicWand: { largest: 100 } })
  return { user: armed, asked: worker.asked }
}

const shownArea = (user: Driver) => user.overlays('instead').map(({ geometry }) => geometry)

describe('magic wand by clicks', () => {
  test('adds the area of like colour, as one step', () => {
    const user = picking().click(30, 30)
    expect(user.at).toBe('magicWand.idle')
    expect(user.segmentation()).toEqual([[20, 20, 60, 20, 60, 60, 20, 60]])
    expect(user.annotation().isBox).toBe(false)
    expect(user.click(130, 30).annotation().geometry).toHaveLength(2)
    expect(user.undo().area()).toBe(1600)
    expect(user.travelled.label).toBe('magic wand')
    expect(user.undo().redo().area()).toBe(1600)
  })

  test('takes it away with shift', () => {
    const user = picking(anAnnotation({ geometry: aSquare(10, 10, 60) }))
    expect(user.click(30, 30, { shift: true }).area()).toBe(3600 - 1600)
    expect(user.annotation().geometry[0]?.holes).toHaveLength(1)
  })

  test('uses the threshold of the preferences', () => {
    const user = picking().prefer({ magicWand: { threshold: 100, largest: 100 } })
    expect(user.click(30, 30).area()).toBe(200 * 100)
  })

  test('keeps holes', () => {
    expect(picking().click(5, 5).annotation().geometry[0]?.holes).toHaveLength(2)
  })

  test('ignores clicks outside the image; its border belongs to it', () => {
    for (const [x, y] of [
      [-0.1, 50],
      [200.1, 50],
      [50, -1],
      [50, 101],
    ] as const) {
      const user = picking().press(x, y)
      expect(user.at).toBe('magicWand.idle')
      expect(user.release(x, y).area()).toBe(0)
    }
    expect(picking().click(200, 100).area()).toBe(200 * 100 - 1600 - 400)
  })

  test('does not touch other annotations if they are protected', () => {
    const user = picking(anAnnotation(), anAnnotation({ id: 'b', geometry: aSquare(40, 40, 30) }))
    expect(user.prefer({ protectOthers: true }).click(30, 30).area()).toBe(1600 - 400)
  })

  test('fails if nothing has searched the photograph', () => {
    const user = draw(anAnnotation()).tool('magicWand').click(30, 30)
    expect(user.failures).toHaveLength(1)
    expect(user.failures[0]).toHaveProperty('name', 'NotFoundYetError')
    expect(user.area()).toBe(0)
    expect(user.editor.state.pending).toEqual([])
  })
})

describe('magic wand by dragging', () => {
  test('previews the result, and changes the document when the button is released', () => {
    const user = picking().press(30, 30)
    expect(user.at).toBe('magicWand.picking')
    expect(shownArea(user)).toEqual([aSquare(20, 20, 40)])
    expect(user.area()).toBe(0)
    user.move(130, 30)
    expect(shownArea(user)).toEqual([[...aSquare(20, 20, 40), ...aSquare(120, 20, 20)]])
    expect(user.overlays('cross')).toEqual([
      { kind: 'cross', at: { x: 130.5, y: 30.5 }, dashed: false },
    ])
    expect(user.release(130, 30).area()).toBe(2000)
    expect(shownArea(user)).toEqual([])
    expect(user.undo().undo().travelled.label).toBeNull()
  })

  test('outside the image the last pixel inside counts', () => {
    expect(picking().press(30, 30).move(-10, 30).release(-10, 30).area()).toBe(1600)
  })

  test('of requests that the worker has not begun, only the latest is kept', async () => {
    const { user, asked } = pickingSlowly()
    user.press(30, 30).move(31, 30).move(32, 30).move(130, 30).move(130.2, 30.4)
    expect(asked).toHaveLength(1)
    await asked[0]?.answer()
    expect(shownArea(user)).toEqual([aSquare(20, 20, 40)])
    expect(asked.map(({ plan }) => plan.drawing)).toMatchObject([
      { at: { x: 30.5, y: 30.5 } },
      { at: { x: 130.5, y: 30.5 } },
    ])
    await asked[1]?.answer()
    expect(shownArea(user)).toEqual([[...aSquare(20, 20, 40), ...aSquare(120, 20, 20)]])
    user.release(130, 30)
    expect(user.area()).toBe(2000)
    expect(asked).toHaveLength(2)
  })

  test('let go before the answer, it waits for that answer and no other', async () => {
    const { user, asked } = pickingSlowly()
    user.click(30, 30)
    expect(user.overlays('cross')).toHaveLength(1)
    await asked[0]?.answer()
    expect(user.area()).toBe(1600)
    expect(asked).toHaveLength(1)
    expect(user.overlays('cross')).toEqual([])
  })

  test('an annotation changed meanwhile is edited in its current state', async () => {
    const { user, asked } = pickingSlowly()
    user.remotely('a', anAnnotation({ geometry: aSquare(0, 0, 10) })).press(30, 30)
    user.editor.change('move', moveAnnotations(['a'], { dx: 80, dy: 0 }))
    await asked[0]?.answer()
    expect(shownArea(user)).toEqual([])
    await asked[1]?.answer()
    expect(shownArea(user)).toEqual([[...aSquare(80, 0, 10), ...aSquare(20, 20, 40)]])
    user.remotely('a', anAnnotation({ geometry: aSquare(0, 80, 10) }))
    expect(shownArea(user)).toEqual([])
  })

  test('a preview that fails says nothing, but the pick does', async () => {
    const { user, asked } = pickingSlowly()
    user.press(30, 30)
    await asked[0]?.fail()
    expect(user.failures).toEqual([])
    user.release(30, 30)
    await asked[1]?.fail()
    expect(user.failures).toHaveLength(1)
  })
})

/** The large square is 8 % of the photograph, the small one 2 %. */
const upTo = (largest: number) => picking().prefer({ magicWand: { largest } })

describe('magic wand and large areas', () => {
  test('more than the permitted share is not taken, but kept for a decision', () => {
    const user = upTo(5).click(30, 30)
    expect(user.area()).toBe(0)
    expect(user.failures).toMatchObject([{ name: 'SearchTooLargeError' }])
    user.editor.takeRefused()
    expect(user.area()).toBe(1600)
    expect(user.undo().area()).toBe(0)
    expect(user.travelled.label).toBe('magic wand')
  })

  test('the decision is over once something else is done', () => {
    const user = upTo(5).click(30, 30).tool('select')
    expect(user.editor.state.refused).toBeNull()
    user.editor.takeRefused()
    expect(user.area()).toBe(0)
  })

  test('a drag stops growing at the share, and keeps what it has', () => {
    const user = upTo(5).press(130, 30).move(30, 30)
    expect(shownArea(user)).toEqual([aSquare(120, 20, 20)])
    expect(user.release(30, 30).area()).toBe(400)
    expect(user.failures).toEqual([])
  })
})

describe('magic wand given up', () => {
  test('Escape and undo leave no trace', () => {
    const ways = [(user: Driver) => user.key('Escape'), (user: Driver) => user.undo()]
    for (const giveUp of ways) {
      const user = giveUp(picking().press(30, 30).move(31, 30))
      expect(shownArea(user)).toEqual([])
      expect(user.release(31, 30).area()).toBe(0)
      expect(user.undo().travelled.label).toBeNull()
    }
  })

  test('an answer that comes after that is dropped', async () => {
    const { user, asked } = pickingSlowly()
    user.press(30, 30).move(130, 30).key('Escape')
    await asked[0]?.answer()
    expect(shownArea(user)).toEqual([])
    expect(asked).toHaveLength(1)
  })

  test('an annotation deleted by a colleague ends it', async () => {
    const { user, asked } = pickingSlowly()
    user.press(30, 30).remotely('a', null)
    expect(user.at).toBe('select.idle')
    await asked[0]?.answer()
    expect(user.segmentations).toEqual({})
    expect(user.editor.state.preview).toBeNull()
  })
})
