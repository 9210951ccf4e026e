import { expect, test } from 'vitest'

import { cocoOf, report, run, square, withDataset } from './testing/importing.ts'

test('a list of results is imported by the ids of the exports, with its scores', async () => {
  const { kim, dataset, image } = await withDataset()
  const [category] = dataset.categoryIds
  const on = { image_id: image.id, category_id: category }
  const results = [
    { ...on, bbox: [1, 2, 30, 40], score: 0.75 },
    { ...on, segmentation: [square], score: 0.5 },
    { ...on, image_id: 2_000_000_000, bbox: [1, 2, 3, 4], score: 0.9 },
    { ...on, image_id: 1e300, bbox: [1, 2, 3, 4], score: 0.9 },
    'no result',
  ]
  const file = Buffer.from(`\n ${JSON.stringify(results)}\n`)
  const told = await report(kim, dataset, file)
  expect(told).toMatchObject({
    images: { in_file: 1, matched: 1, changed: 1 },
    annotations: { in_file: 5, created: 2, left_out: 3 },
    categories: { created: [], attached: [] },
    reasons: [
      { reason: 'annotation_unusable', count: 2 },
      { reason: 'annotation_without_image', count: 1 },
    ],
  })
  const { annotations } = await cocoOf(kim, dataset)
  expect(annotations).toMatchObject([
    { bbox: [1, 2, 30, 40], metadata: { score: 0.75 }, origin: { kind: 'automatic' } },
    { segmentation: [square], metadata: { score: 0.5 }, category_id: category },
  ])
  const again = await report(kim, dataset, file)
  expect(again.annotations).toMatchObject({ created: 0, existing: 2 })
})

test('a truncated list is refused as a whole', async () => {
  const { kim, dataset, image } = await withDataset()
  const entry = { image_id: image.id, category_id: dataset.categoryIds[0], bbox: [1, 2, 3, 4] }
  const task = await run(kim, dataset, Buffer.from(JSON.stringify([entry]).slice(0, -1)))
  expect(task.status).toBe('failed')
  expect((await cocoOf(kim, dataset)).annotations).toEqual([])
})
