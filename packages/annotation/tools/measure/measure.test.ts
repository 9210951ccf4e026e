import { describe, expect, test } from 'vitest'
import { imageRecordId } from '../../document.ts'
import type { Measurements } from '../../measurement.ts'
import type { Driver } from '../../testing/driver.ts'
import { aCategory, aSquare, anAnnotation, draw } from '../../testing/driver.ts'

function ruler(): Driver {
  return draw(anAnnotation({ geometry: aSquare(0, 0, 10) })).tool('measure')
}

function told(user: Driver): readonly string[] {
  return user.overlays('text').flatMap(({ lines }) => lines)
}

describe('measure', () => {
  test('a drag gives a distance, which is kept beside the next ones', () => {
    const user = ruler().press(10, 10).move(40, 50)
    expect(user.at).toBe('measure.measuring')
    expect(told(user)).toEqual(['50.0 px'])
    expect(user.release(40, 50).at).toBe('measure.idle')
    expect(told(user.press(0, 0).release(30, 0).tool('select'))).toEqual(['50.0 px', '30.0 px'])
    expect(Object.values(user.editor.state.document.imageRecord.measurements)).toEqual([
      { kind: 'length', points: [10, 10, 40, 50] },
      { kind: 'length', points: [0, 0, 30, 0] },
    ])
  })

  test('two clicks give a distance and further ones a path, ended by Enter or a double click', () => {
    const user = ruler().click(10, 10).click(40, 50)
    expect(told(user)).toEqual(['50.0 px'])
    expect(told(user.move(40, 60))).toEqual(['60.0 px'])
    expect(told(user.click(40, 60).move(190, 90).key('Enter'))).toEqual(['60.0 px'])
    expect(user.at).toBe('measure.idle')
    expect(told(ruler().click(0, 0).doubleClick(30, 0))).toEqual(['30.0 px'])
  })

  test('Backspace and undo take back its last point', () => {
    const user = ruler().click(10, 10).click(40, 50).click(40, 60)
    user.key('Backspace').undo().move(10, 20)
    expect(told(user)).toEqual(['10.0 px'])
    expect(user.undo().at).toBe('measure.idle')
  })

  test.each(['Escape', 'another tool'])('%s clears what is not finished or not kept', (way) => {
    const viewer = ruler()
    viewer.editor.setMode('view')
    for (const user of [ruler().click(10, 10), viewer.press(0, 0).release(50, 50)]) {
      if (way === 'Escape') user.key('Escape')
      else user.tool('select')
      expect(told(user)).toEqual([])
      expect(user.at).toMatch(/idle/)
    }
  })

  test('is at hand without a selection, and a step of undo', () => {
    const user = ruler().select(null).tool('measure').press(-20, 0).release(300, 0)
    expect(told(user)).toEqual(['320.0 px'])
    expect(told(user.undo())).toEqual([])
    expect(told(user.redo())).toEqual(['320.0 px'])
  })

  test('of somebody who only views the image is shown until the next press, and not saved', () => {
    const user = ruler()
    user.editor.setMode('view')
    expect(told(user.press(0, 0).release(50, 0))).toEqual(['50.0 px'])
    expect(told(user.press(10, 10))).toEqual(['0.0 px'])
    expect(user.changes.every(({ local }) => local.size === 0)).toBe(true)
  })

  test('a point of a kept one is dragged as one step, and back by Escape', () => {
    const user = ruler().press(10, 10).release(40, 50).move(41, 50)
    expect(user.editor.display().cursor).toBe('move')
    expect(told(user.press(41, 50).move(80, 20).move(10, 60))).toEqual(['50.0 px'])
    expect(told(user.release(10, 60).press(10, 60).move(90, 90).key('Escape'))).toEqual(['50.0 px'])
    expect(Object.values(user.editor.state.document.imageRecord.measurements)).toEqual([
      { kind: 'length', points: [10, 10, 10, 60] },
    ])
    user.undo()
    expect(Object.values(user.editor.state.document.imageRecord.measurements)).toEqual([
      { kind: 'length', points: [10, 10, 40, 50] },
    ])
  })

  test('a click on a point of a kept one begins the next there', () => {
    const user = ruler().press(10, 10).release(40, 50).click(40, 51)
    expect(told(user.click(90, 50).key('Enter'))).toEqual(['50.0 px', '50.0 px'])
  })

  test('a drag keeps what a colleague has changed of it since the press', () => {
    const user = ruler().press(10, 10).release(40, 50)
    const { imageRecord } = user.editor.state.document
    const [id = ''] = Object.keys(imageRecord.measurements)
    const adopt = (measurements: Measurements) =>
      user.editor.adopt(new Map([[imageRecordId, { ...imageRecord, measurements }]]))
    const measured = () => user.editor.state.document.imageRecord.measurements
    user.press(40, 50)
    adopt({ [id]: { kind: 'length', points: [20, 20, 40, 50] } })
    user.move(90, 90).release(90, 90)
    expect(measured()).toEqual({ [id]: { kind: 'length', points: [20, 20, 90, 90] } })
    user.press(90, 90)
    adopt({})
    user.move(10, 90)
    expect(measured()).toEqual({})
  })

  test('only viewing moves no point', () => {
    const user = ruler().press(10, 10).release(40, 50)
    user.editor.setMode('view')
    user.press(40, 50).release(90, 90)
    expect(Object.values(user.editor.state.document.imageRecord.measurements)).toEqual([
      { kind: 'length', points: [10, 10, 40, 50] },
    ])
  })

  test.each([0.1, 1, 8])('a shaky click at zoom %s is no drag', (zoom) => {
    const user = ruler().zoom(zoom).press(50, 50)
    expect(user.release(50 + 2 / zoom, 50).at).toBe('measure.measuring')
  })

  test('shows disc diameters and micrometres if a disc is annotated', () => {
    const user = ruler()
    user.editor.setCategories(new Map([[1, aCategory(1, 'Optic disc', 'disc')]]))
    const diameter = 2 * Math.sqrt(100 / Math.PI)
    user.press(0, 0).release(2 * diameter, 0)
    expect(told(user)).toEqual(['22.6 px', '≈ 3,600 µm', '2.00 DD'])
  })

  test('follows a scale stated meanwhile, without being drawn again', () => {
    const user = ruler().press(0, 0).release(100, 0)
    expect(told(user)).toEqual(['100.0 px'])
    user.editor.setScale(9.5)
    expect(told(user)).toEqual(['100.0 px', '950 µm'])
    user.editor.setScale(null)
    expect(told(user)).toEqual(['100.0 px'])
  })
})
