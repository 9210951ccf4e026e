import { describe, expect, test } from 'vitest'
import { deleteAnnotations, forEach, setCategory } from '../../commands.ts'
import { addsToSelection } from '../../editor-state.ts'
import type { Driver } from '../../testing/driver.ts'
import { aSquare, anAnnotation, draw } from '../../testing/driver.ts'

const shift = { shift: true }
const a = anAnnotation({ geometry: aSquare(20, 20, 20) })
const b = anAnnotation({ id: 'b', geometry: aSquare(60, 20, 20), position: 2 })
const c = anAnnotation({ id: 'c', geometry: aSquare(150, 70, 20), position: 3 })

function three(): Driver {
  return draw(a, b, c)
}

function both(): Driver {
  return three().click(70, 30, shift)
}

function several(user: Driver): Driver {
  user.editor.setView({ shifted: true })
  return user
}

describe('shift+click', () => {
  test('adds to the selection and removes from it; the last one added is active', () => {
    const user = both()
    expect(user.selected).toEqual(['a', 'b'])
    expect(user.selection).toBe('b')
    expect(user.click(70, 30, shift).selected).toEqual(['a'])
    expect(user.selection).toBe('a')
  })

  test('keeps everything on empty ground, and deselects without shift', () => {
    expect(both().click(120, 50, shift).selected).toEqual(['a', 'b'])
    expect(both().click(120, 50).selected).toEqual([])
  })

  test('a plain click on one of several makes it the only one', () => {
    expect(both().click(30, 30).selected).toEqual(['a'])
  })

  test('takes no vertex in hand, and several show no handles', () => {
    const user = both()
    expect(user.handles).toEqual([])
    expect(three().click(20, 20, shift).selected).toEqual([])
  })
})

describe('the choice of several', () => {
  test('adds to the selection and removes from it without Shift, which inverts it', () => {
    const user = several(three()).click(70, 30).click(160, 80)
    expect(user.selected).toEqual(['a', 'b', 'c'])
    expect(user.click(70, 30).selected).toEqual(['a', 'c'])
    expect(user.click(120, 50).selected).toEqual(['a', 'c'])
    expect(user.click(70, 30, shift).selected).toEqual(['b'])
  })

  test('shows no handles, and a finger takes none', () => {
    const user = several(three())
    expect(user.handles).toEqual([])
    const finger = { pointerType: 'touch' } as const
    expect(user.click(55, 30, finger).selected).toEqual(['a', 'b'])
  })

  test('begins a band also on an annotation', () => {
    expect(several(three()).press(30, 30).move(199, 99).at).toBe('select.band')
  })

  test('lasts from one annotation to the next, until another tool is taken', () => {
    const user = several(three()).click(70, 30)
    expect(user.select('c').editor.state.shifted).toBe(true)
    expect(user.tool('brush').editor.state.shifted).toBe(false)
    expect(user.tool('select').editor.state.shifted).toBe(false)
  })

  test('holds for the list, which what another tool subtracts does not', () => {
    const plain = { shift: false }
    const user = three()
    expect(addsToSelection(plain, user.editor.state)).toBe(false)
    expect(addsToSelection(shift, user.editor.state)).toBe(true)
    expect(addsToSelection(plain, several(user).editor.state)).toBe(true)
    expect(addsToSelection(shift, user.editor.state)).toBe(false)
    expect(addsToSelection(plain, several(user.tool('brush')).editor.state)).toBe(false)
  })
})

describe('select.band', () => {
  test('selects annotations entirely inside it, while it is drawn', () => {
    const user = three().press(10, 10).move(45, 45)
    expect(user.at).toBe('select.band')
    expect(user.selected).toEqual(['a'])
    expect(user.overlays('band')).toEqual([
      { kind: 'band', box: { x: 10, y: 10, width: 35, height: 35 } },
    ])
    expect(user.move(70, 45).selected).toEqual(['a'])
    expect(user.move(90, 45).selected).toEqual(['a', 'b'])
    expect(user.release(90, 45).at).toBe('select.idle')
    expect(user.undo().travelled.label).toBeNull()
  })

  test('with shift it adds, wherever it begins', () => {
    const user = three().press(30, 30, shift).move(199, 99)
    expect(user.at).toBe('select.band')
    expect(user.release(199, 99).selected).toEqual(['a', 'c'])
  })

  test('extends past the border of the image, and ignores hidden annotations', () => {
    const user = three()
      .hide('b')
      .drag([
        [-50, -20],
        [500, 300],
      ])
    expect(user.selected).toEqual(['a', 'c'])
  })

  test.each(['Escape', 'another tool', 'undo'])('%s restores the selection', (way) => {
    const user = both().press(120, 95).move(199, 50)
    expect(user.selected).toEqual(['c'])
    if (way === 'Escape') user.key('Escape')
    else if (way === 'undo') user.undo()
    else user.tool('box')
    expect(user.selected).toEqual(['a', 'b'])
    expect(user.overlays('band')).toEqual([])
  })

  test.each([0.1, 1, 8])('needs three screen pixels of way at zoom %s', (zoom) => {
    const user = three().zoom(zoom).select(null).press(120, -500)
    expect(user.move(120 + 2 / zoom, -500).at).toBe('select.pressed')
    expect(user.move(120 + 4 / zoom, -500).at).toBe('select.band')
  })
})

describe('several at once', () => {
  test('are moved by the same way, stopping together at the border, as one step', () => {
    const user = both().drag([
      [70, 30],
      [40, 35],
      [10, 60],
    ])
    expect(user.segmentation('a')).toEqual([[0, 50, 20, 50, 20, 70, 0, 70]])
    expect(user.segmentation('b')).toEqual([[40, 50, 60, 50, 60, 70, 40, 70]])
    expect(user.selected).toEqual(['a', 'b'])
    user.undo()
    expect(user.segmentation('a')).toEqual([[20, 20, 40, 20, 40, 40, 20, 40]])
    expect(user.segmentation('b')).toEqual([[60, 20, 80, 20, 80, 40, 60, 40]])
  })

  test('show the target of a move, and Escape cancels it', () => {
    const user = both().press(70, 30).move(75, 30)
    expect(user.overlays('moved').map(({ id, dx }) => [id, dx])).toEqual([
      ['a', 5],
      ['b', 5],
    ])
    user.key('Escape').release(75, 30)
    expect(user.undo().travelled.label).toBeNull()
  })

  test('are nudged together, held down as one step; hidden ones stay', () => {
    const user = both()
      .key('ArrowDown', shift)
      .key('ArrowDown', { ...shift, repeat: true })
    expect(user.segmentation('a')).toEqual([[20, 22, 40, 22, 40, 42, 20, 42]])
    expect(user.segmentation('b')).toEqual([[60, 22, 80, 22, 80, 42, 60, 42]])
    user.undo().hide('a').key('ArrowDown', shift)
    expect(user.segmentation('a')).toEqual([[20, 20, 40, 20, 40, 40, 20, 40]])
    expect(user.segmentation('b')).toEqual([[60, 21, 80, 21, 80, 41, 60, 41]])
  })

  test('are deleted, brought back selected, and recategorised in one step each', () => {
    const user = both()
    user.editor.change('delete', deleteAnnotations(user.selected))
    expect(user.selected).toEqual([])
    expect(user.undo().selected).toEqual(['a', 'b'])
    user.editor.change(
      'category',
      forEach(user.selected, (id) => setCategory(id, 2)),
    )
    expect(user.annotation('b').categoryId).toBe(2)
    user.undo()
    expect([user.annotation('a').categoryId, user.annotation('b').categoryId]).toEqual([1, 1])
  })

  test('one that a colleague deletes goes; with the one in hand all are let go', () => {
    expect(both().remotely('a', null).selected).toEqual(['b'])
    const user = both().tool('brush').press(60, 60).move(70, 60).remotely('b', null)
    expect(user.selected).toEqual([])
    expect(user.at).toBe('select.idle')
  })

  test('selectMany takes each once and only existing ones', () => {
    const user = three()
    user.editor.selectMany(['c', 'nobody', 'a', 'c'])
    expect(user.selected).toEqual(['c', 'a'])
    expect(user.selection).toBe('a')
  })
})

describe.each(['label', 'view'] as const)('%s mode', (mode) => {
  test('selects by clicks and bands, but draws, moves and nudges nothing', () => {
    const user = draw(a, b).tool('polygon').click(100, 50).move(120, 60)
    user.editor.setMode(mode)
    expect(user.at).toBe('select.idle')
    expect(user.tool('brush').at).toBe('select.idle')
    expect(user.handles).toEqual([])
    user.drag([
      [30, 30],
      [60, 60],
    ])
    user.key('ArrowDown', shift)
    expect(user.undo().travelled.label).toBeNull()
    expect(user.click(70, 30, shift).selected).toEqual(['a', 'b'])
    user.editor.setMode('segment')
    expect(user.tool('brush').at).toBe('brush.idle')
  })
})
