import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { carriedWork } from './carried-work.ts'
import { copiesOf, pasteAnnotations } from './clipboard.ts'
import {
  addAnnotation,
  clearAnnotation,
  deleteAnnotations,
  moveAnnotations,
  setCategory,
  setColor,
  setMetadata,
} from './commands.ts'
import type { Annotation } from './document.ts'
import { annotationsIn, emptyAnnotation } from './document.ts'
import type { EditorOptions } from './editor-state.ts'
import { isAtRest } from './editor-state.ts'
import type { CarryOut } from './reshaping.ts'
import { openLedger } from './save.ts'
import { SearchTooLargeError } from './search.ts'
import { aCategory, aSquare, anAnnotation, draw, Driver, slowWorker } from './testing/driver.ts'
import type { ToolId } from './tools.ts'

const square = anAnnotation({ geometry: aSquare(40, 40, 40) })

test('a new annotation is selected in its category, and a drawing that is no shape yet is left', () => {
  const user = draw(square).tool('box').click(10, 10)
  expect(user.editor.create(2)).toBe('new')
  expect(user.at).toBe('box.idle')
  expect(user.selected).toEqual(['new'])
  expect(user.editor.state.activeCategory).toBe(2)
  expect(user.annotation('new')).toMatchObject({ categoryId: 2, geometry: [] })
  expect(user.undo().segmentations).toEqual({ a: user.segmentation() })
  expect(user.travelled.label).toBe('create')
})

test('creating an annotation and drawing in it are steps of their own', () => {
  const user = draw(square).tool('box')
  user.editor.create(2)
  expect(user.click(10, 10).click(30, 30).area('new')).toBe(400)
  expect(user.undo().area('new')).toBe(0)
  expect(user.undo().segmentations).toEqual({ a: user.segmentation() })
})

test('a drawing that begins its annotation is one step with it, the next a step of its own', () => {
  const user = draw(square).prefer({ newAfterStroke: true })
  user.editor.setView({ activeCategory: 2 })
  user.tool('box').select(null).click(10, 10).click(30, 30)
  expect(user.area('new')).toBe(400)
  expect(user.undo().segmentations).toEqual({ a: user.segmentation() })
  expect(user.redo().area('new')).toBe(400)
})

describe('commands', () => {
  test('every one is a step that can be undone and redone', () => {
    const user = draw(square)
    const { editor } = user
    const before = editor.state.document.annotations
    editor.change('category', setCategory('a', 2))
    editor.change('colour', setColor('a', '#00ff00'))
    editor.change('metadata', setMetadata('a', { sure: true, grade: 2 }))
    editor.change('duplicate', pasteAnnotations(copiesOf([user.annotation()], () => 'b')))
    editor.change('clear', clearAnnotation('a'))
    editor.change('delete', deleteAnnotations(['a']))
    const after = editor.state.document.annotations
    expect(annotationsIn(editor.state.document, 2).map(({ id }) => id)).toEqual(['b'])
    expect(user.segmentation('b')).toEqual([[50, 50, 90, 50, 90, 90, 50, 90]])

    const labels = Array.from({ length: 6 }, () => user.undo().travelled.label)
    expect(labels).toEqual(['delete', 'clear', 'duplicate', 'metadata', 'colour', 'category'])
    expect(editor.state.document.annotations).toEqual(before)
    for (const _ of labels) user.redo()
    expect(editor.state.document.annotations).toEqual(after)
  })

  test('one that changes nothing is no step', () => {
    const user = draw(square)
    user.editor.change('delete', deleteAnnotations(['nobody']))
    user.editor.change('move', moveAnnotations(['a'], { dx: 0, dy: 0 }))
    user.editor.change('category', setCategory('nobody', 2))
    expect(user.undo().travelled.label).toBeNull()
  })

  test('a new annotation is on top, and undoing its deletion selects it again', () => {
    const user = draw(square)
    const { editor } = user
    editor.change(
      'create',
      addAnnotation(emptyAnnotation(editor.state.document, { id: 'b', categoryId: 2 })),
    )
    editor.select('b')
    expect(user.annotation('b').position).toBeGreaterThan(user.annotation('a').position)
    editor.change('delete', deleteAnnotations(['b']))
    expect(user.selection).toBeNull()
    expect(user.undo().selection).toBe('b')
  })

  test('marked changes are one step, and bailing leaves no trace of them', () => {
    const user = draw(square)
    const { editor } = user
    const first = editor.mark('grade')
    editor.change(first, setCategory('a', 2))
    editor.change(first, setColor('a', '#00ff00'))
    const second = editor.mark('move')
    editor.change(second, moveAnnotations(['a'], { dx: 5, dy: 5 }))
    editor.change(second, moveAnnotations(['a'], { dx: 5, dy: 5 }))
    editor.bail(second)
    expect(user.segmentation()).toEqual([[40, 40, 80, 40, 80, 80, 40, 80]])
    expect(user.redo().travelled.label).toBeNull()
    expect(user.undo().annotation()).toEqual(square)
  })
})

describe('listeners', () => {
  test('are notified once of each change, with its origin: here or elsewhere', () => {
    const user = draw(square)
    user.changes.length = 0
    user.editor.change('category', setCategory('a', 2))
    user.remotely('b', anAnnotation({ id: 'b' }))
    user.undo()
    expect(user.changes).toHaveLength(3)
    const [changed, adopted, undone] = user.changes
    expect([...(changed?.local.keys() ?? [])]).toEqual(['a'])
    expect(adopted?.local.size).toBe(0)
    expect([...(adopted?.remote.keys() ?? [])]).toEqual(['b'])
    expect(undone?.local.get('a')?.[1]).toMatchObject({ categoryId: 1 })
  })

  test('are not notified if nothing changed, or after they have unsubscribed', () => {
    const user = draw(square)
    user.changes.length = 0
    user.editor.setView({ zoom: user.editor.state.zoom })
    user.select('a').remotely('a', { ...square })
    expect(user.changes).toEqual([])
    let heard = 0
    const stop = user.editor.subscribe(() => heard++)
    user.zoom(2)
    stop()
    user.zoom(3)
    expect(heard).toBe(1)
  })
})

describe('undo among colleagues', () => {
  test('does not restore an annotation that a colleague has deleted', () => {
    const user = draw(square)
    user.editor.change('colour', setColor('a', '#00ff00'))
    user.remotely('a', null).undo()
    expect(user.travelled).toEqual({ label: null, skipped: ['a'] })
    expect(user.segmentations).toEqual({})
    expect(user.redo().segmentations).toEqual({})
  })

  test('takes back its own aspect and leaves the colleague theirs', () => {
    const user = draw(square)
    user.editor.change('colour', setColor('a', '#00ff00'))
    const theirs = { ...user.annotation(), geometry: aSquare(0, 0, 10) }
    user.remotely('a', theirs).undo()
    expect(user.annotation()).toEqual({ ...theirs, color: null })
    expect(user.redo().annotation()).toEqual(theirs)
  })

  test("does not overwrite a colleague's change of the same field, but continues with the step before", () => {
    const user = draw(square)
    user.editor.change('colour', setColor('a', '#00ff00'))
    user.editor.change('move', moveAnnotations(['a'], { dx: 5, dy: 5 }))
    user.remotely('a', { ...user.annotation(), geometry: aSquare(0, 0, 10) }).undo()
    expect(user.travelled).toEqual({ label: 'colour', skipped: ['a'] })
    expect(user.annotation()).toEqual({ ...square, geometry: aSquare(0, 0, 10) })
  })

  test('does not delete an annotation that a colleague has gone on with', () => {
    const user = draw(square)
    user.editor.change('create', addAnnotation(anAnnotation({ id: 'b' })))
    user.remotely('b', anAnnotation({ id: 'b', geometry: aSquare(0, 0, 10) })).undo()
    expect(user.area('b')).toBe(100)
    expect(user.travelled.skipped).toEqual(['b'])
  })

  test('an echo of own work, equal in value, is no change by others', () => {
    const user = draw(square)
    user.editor.change('move', moveAnnotations(['a'], { dx: 5, dy: 5 }))
    user.remotely('a', structuredClone({ ...user.annotation(), creator: 'me' })).undo()
    expect(user.annotation().geometry).toEqual(square.geometry)
    expect(user.annotation().creator).toBe('me')
  })

  test("a colleague's deletion of an annotation already deleted here changes nothing", () => {
    const user = draw(square)
    user.editor.change('delete', deleteAnnotations(['a']))
    user.remotely('a', null).undo()
    expect(user.area()).toBe(1600)
  })
})

const place = fc.tuple(fc.integer({ min: -20, max: 220 }), fc.integer({ min: -20, max: 120 }))
const action = fc.oneof(
  fc.tuple(place, place, fc.boolean()).map(([from, to, shift]) => (user: Driver) => {
    user.tool('box').drag([from, to], { shift }).key('Escape')
  }),
  fc
    .tuple(fc.array(place, { minLength: 3, maxLength: 6 }), fc.boolean())
    .map(([corners, shift]) => (user: Driver) => {
      user.tool('polygon')
      for (const corner of corners) user.click(...corner, { shift })
      user.key('Enter').key('Escape')
    }),
  fc
    .tuple(fc.array(place, { minLength: 1, maxLength: 5 }), fc.constantFrom('brush', 'eraser'))
    .map(([line, id]) => (user: Driver) => {
      user.tool(id).drag(line)
    }),
  fc.tuple(place, place).map(([from, to]) => (user: Driver) => {
    user.tool('select').drag([from, to]).select('a')
  }),
  place.map((at) => (user: Driver) => {
    user
      .tool('select')
      .click(...at, { alt: true })
      .key('ArrowUp', { shift: true })
      .select('a')
  }),
)

test('undo to the beginning is the beginning, redo to the end is the end', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 8 }), (actions) => {
      const user = draw(square, anAnnotation({ id: 'b', geometry: aSquare(100, 20, 30) }))
      const beginning = user.editor.state.document.annotations
      for (const doIt of actions) doIt(user)
      const end = user.editor.state.document.annotations
      while (user.undo().travelled.label !== null);
      expect(user.editor.state.document.annotations).toEqual(beginning)
      while (user.redo().travelled.label !== null);
      expect(user.editor.state.document.annotations).toEqual(end)
    }),
    { numRuns: 60 },
  )
})

/** A person who draws in category 2, each stroke anew. */
function eachAnew(...annotations: Annotation[]): Driver {
  return eachAnewBy({}, ...annotations)
}

function eachAnewBy(options: Partial<EditorOptions>, ...annotations: Annotation[]): Driver {
  const names = ['b', 'c', 'd']
  const user = new Driver(annotations, {
    ...options,
    newAnnotation: (document, categoryId) =>
      emptyAnnotation(document, { id: names.shift() ?? 'more', categoryId }),
  })
  user.editor.setView({ activeCategory: 2 })
  return user.prefer({ newAfterStroke: true })
}

function findTooMuch(): never {
  throw new SearchTooLargeError('It is too large.')
}

describe('a new annotation after each stroke', () => {
  test('each stroke is one in the active category, and one step of undo', () => {
    const user = eachAnew(square).select('a').tool('brush').click(10, 10).click(180, 80)
    expect(Object.keys(user.segmentations)).toEqual(['a', 'b', 'c'])
    expect(user.annotation()).toBe(square)
    expect(user.annotation('b').categoryId).toBe(2)
    expect(user.selection).toBe('c')
    expect(Object.keys(user.undo().segmentations)).toEqual(['a', 'b'])
  })

  test('needs no annotation to begin with, and fills an empty one first', () => {
    const user = eachAnew().tool('brush').click(10, 10).click(180, 80)
    expect(Object.keys(user.segmentations)).toEqual(['b', 'c'])
    expect([user.area('b'), user.area('c')].every((area) => area > 0)).toBe(true)
  })

  test.each(['eraser', 'split'] as const)('the %s begins none, and needs one', (tool) => {
    const user = eachAnew(square).tool(tool)
    user.drag([
      [10, 10],
      [90, 90],
    ])
    expect(user.editor.state.tool.id).toBe('select')
    expect(Object.keys(user.segmentations)).toEqual(['a'])
    expect(user.select('a').tool(tool).editor.state.tool.id).toBe(tool)
  })

  test('an empty one of another category is left alone', () => {
    const user = eachAnew()
    user.editor.create(1)
    user.editor.setView({ activeCategory: 2 })
    user.tool('brush').click(60, 60)
    expect(user.area('b')).toBe(0)
    expect(user.annotation('c').categoryId).toBe(2)
    expect(user.area('c')).toBeGreaterThan(0)
  })

  test.each([
    ['comes to nothing', () => ({ geometry: [], lines: [] })],
    [
      'fails',
      () => {
        throw new Error('There is nothing to see.')
      },
    ],
  ])('a drawing that %s leaves none behind, and takes nothing else back', (_, carryOut) => {
    const user = eachAnewBy({ carryOut }, square)
    user.select(null).tool('box').click(10, 10).click(30, 30)
    user.select('a').click(50, 10).click(70, 30)
    expect(Object.keys(user.segmentations)).toEqual(['a'])
    expect(user.undo().travelled.label).toBeNull()
    const made = user.editor.create(2)
    user.click(50, 10).click(70, 30)
    expect(user.selected).toEqual([made])
  })

  test('one whose drawing was too large is taken back when the user goes on without it', () => {
    const user = eachAnewBy({ carryOut: findTooMuch }, square).tool('magicWand').click(10, 10)
    expect(user.editor.state.refused).not.toBeNull()
    expect(Object.keys(user.segmentations)).toEqual(['a', 'b'])
    expect(Object.keys(user.tool('select').segmentations)).toEqual(['a'])
  })

  test('one whose drawing was too large keeps the image from being left at once, and goes', () => {
    const user = eachAnewBy({ carryOut: findTooMuch }, square).tool('magicWand').click(10, 10)
    expect(isAtRest(user.editor.state)).toBe(false)
    expect(Object.keys(user.select(null).segmentations)).toEqual(['a'])
    expect(isAtRest(user.editor.state)).toBe(true)
  })

  test('a drawing that was too large can still be taken when others have changed something', () => {
    const user = eachAnewBy({ carryOut: findTooMuch }, square).tool('magicWand').click(10, 10)
    user.remotely('c', anAnnotation({ id: 'c' }))
    expect(user.editor.state.refused).not.toBeNull()
    expect(Object.keys(user.segmentations)).toEqual(['a', 'b', 'c'])
  })

  test('one whose drawing was too large is kept while it is saved, and drawn in if it is taken', async () => {
    const failed = Promise.reject(new SearchTooLargeError('It is too large.'))
    const carryOut: CarryOut = ({ drawing }) =>
      'most' in drawing ? failed : { geometry: aSquare(0, 0, 90), lines: [] }
    const user = eachAnewBy({ carryOut }, square).tool('magicWand').click(10, 10)
    await failed.catch(() => null)
    await Promise.resolve()
    const sent = user.annotation('b')
    const written = { ...sent, metadata: { clinic: 'A' } }
    user.editor.adopt(new Map([['b', written]]), new Map([['b', [sent, written]]]))
    expect(user.editor.state.refused).not.toBeNull()
    user.editor.takeRefused()
    expect(user.area('b')).toBe(8100)
    expect(Object.keys(user.undo().segmentations)).toEqual(['a'])
    expect(user.travelled.skipped).toEqual([])
  })

  test('erasing goes on in the selected one', () => {
    const user = eachAnew(square).select('a').tool('eraser').click(60, 60)
    expect(Object.keys(user.segmentations)).toEqual(['a'])
    expect(user.area()).toBeLessThan(1600)
  })
})

test('an annotation that was deleted before the server had stored it comes back as stored', () => {
  const user = draw(square)
  const sent = user.annotation()
  const written = { ...sent, metadata: { clinic: 'A' } }
  user.editor.change('delete', deleteAnnotations(['a']))
  user.editor.adopt(new Map([['a', null]]), new Map([['a', [sent, written]]]))
  expect(user.undo().annotation()).toEqual(written)
})

/** A person who has just set the first point of a polygon, without an annotation for it. */
function begun(options: Partial<EditorOptions> = {}): Driver {
  const user = eachAnewBy(options, square).select('a')
  user.editor.change('colour', setColor('a', '#00ff00'))
  return user.undo().select(null).tool('polygon').click(120, 20)
}

describe('an annotation that a drawing began', () => {
  test.each<[string, (user: Driver) => void]>([
    ['Escape', (user) => user.key('Escape')],
    ['Backspace', (user) => user.key('Backspace')],
    ['undo', (user) => user.undo()],
    ['a cancelled pointer', (user) => user.press(140, 20).editor.cancel()],
    ['leaving the mode', (user) => user.prefer({ newAfterStroke: false }).key('Escape')],
  ])('goes without a trace by %s', (_, end) => {
    const user = begun()
    expect(Object.keys(user.segmentations)).toEqual(['a', 'b'])
    user.changes.length = 0
    end(user)
    expect(Object.keys(user.segmentations)).toEqual(['a'])
    expect(user.changes.flatMap(({ takenBack }) => [...takenBack])).toEqual(['b'])
    expect(user.editor.state.history.past).toEqual([])
    expect(user.redo().travelled.label).toBe('colour')
  })

  test('goes when its drawing is given up while it is worked out, whatever was done since', () => {
    const user = begun({ carryOut: slowWorker().ask }).click(140, 20).click(140, 40).key('Enter')
    user.editor.change('colour', setColor('a', '#0000ff'))
    expect(Object.keys(user.undo().segmentations)).toEqual(['a'])
    expect(user.travelled.label).toBe('polygon')
    expect(user.annotation().color).toBe('#0000ff')
    expect(user.undo().travelled.label).toBe('colour')
  })

  test('goes for a press that begins no drawing, and for one that takes away', () => {
    const user = eachAnew(square).tool('clicks').click(20, 20, { shift: true })
    expect(Object.keys(user.segmentations)).toEqual(['a'])
    user.tool('box').click(120, 20, { shift: true }).click(140, 40, { shift: true })
    expect(Object.keys(user.segmentations)).toEqual(['a'])
  })

  test('is one step with a drawing that is finished after other work', async () => {
    const worker = slowWorker()
    const user = begun({ carryOut: worker.ask }).click(140, 20).click(140, 40).key('Enter')
    user.editor.change('colour', setColor('a', '#0000ff'))
    await worker.asked[0]?.answer()
    expect(user.area('b')).toBe(200)
    expect(Object.keys(user.undo().segmentations)).toEqual(['a'])
    expect(user.annotation().color).toBe('#0000ff')
  })

  test('stays if a colleague has drawn in it', () => {
    const user = begun()
    user.remotely('b', { ...user.annotation('b'), geometry: aSquare(0, 0, 10) }).key('Escape')
    expect(user.area('b')).toBe(100)
  })

  test('stays, undone like others, if it was given something else meanwhile', () => {
    const user = begun()
    user.editor.change('metadata', setMetadata('b', { sure: true }))
    expect(Object.keys(user.key('Escape').segmentations)).toEqual(['a', 'b'])
    expect(Object.keys(user.undo().segmentations)).toEqual(['a'])
  })

  test.each<[string, (user: Driver) => void]>([
    ['another selection', (user) => user.select('a')],
    ['another mode', (user) => user.editor.setMode('label')],
    ['another tool', (user) => user.tool('brush')],
  ])('waits with a half-drawn shape that %s sets aside, and goes with it', (_, setAside) => {
    const user = begun()
    setAside(user)
    expect(Object.keys(user.segmentations)).toEqual(['a', 'b'])
    user.editor.setMode('segment')
    expect(user.select('b').tool('polygon').at).toBe('polygon.drawing')
    expect(Object.keys(user.key('Escape').segmentations)).toEqual(['a'])
  })

  test('waits with its draft for the image to be opened again, and then goes or is filled', () => {
    const user = begun()
    const { history, drafts } = carriedWork(user.editor.state, openLedger([]), String)
    const annotations = [...user.editor.state.document.annotations.values()]
    const again = () => {
      const next = new Driver(annotations, { history })
      next.editor.setView({ activeCategory: 2 })
      next.prefer({ newAfterStroke: true })
      next.editor.resume(drafts)
      return next
    }
    expect(Object.keys(again().key('Escape').segmentations)).toEqual(['a'])
    const filled = again().click(140, 20).click(140, 40).key('Enter')
    expect(filled.area('b')).toBe(200)
    expect(Object.keys(filled.undo().segmentations)).toEqual(['a'])
  })
})

describe('a double click that ends a shape', () => {
  type Place = readonly [x: number, y: number]

  test.each<[ToolId, Place[], Place]>([
    ['box', [[120, 20]], [150, 45]],
    ['ellipse', [[120, 20]], [150, 45]],
    [
      'polygon',
      [
        [120, 20],
        [140, 40],
        [140, 20],
      ],
      [120, 20],
    ],
    [
      'angle',
      [
        [160, 40],
        [160, 20],
      ],
      [150, 45],
    ],
  ])('begins no other one: %s', (tool, before, end) => {
    const user = draw(square)
    user.editor.setView({ activeCategory: 1 })
    user.tool(tool)
    for (const at of before) user.click(...at)
    expect(user.doubleClick(...end).at).toBe(`${tool}.idle`)
    expect(user.editor.state.history.past).toHaveLength(1)
  })

  test('takes back the annotation that its second press began', () => {
    const user = eachAnew(square).select('a').tool('box').click(50, 50, { shift: true })
    user.editor.chooseCategory(2)
    user.doubleClick(60, 60, { shift: true })
    expect(Object.keys(user.segmentations)).toEqual(['a'])
    expect(user.area()).toBe(1500)
  })
})

function named(...ids: number[]) {
  return new Map(ids.map((id) => [id, aCategory(id, `category ${id}`)]))
}

describe('categories that change', () => {
  test('the first of a dataset that had none is active at once', () => {
    const user = draw()
    user.editor.setCategories(new Map())
    user.editor.setCategories(named(7, 8))
    expect(user.editor.state.activeCategory).toBe(7)
    user.editor.setCategories(named(6, 7, 8))
    expect(user.editor.state.activeCategory).toBe(7)
  })

  test('in one that is gone nothing more is drawn, and another has to be chosen', () => {
    const user = eachAnew().tool('ellipse')
    user.editor.setCategories(named(1))
    expect(user.at).toBe('select.idle')
    expect(user.editor.state.activeCategory).toBeNull()
    expect(user.tool('brush').click(50, 50).segmentations).toEqual({})
  })
})

describe('choosing a category', () => {
  test('nothing is drawn into an annotation of another one', () => {
    const user = draw(square).tool('brush')
    user.editor.chooseCategory(1)
    expect(user.selected).toEqual(['a'])
    user.editor.chooseCategory(2)
    expect(user.selected).toEqual([])
    user.tool('brush').click(150, 20)
    expect(user.annotation()).toBe(square)
    user.editor.create(2)
    expect(user.tool('brush').click(150, 20).area('new')).toBeGreaterThan(0)
    expect(user.annotation('new').categoryId).toBe(2)
  })

  test('an annotation that was only just created gets it, as one step with its creation', () => {
    const user = draw(square)
    user.editor.create(1)
    user.editor.chooseCategory(2)
    expect(user.selected).toEqual(['new'])
    expect(user.annotation('new').categoryId).toBe(2)
    expect(Object.keys(user.undo().segmentations)).toEqual(['a'])
  })

  test('an annotation in which something is drawn keeps its own', async () => {
    const worker = slowWorker()
    const user = new Driver([], { carryOut: worker.ask })
    user.editor.create(1)
    user.tool('box').click(10, 10).click(30, 30)
    user.editor.chooseCategory(2)
    await worker.asked[0]?.answer()
    expect(user.annotation('new').categoryId).toBe(1)
    expect(user.area('new')).toBe(400)
    expect(user.selected).toEqual([])
  })

  test('a drawing in hand goes on, and the next one does not go into its annotation', () => {
    const user = draw(square).tool('polygon').click(10, 10).click(30, 10)
    user.editor.chooseCategory(2)
    expect(user.click(30, 30).key('Enter').area()).toBe(1600 + 200)
    expect(user.annotation().categoryId).toBe(1)
    expect(user.selected).toEqual([])
    expect(user.tool('polygon').at).toBe('select.idle')
  })

  test('an annotation that is selected afterwards stays selected', () => {
    const user = draw(square).tool('polygon').click(10, 10)
    user.editor.chooseCategory(2)
    user.key('Escape').select('a')
    expect(user.tool('brush').click(60, 60).selected).toEqual(['a'])
  })
})

test('a half-drawn polygon is drawn on when the image is opened again', () => {
  const user = draw(square).tool('polygon').click(10, 10).click(30, 10).press(30, 30)
  user.editor.release()
  const work = carriedWork(user.editor.state, openLedger([]), String)
  const again = draw(square)
  again.editor.resume(work.drafts)
  expect(again.at).toBe('polygon.drawing')
  again.move(50, 50).key('Enter')
  expect(again.area()).toBe(1600 + 200)
  expect(again.undo().area()).toBe(1600)
})
