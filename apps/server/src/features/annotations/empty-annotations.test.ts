import { expect, test } from 'vitest'

import {
  changeAnnotation,
  createAnnotation,
  deleteAnnotation,
  saveAnnotatorData,
} from '#contract/annotations'
import { createCategory, deleteCategory } from '#contract/categories'
import { getDatasetData } from '#contract/datasets'
import { getDatasetCoco } from '#contract/exports'
import { getStatistics } from '#contract/statistics'
import { rollBack } from '#contract/undo'

import { withColleagues } from './testing/colleagues.ts'
import { triangle, withImage } from './testing/with-image.ts'

test('an empty annotation counts nowhere and is no label of its image; a label counts', async () => {
  const { create, kim, disc, lesion, dataset, image } = await withImage()
  const { body: empty } = await create({ segmentation: [] })
  const params = { id: dataset.id }
  const seen = async () => {
    const listed = (await kim.call(getDatasetData, { params })).body.images[0]
    const total = (await kim.call(getStatistics, { params })).body.total
    const query = { category_ids__in: String(disc) }
    const found = (await kim.call(getDatasetData, { params, query })).body.images.length
    const coco = JSON.parse((await kim.call(getDatasetCoco, { params })).bytes.toString())
    const counts = [listed?.annotated, listed?.numberAnnotations, total['Annotated Images']]
    return [...counts, total['Annotations'], found, coco.images[0].category_ids]
  }
  expect(await seen()).toEqual([false, 0, 0, 0, 0, []])
  const label = (category_ids: number[]) =>
    kim.call(saveAnnotatorData, { body: { image: { id: image.id, category_ids } } })
  await label([lesion])
  expect(await seen()).toEqual([true, 0, 1, 0, 0, [lesion]])
  await kim.call(deleteCategory, { params: { id: lesion } })
  expect(await seen()).toEqual([false, 0, 0, 0, 0, []])
  const query = { id: lesion, instance: 'category' as const }
  await kim.call(rollBack, { query })
  expect(await seen()).toEqual([true, 0, 1, 0, 0, [lesion]])
  await label([])
  const body = { revision: 1, segmentation: triangle }
  await kim.call(changeAnnotation, { params: { id: empty.id }, body })
  expect(await seen()).toEqual([true, 1, 1, 1, 1, []])
  await kim.call(changeAnnotation, {
    params: { id: empty.id },
    body: { revision: 2, segmentation: [] },
  })
  expect(await seen()).toEqual([false, 0, 0, 0, 0, []])
})

test.each([
  ['outside the image', [[100, 100, 150, 100, 150, 150]]],
  ['without area', [[10, 10, 20, 20, 30, 30]]],
])(
  'a shape %s is refused when it is drawn, but not in the save of a whole image',
  async (_, shape) => {
    const { create, kim, read, image } = await withImage()
    const refused = await create({ segmentation: shape })
    expect([refused.status, refused.body.code]).toEqual([422, 'unusable_content'])
    expect(refused.body.message).toContain('80 × 60 pixels')
    expect(await read()).toEqual([])
    const { body: drawn } = await create()
    const params = { id: drawn.id }
    const change = { revision: 1, segmentation: shape }
    expect((await kim.call(changeAnnotation, { params, body: change })).status).toBe(422)
    const emptied = { revision: 1, segmentation: [] }
    expect((await kim.call(changeAnnotation, { params, body: emptied })).status).toBe(200)
    const annotations = [{ id: drawn.id, revision: 2, segmentation: shape }]
    const body = { image: { id: image.id }, annotations }
    expect((await kim.call(saveAnnotatorData, { body })).status).toBe(200)
    expect(await read()).toMatchObject([{ id: drawn.id, area: 0 }])
  },
)

test('keypoints that all lie outside the image are refused', async () => {
  const { given, kim, db } = await withColleagues()
  const pair = { name: 'Pair', keypoint_labels: ['nasal', 'temporal'] }
  const { body: category } = await kim.call(createCategory, { body: pair })
  const dataset = await given.dataset(kim, { name: 'Points', categories: ['Pair'] })
  const image = await given.image(kim, dataset, { width: 80, height: 60 })
  const create = (keypoints: number[]) =>
    kim.call(createAnnotation, {
      body: { image_id: image.id, category_id: category.id, keypoints },
    })
  const outside = [-5, 3, 2, 81, 3, 1]
  const refused = await create(outside)
  expect([refused.status, refused.body.code]).toEqual([422, 'unusable_content'])
  expect(refused.body.fields).toHaveProperty('keypoints')
  const { body: drawn } = await create([-5, 3, 2, 80, 60, 1])
  const params = { id: drawn.id }
  const change = { revision: 1, keypoints: outside }
  expect((await kim.call(changeAnnotation, { params, body: change })).status).toBe(422)
  const emptied = { revision: 1, keypoints: [0, 0, 0, 90, 90, 0] }
  expect((await kim.call(changeAnnotation, { params, body: emptied })).status).toBe(200)

  // Earlier versions have stored some.
  await db.updateTable('annotation').set({ keypoints: outside }).execute()
  await kim.call(deleteAnnotation, { params })
  const body = { image_id: image.id, category_id: category.id, keypoints: outside }
  const restored = await kim.call(createAnnotation, { body: { ...body, restores: drawn.id } })
  expect([restored.status, restored.body.id]).toEqual([201, drawn.id])
})
