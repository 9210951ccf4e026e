import { expect, test } from 'vitest'

import { documentOf } from '#annotation/document'
import { aCategory } from '#annotation/testing/driver'
import { FoundAnnotations } from '#contract/annotation-service'
import { boxOf } from '#geometry/box'

import { annotationsFound } from './found-annotations.ts'

const drusen = { ...aCategory(4, 'Drusen'), keypointLabels: ['centre'] }
const document = documentOf({ id: 1, width: 200, height: 100 }, [drusen], [])
const square = { segmentation: [[10, 10, 20, 10, 20, 20, 10, 20]], keypoints: [], isbbox: true }
const adding = () => {
  let last = 0
  return { document, creator: 'jin', newId: () => `new-${(last += 1)}` }
}

test('categories are matched by name, and unknown ones are reported', () => {
  const { made, unknown } = annotationsFound(
    {
      images: [],
      categories: [
        { id: 1, name: ' drusen' },
        { id: 2, name: 'Cup' },
      ],
      annotations: [
        { ...square, category_id: 1 },
        { ...square, category_id: 2 },
        { ...square, category_id: 2 },
        { ...square, category_id: 9 },
      ],
    },
    adding(),
  )
  expect(made).toMatchObject([{ id: 'new-1', categoryId: 4, creator: 'jin', isBox: true }])
  expect(unknown).toEqual(['Cup', '9'])
})

test('found annotations are automatic, and name the service if it identifies itself', () => {
  const answer = { images: [], categories: [{ id: 1, name: 'Drusen' }] }
  const annotations = [{ ...square, category_id: 1 }]
  const originOf = (info?: object) =>
    annotationsFound(FoundAnnotations.parse({ ...answer, annotations, info }), adding()).made[0]
      ?.origin
  expect(originOf({ description: 'drusenfinder', version: '3' })).toEqual({
    kind: 'automatic',
    algorithms: [{ name: 'drusenfinder', version: '3' }],
  })
  expect(originOf({ description: 'x'.repeat(1000) })).toEqual({ kind: 'automatic', algorithms: [] })
  expect(originOf()).toEqual({ kind: 'automatic', algorithms: [] })
})

test('annotations found on a smaller picture are scaled to the image', () => {
  const { made } = annotationsFound(
    {
      images: [{ id: 7, width: 100, height: 100 }],
      categories: [{ id: 1, name: 'Drusen' }],
      annotations: [{ ...square, category_id: 1, keypoints: [5, 6, 2, 1, 1, 2] }],
    },
    adding(),
  )
  expect(made[0]?.geometry).toEqual([{ outer: [20, 10, 40, 10, 40, 20, 20, 20], holes: [] }])
  expect(made[0]?.keypoints).toEqual([10, 6, 2])
})

test('annotations of other pictures are left out', () => {
  const { made } = annotationsFound(
    {
      images: [{ id: 7 }],
      categories: [{ id: 1, name: 'Drusen' }],
      annotations: [
        { ...square, category_id: 1, image_id: 7 },
        { ...square, category_id: 1, image_id: 8 },
        { ...square, category_id: 1 },
      ],
    },
    adding(),
  )
  expect(made).toHaveLength(2)
  expect(made[1]?.position).toBeGreaterThan(made[0]?.position ?? 0)
})

const found = (segmentation: number[][]) => ({ ...square, segmentation, category_id: 1 })

test('what lies outside of the image or has no area is left out', () => {
  const { made, outside } = annotationsFound(
    {
      images: [],
      categories: [{ id: 1, name: 'Drusen' }],
      annotations: [
        found([[300, 10, 320, 10, 320, 20]]),
        found([[10, 10, 20, 20, 30, 30]]),
        found([[190, 10, 210, 10, 210, 20, 190, 20]]),
        { ...found([]), keypoints: [300, 10, 2] },
        found([]),
      ],
    },
    adding(),
  )
  const cut = { x: 190, y: 10, width: 10, height: 10 }
  expect(made.map(({ geometry }) => boxOf(geometry))).toEqual([cut, null])
  expect(outside).toBe(3)
})
