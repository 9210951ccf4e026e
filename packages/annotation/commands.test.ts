import { expect, test } from 'vitest'
import { limitShift, moveAnnotations } from './commands.ts'
import { documentOf, emptyAnnotation } from './document.ts'
import { aCategory, aSquare, anAnnotation } from './testing/driver.ts'

const image = { id: 1, width: 200, height: 100 }
const square = anAnnotation({ geometry: aSquare(40, 40, 40), keypoints: [60, 95, 2, 0, 0, 0] })
const document = documentOf(image, [aCategory(1, 'haemorrhage')], [square])

test('moving stops where the area or a labelled keypoint meets the border', () => {
  expect(limitShift([square], { dx: 500, dy: 500 }, image)).toEqual({ dx: 120, dy: 5 })
  expect(limitShift([square], { dx: -500, dy: -500 }, image)).toEqual({ dx: -40, dy: -40 })
  expect(
    limitShift([emptyAnnotation(document, { id: 'b', categoryId: 1 })], { dx: 5, dy: 5 }, image),
  ).toEqual({
    dx: 0,
    dy: 0,
  })
  const moved = moveAnnotations(['a'], { dx: 0.333, dy: 0 })(document).annotations.get('a')
  expect(moved?.geometry[0]?.outer[0]).toBe(40.33)
  expect(moved?.keypoints).toEqual([60.33, 95, 2, 0, 0, 0])
})
