import { expect, test } from 'vitest'
import { boxOf, boxOfRing } from '#geometry/box'
import { area } from '#geometry/polygon'
import { copiesOf, mirrored, pasteAnnotations } from './clipboard.ts'
import type { Annotation } from './document.ts'
import { documentOf } from './document.ts'
import { aCategory, aSquare, anAnnotation } from './testing/driver.ts'

const image = { id: 1, width: 200, height: 100 }
const square = anAnnotation({
  geometry: aSquare(40, 40, 40),
  keypoints: [60, 80, 2, 0, 0, 0],
  metadata: { grade: 2 },
  creator: 'alice',
})

function paste(annotations: readonly Annotation[], offset?: number) {
  const names = ['p', 'q', 'r']
  const document = documentOf(image, [aCategory(1, 'haemorrhage')], [square])
  const copies = copiesOf(annotations, () => names.shift() ?? 'more')
  return pasteAnnotations(copies, offset)(document).annotations
}

test('copies come on top, in their order, beside the original', () => {
  const upper = { ...square, id: 'b', position: 7, geometry: aSquare(0, 0, 20), keypoints: [] }
  const pasted = paste([upper, square])
  expect([...pasted.keys()]).toEqual(['a', 'p', 'q'])
  expect(pasted.get('p')).toMatchObject({
    geometry: aSquare(50, 50, 40),
    keypoints: [70, 90, 2, 0, 0, 0],
    metadata: { grade: 2 },
    creator: null,
    position: expect.closeTo(2),
  })
  expect(pasted.get('q')).toMatchObject({
    geometry: aSquare(10, 10, 20),
    position: expect.closeTo(3),
  })
})

test("are shifted to the other side at the image's border", () => {
  const low = { ...square, geometry: aSquare(10, 60, 40), keypoints: [] }
  expect(paste([low]).get('p')?.geometry).toEqual(aSquare(20, 50, 40))
})

test('from a larger image are clipped, or left out if they lie outside', () => {
  const across = { ...square, id: 'b', geometry: aSquare(180, 40, 40), keypoints: [250, 50, 2] }
  const beyond = { ...square, id: 'c', geometry: aSquare(300, 40, 40), keypoints: [] }
  const pasted = paste([across, beyond], 0)
  expect([...pasted.keys()]).toEqual(['a', 'p'])
  const part = [180, 40, 200, 40, 200, 80, 180, 80]
  expect(pasted.get('p')?.geometry[0]?.outer).toHaveLength(8)
  expect(new Set(pasted.get('p')?.geometry[0]?.outer)).toEqual(new Set(part))
  expect(pasted.get('p')?.keypoints).toEqual([0, 0, 0])
})

test('one of a category that is not here is left out; one without area is kept', () => {
  const elsewhere = { ...square, id: 'b', categoryId: 9 }
  const empty = { ...square, id: 'c', geometry: [], keypoints: [] }
  expect([...paste([elsewhere, empty]).keys()]).toEqual(['a', 'q'])
})

test('mirrored, an annotation lies as in the fellow eye, holes and keypoints too', () => {
  const ring = {
    outer: [10, 10, 60, 10, 60, 60, 10, 60],
    holes: [[20, 20, 20, 30, 30, 30, 30, 20]],
  }
  const drawn = anAnnotation({ geometry: [ring], keypoints: [15, 12, 2, 0, 0, 0] })
  const [there] = mirrored(drawn, 200).geometry
  expect(there && boxOf([there])).toEqual({ x: 140, y: 10, width: 50, height: 50 })
  expect(there && area([there])).toBe(2400)
  expect(boxOfRing(there?.holes[0] ?? [])).toMatchObject({ x: 170, y: 20 })
  expect(mirrored(drawn, 200).keypoints).toEqual([185, 12, 2, 0, 0, 0])
  expect(mirrored(mirrored(drawn, 200), 200)).toEqual(drawn)
})
