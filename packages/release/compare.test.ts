import { expect, test } from 'vitest'

import type { CocoAnnotation } from '#coco/document'

import { compareImages } from './compare.ts'

const annotation = (id: number, changes: Partial<CocoAnnotation> = {}): CocoAnnotation => ({
  id,
  image_id: 1,
  category_id: 2,
  segmentation: [[0, 0, 4, 0, 4, 4]],
  area: 8,
  bbox: [0, 0, 4, 4],
  iscrowd: 0,
  isbbox: false,
  ...changes,
})

test('counts what was added, changed and removed', () => {
  const from = {
    file: 'a',
    annotations: [annotation(1), annotation(2), annotation(3)],
    grades: { dr_grade: '1', comment: 'old' },
  }
  const to = {
    file: 'a',
    annotations: [annotation(2), annotation(3, { area: 9 }), annotation(4), annotation(5)],
    grades: { dr_grade: '2', gradability: 'good' },
  }
  expect(compareImages(from, to)).toEqual({
    images: { added: 0, changed: 0, removed: 0 },
    annotations: { added: 2, changed: 1, removed: 1 },
    grades: { added: 1, changed: 1, removed: 1 },
  })
})

test('an image that only one release has takes everything with it; the order of keys does not count', () => {
  const image = { file: 'a', annotations: [annotation(1)], grades: { dr_grade: '1' } }
  const one = { added: 1, changed: 0, removed: 0 }
  expect(compareImages(undefined, image)).toEqual({ images: one, annotations: one, grades: one })
  const { id, ...rest } = annotation(1)
  const reordered = { ...image, annotations: [{ ...rest, id }] }
  expect(compareImages(image, reordered).annotations.changed).toBe(0)
  expect(compareImages(image, { ...image, file: 'b' }).images.changed).toBe(1)
})
