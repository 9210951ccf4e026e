import { expect, test } from 'vitest'

import { polygonOfEllipse } from '#geometry/ellipse'
import type { Annotation } from './document.ts'
import { carryOut } from './plan.ts'
import { aSquare, anAnnotation, draw, Driver, operations } from './testing/driver.ts'

/** The annotation as the server tells it after a colleague has given it metadata. */
function noted(annotation: Annotation): Annotation {
  return { ...structuredClone(annotation), metadata: { seen: true } }
}

test('a drag of a vertex or an ellipse goes on while a colleague changes something else', () => {
  const square = anAnnotation({ geometry: aSquare(20, 20, 60) })
  const user = draw(square).zoom(4).press(80, 80).move(90, 90).remotely('a', noted(square))
  expect(user.release(90, 90).segmentation()).toEqual([[20, 20, 80, 20, 90, 90, 20, 80]])
  expect(user.annotation().metadata).toEqual({ seen: true })

  const circle = { centre: { x: 60, y: 50 }, radii: [30, 30], angle: 0 } as const
  const round = anAnnotation({ geometry: [polygonOfEllipse(circle)] })
  const other = draw(round).zoom(4).press(90, 50).move(110, 50).remotely('a', noted(round))
  const before = other.area()
  expect(other.release(110, 50).area()).toBeGreaterThan(before)
})

test('the outline of clicks stays in view while a colleague changes something else', () => {
  const square = anAnnotation({ geometry: aSquare(100, 20, 30) })
  const user = new Driver([square], {
    carryOut: (plan) => carryOut(plan, operations, { area: aSquare(20, 20, 40) }),
  })
  user.select('a').tool('clicks').click(30, 30)
  expect(user.overlays('instead')).toHaveLength(1)
  expect(user.remotely('a', noted(square)).overlays('instead')).toHaveLength(1)
})
