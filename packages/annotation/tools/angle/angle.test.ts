import { describe, expect, test } from 'vitest'
import { degreesAt } from '../../measurement.ts'
import type { Driver } from '../../testing/driver.ts'
import { anAnnotation, draw } from '../../testing/driver.ts'

const told = (user: Driver) => user.overlays('text').flatMap(({ lines }) => lines)
const start = () => draw(anAnnotation()).tool('angle')

describe('angle', () => {
  test('is measured at the second of three clicks, and kept', () => {
    const user = start().click(60, 10).click(10, 10).move(10, 60)
    expect(told(user)).toEqual(['90.0°'])
    expect(user.click(10, 60).at).toBe('angle.idle')
    expect(Object.values(user.editor.state.document.imageRecord.measurements)).toEqual([
      { kind: 'angle', points: [60, 10, 10, 10, 10, 60] },
    ])
    expect(told(user.undo())).toEqual([])
  })

  test('may begin with a drag, and loses its last point by Backspace', () => {
    const user = start().press(60, 10).move(10, 10).release(10, 10)
    expect(told(user.move(60, 60))).toEqual(['45.0°'])
    expect(told(user.key('Backspace').move(60, 50))).toEqual(['40.0 px'])
  })
})

test.each([
  ['straight', [0, 0, 10, 0, 20, 0], 180],
  ['nothing', [20, 0, 10, 0, 20, 0], 0],
  ['beyond the turn of the axis', [0, 1, 10, 0, 0, -1], 11.4],
])('an angle of %s', (_, points, degrees) => {
  expect(degreesAt(points)).toBeCloseTo(degrees, 1)
})
