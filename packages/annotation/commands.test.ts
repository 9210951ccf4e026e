import { expect, test } from 'vitest'
import { duplicateAnnotation, limitMove, moveAnnotation, pasteAnnotations } from './commands.ts'
import { documentOf, emptyAnnotation } from './document.ts'
import { aCategory, aSquare, anAnnotation } from './testing/driver.ts'

const image = { id: 1, width: 200, height: 100 }
const square = anAnnotation({ geometry: aSquare(40, 40, 40), keypoints: [60, 95, 2, 0, 0, 0] })
const document = documentOf(image, [aCategory(1, 'haemorrhage')], [square])

test('moving stops where the area or a labelled keypoint meets the border', () => {
  expect(limitMove(square, 500, 500, image)).toEqual({ dx: 120, dy: 5 })
  expect(limitMove(square, -500, -500, image)).toEqual({ dx: -40, dy: -40 })
  expect(limitMove(emptyAnnotation(document, { id: 'b', categoryId: 1 }), 5, 5, image)).toEqual({
    dx: 0,
    dy: 0,
  })
  const moved = moveAnnotation('a', 0.333, 0)(document).annotations.get('a')
  expect(moved?.geometry[0]?.outer[0]).toBe(40.33)
  expect(moved?.keypoints).toEqual([60.33, 95, 2, 0, 0, 0])
})

test('copies come on top, in their order, beside the original where there is room', () => {
  const original = { ...square, metadata: { grade: 2 }, creator: 'alice' }
  const names = ['b', 'c']
  const pasted = pasteAnnotations([original, original], () => names.shift() ?? 'more')(document)
  expect([...pasted.annotations.keys()]).toEqual(['a', 'b', 'c'])
  expect(pasted.annotations.get('c')).toMatchObject({ position: 3, creator: null })
  expect(pasted.annotations.get('b')).toMatchObject({
    metadata: { grade: 2 },
    geometry: aSquare(50, 45, 40),
  })
  expect(duplicateAnnotation('nobody', 'b')(document)).toBe(document)
})
