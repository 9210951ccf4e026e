import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carriedWork } from './carried-work.ts'
import { deleteAnnotations } from './commands.ts'
import { usualLooks, withAnnotationLooks } from './looks.ts'
import type { DrawnArea, ShapePlan } from './plan.ts'
import { carryOut } from './plan.ts'
import { emptyHistory } from './history.ts'
import { openLedger } from './save.ts'
import { journalOf, unfinished } from './save-journal.ts'
import { restoreDrawings } from './save-restore.ts'
import { aSquare, anAnnotation, Driver, operations, slowWorker } from './testing/driver.ts'
import type { ToolId } from './tools.ts'
import { toolList } from './tools.ts'

const mine = anAnnotation({ id: 'of this page' })
const other = anAnnotation({ id: 'b', geometry: aSquare(150, 10, 20) })
const stored = { ...mine, id: 'server-7' }

/** Finds a square of 10 around each click, and one of 20 between extreme points. */
function found({ drawing }: ShapePlan): DrawnArea {
  if (drawing.kind === 'clicks') {
    return { area: drawing.clicks.flatMap(({ x, y }) => aSquare(x - 5, y - 5, 10)) }
  }
  if (drawing.kind !== 'vessel') return { area: aSquare(20, 20, 20) }
  return { area: drawing.points.flatMap(({ x, y }) => aSquare(x - 5, y - 5, 10)) }
}

function at(...annotations: ConstructorParameters<typeof Driver>[0]): Driver {
  const user = new Driver(annotations, {
    carryOut: (plan) => carryOut(plan, operations, found(plan)),
  })
  user.editor.setView({ activeCategory: 1 })
  return user.select(annotations[0]?.id ?? null)
}

/** The person opens the image again, after the server has given the annotation its id. */
function backAgain({ editor }: Driver): Driver {
  const saved = openLedger([{ serverId: 7, revision: 1, content: mine }])
  const { drafts } = carriedWork(editor.state, saved, (id) => `server-${id}`)
  const user = at(stored, other).select(null)
  user.editor.resume(drafts)
  return user
}

const half: readonly (readonly [ToolId, (user: Driver) => Driver, (user: Driver) => Driver])[] = [
  [
    'polygon',
    (user) => user.click(10, 10).click(30, 10),
    (user) => user.click(30, 30).key('Enter'),
  ],
  ['clicks', (user) => user.click(20, 20), (user) => user.key('Enter')],
  ['vessel', (user) => user.click(20, 20), (user) => user.click(60, 20).key('Enter')],
  ['box', (user) => user.click(10, 10), (user) => user.click(30, 30)],
  [
    'prediction',
    (user) => user.click(10, 20).click(20, 10).click(30, 20),
    (user) => user.click(20, 30),
  ],
]

describe('a half-drawn shape', () => {
  test.each(half)(
    'of the tool %s goes on when its image is opened again',
    (tool, begin, finish) => {
      const user = backAgain(begin(at(mine, other).tool(tool)))
      expect(user.editor.state.tool.resting).toBe(false)
      expect(user.selection).toBe('server-7')
      expect(finish(user).area('server-7')).toBeGreaterThan(0)
      expect([user.toldOfGone, user.failures]).toEqual([0, []])
    },
  )

  test.each(['clicks', 'vessel'] as const)('of the tool %s is previewed again', (tool) => {
    const user = at(mine).tool(tool).click(20, 20).click(60, 20)
    expect(user.overlays('instead')).toHaveLength(1)
    const reopened = backAgain(user)
    expect(reopened.overlays('instead')).toMatchObject([{ id: 'server-7' }])
    expect(reopened.tool('brush').overlays('instead')).toEqual([])
  })

  test.each(half.filter(([tool]) => tool !== 'clicks'))(
    'of the tool %s waits for its tool and its annotation',
    (tool, begin, finish) => {
      const user = begin(at(mine, other).tool(tool)).tool('brush').click(180, 80)
      expect(user.tool(tool).editor.state.tool.resting).toBe(false)
      const painted = user.area(mine.id)
      expect(user.select('b').editor.state.tool).toMatchObject({ id: tool, resting: true })
      expect(finish(user.select(mine.id)).area(mine.id)).toBeGreaterThan(painted)
      expect(user.area('b')).toBe(400)
      expect(user.editor.state.drafts).toEqual([])
    },
  )

  test('that was left for another tool also outlives going to another image', () => {
    const user = backAgain(
      at(mine, other).tool('polygon').click(10, 10).click(30, 10).tool('select'),
    )
    expect([user.at, user.selected]).toEqual(['select.idle', []])
    user.select('server-7').tool('polygon').click(30, 30).key('Enter')
    expect(user.area('server-7')).toBe(200)
  })

  test('is given up by Escape, for good', () => {
    const user = at(mine).tool('box').click(10, 10).key('Escape').tool('brush').tool('box')
    expect(user.at).toBe('box.idle')
  })

  test('goes on when its annotation is unlocked', () => {
    const user = at(mine).tool('polygon').click(10, 10).click(30, 10)
    const locked = withAnnotationLooks(usualLooks, [mine.id], { isLocked: true })
    user.editor.setView({ looks: locked })
    expect([user.at, user.toldOfGone]).toEqual(['select.idle', 0])
    user.editor.setView({ looks: usualLooks })
    expect(user.tool('polygon').click(30, 30).key('Enter').area(mine.id)).toBe(200)
  })
})

/** The points of each measurement. */
function lengths({ editor }: Driver): readonly (readonly number[])[] {
  return Object.values(editor.state.document.imageRecord.measurements).map(({ points }) => points)
}

function alone(tool: ToolId): Driver {
  return at(stored, other).select(null).tool(tool)
}

/** A length that Enter would end. */
function ruler(): Driver {
  return at(mine).tool('measure').click(10, 10).click(40, 50)
}

describe('a half-drawn shape without an annotation', () => {
  test.each(['another image', 'another tool'])('goes on after %s', (way) => {
    const goneAndBack = (user: Driver) => {
      const { id } = user.editor.state.tool
      return way === 'another image' ? backAgain(user) : user.tool('select').tool(id)
    }
    const length = alone('measure').click(10, 10)
    expect(lengths(goneAndBack(length).click(40, 50).key('Enter'))).toEqual([[10, 10, 40, 50]])
    const angle = alone('angle').click(60, 10).click(10, 10)
    expect(lengths(goneAndBack(angle).click(10, 60))).toEqual([[60, 10, 10, 10, 10, 60]])
    const ellipse = alone('ellipse').click(40, 20)
    expect(goneAndBack(ellipse).click(80, 80).area('new')).toBeGreaterThan(1800)
  })

  test('is measured to its end by another tool, label mode and another image', () => {
    expect(lengths(ruler().tool('brush'))).toEqual([[10, 10, 40, 50]])
    expect(lengths(labelMode(ruler()))).toEqual([[10, 10, 40, 50]])
    expect(lengths(backAgain(ruler()).key('Enter'))).toEqual([[10, 10, 40, 50]])
  })

  test('is measured on while annotations are selected', () => {
    const user = at(stored, other).tool('measure').click(10, 10).click(40, 50).select('b')
    expect(lengths(user.click(40, 90).key('Enter'))).toEqual([[10, 10, 40, 50, 40, 90]])
  })

  test('is not kept for those who only view the image, but shown', () => {
    const user = backAgain(ruler())
    user.editor.setMode('view')
    expect(lengths(user)).toEqual([])
    expect(user.overlays('text').flatMap(({ lines }) => lines)).toEqual(['50.0 px'])
  })
})

function labelMode(user: Driver): Driver {
  user.editor.setMode('label')
  return user
}

describe('label mode and another selection', () => {
  const ways = [
    ['label mode', labelMode],
    ['another selection', (user: Driver) => user.select('b')],
    ['no selection', (user: Driver) => user.select(null)],
  ] as const

  test.each(ways)('finish a stroke and a polygon: %s', (_, leave) => {
    const painted = leave(at(mine, other).tool('brush').press(50, 50).move(80, 50))
    const area = painted.area(mine.id)
    expect(area).toBeGreaterThan(0)
    expect(painted.release(150, 50).area(mine.id)).toBe(area)
    const closed = leave(at(mine, other).tool('polygon').click(10, 10).click(30, 10).click(30, 30))
    expect([closed.area(mine.id), closed.area('b')]).toEqual([200, 400])
  })

  test.each(ways)('keep a half-drawn polygon: %s', (_, leave) => {
    const user = leave(at(mine, other).tool('polygon').click(10, 10).click(30, 10))
    user.editor.setMode('segment')
    user.select(mine.id).tool('polygon')
    expect(user.click(30, 30).key('Enter').area(mine.id)).toBe(200)
  })

  test.each(ways)('give up what is dragged: %s', (_, leave) => {
    const square = { ...mine, geometry: aSquare(10, 10, 40) }
    const user = leave(at(square, other).tool('select').press(30, 30).move(60, 60)).release(90, 90)
    expect(user.annotation(mine.id)).toEqual(square)
  })
})

describe('a drawing whose annotation is gone', () => {
  test('that waited for the worker is told', async () => {
    const worker = slowWorker()
    const user = new Driver([mine], { carryOut: worker.ask }).select(mine.id).tool('brush')
    user.click(50, 50).click(80, 80).remotely(mine.id, null)
    await worker.asked[0]?.answer()
    expect([user.toldOfGone, user.editor.state.pending]).toEqual([2, []])
  })

  test('before it was drawn, also as restored, is told', () => {
    const drawing = { kind: 'area', area: aSquare(0, 0, 9) } as const
    const drawn = { operation: 'add', drawing, asBox: false, mark: { label: 'box' } } as const
    const user = at(mine)
    user.editor.reshape({ ...drawn, annotation: 'nobody' })
    expect(user.toldOfGone).toBe(1)
    const ledger = openLedger([])
    const kept = unfinished({ ...drawn, annotation: 'somebody' }, ledger, emptyHistory)
    for (const each of restoreDrawings(ledger, journalOf(ledger, [['1', kept]]))) {
      user.editor.goOnWith(each.reshaping, each.began)
    }
    expect(user.toldOfGone).toBe(2)
  })

  test.each(['brush', 'polygon'] as const)('and in hand, by the %s, is told', (tool) => {
    const user = at(mine).tool(tool).press(10, 10).move(60, 60).remotely(mine.id, null)
    expect([user.at, user.toldOfGone]).toEqual(['select.idle', 1])
  })

  test('and half-drawn comes back with it', () => {
    const user = at(mine).tool('polygon').click(10, 10).click(30, 10)
    user.editor.change('delete', deleteAnnotations([mine.id]))
    expect(user.undo().selection).toBe(mine.id)
    expect(user.tool('polygon').click(30, 30).key('Enter').area(mine.id)).toBe(200)
  })

  test('when its image is opened again is told', () => {
    const left = at(mine).tool('polygon').click(10, 10).click(30, 10)
    const { drafts } = carriedWork(left.editor.state, openLedger([]), String)
    const user = at(other).select(null)
    user.editor.resume(drafts)
    expect([user.at, user.toldOfGone]).toEqual(['select.idle', 1])
  })

  test('becomes one of its own if each stroke does', () => {
    const user = at(mine).prefer({ newAfterStroke: true }).tool('polygon')
    user.click(10, 10).click(30, 10).remotely(mine.id, null).click(30, 30).key('Enter')
    expect([user.area('new'), user.toldOfGone]).toEqual([200, 0])
    user.remotely('new', null).select(null).tool('box').click(60, 60)
    user.remotely(user.selection ?? '', null).click(90, 90, { shift: true })
    expect([user.segmentations, user.toldOfGone]).toEqual([{}, 1])
  })
})

test('no tool names an annotation once the button is up, because its id may change', () => {
  const place = fc.tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 0, max: 100 }))
  const gesture = fc.tuple(fc.constantFrom(...toolList), fc.array(place, { maxLength: 4 }))
  fc.assert(
    fc.property(gesture, place, ([{ id }, clicks], [x, y]) => {
      const user = at({ ...mine, geometry: aSquare(40, 40, 20) }).tool(id)
      for (const click of clicks) user.click(...click)
      user.press(x, y).move(x + 9, y + 9)
      user.editor.release()
      expect(JSON.stringify(user.editor.state.tool.state)).not.toContain(mine.id)
    }),
    { numRuns: 300 },
  )
})
