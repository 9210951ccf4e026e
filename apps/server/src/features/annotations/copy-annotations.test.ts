import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { copyAnnotations, createAnnotation, deleteAnnotation } from '#contract/annotations'
import { createCategory } from '#contract/categories'
import { getDatasetData, updateDataset } from '#contract/datasets'

import { ring, withColleagues } from './testing/colleagues.ts'

async function twoImages() {
  const colleagues = await withColleagues()
  const { given, kim, lee, dataset, disc, lesion } = colleagues
  const from = await given.image(kim, dataset, { width: 80, height: 60 })
  const to = await given.image(kim, dataset, { width: 40, height: 60 })
  const draw = async (body: object) =>
    (
      await kim.call(createAnnotation, {
        body: { image_id: from.id, category_id: disc, segmentation: ring, ...body },
      })
    ).body
  const copy = (body: object = {}, params: object = {}) =>
    lee.call(copyAnnotations, {
      params: { fromId: from.id, toId: to.id, ...params },
      body: { category_ids: [disc, lesion], ...body },
    })
  return { ...colleagues, from, to, draw, copy }
}

test('a copy has all content of the original, clipped to the image, and belongs to the user who copied', async () => {
  const { draw, copy, to, disc } = await twoImages()
  const origin = { kind: 'automatic', algorithms: [{ name: 'discs', version: '2' }] }
  await draw({ color: '#123456', metadata: { grade: 2 }, origin })
  const { status, body } = await copy()
  expect(status).toBe(200)
  expect(body.outside).toBe(0)
  expect(body.annotations).toMatchObject([
    {
      image_id: to.id,
      category_id: disc,
      color: '#123456',
      metadata: { grade: 2 },
      isbbox: false,
      origin,
      creator: 'lee',
      revision: 1,
      area: 1100,
      bbox: [10, 10, 30, 40],
    },
  ])
  expect(body.annotations[0]?.segmentation).toHaveProperty(['rings', 0, 1])
})

test('boxes stay boxes, and a keypoint outside of the image is not labelled there', async () => {
  const { kim, dataset, draw, copy } = await twoImages()
  const labels = { name: 'landmarks', keypoint_labels: ['fovea', 'disc centre'] }
  const { body: landmarks } = await kim.call(createCategory, { body: labels })
  const categories = [...dataset.categoryIds, landmarks.id]
  await kim.call(updateDataset, { params: { id: dataset.id }, body: { categories } })
  await draw({ category_id: landmarks.id, segmentation: [], keypoints: [12, 20, 2, 70, 20, 1] })
  await draw({ segmentation: [[5, 5, 25, 5, 25, 15, 5, 15]], isbbox: true })
  const { body } = await copy({ category_ids: categories })
  expect(body.annotations.map(({ keypoints, isbbox }) => [keypoints, isbbox])).toEqual([
    [[12, 20, 2, 0, 0, 0], false],
    [[], true],
  ])
})

test('copies lie on top of what was brought to the front, in the order of the originals', async () => {
  const { draw, copy, to } = await twoImages()
  await draw({ image_id: to.id, position: 9000 })
  await draw({ position: 2 })
  await draw({ position: 1, segmentation: [[5, 5, 25, 5, 25, 15]] })
  const { body } = await copy()
  expect(body.annotations.map(({ area, position }) => [area, position])).toEqual([
    [100, 9001],
    [1100, 9002],
  ])
})

test('only the chosen categories are copied, and annotations outside of the image are counted', async () => {
  const { draw, copy, lesion, to, dataset, kim } = await twoImages()
  await draw({})
  await draw({ category_id: lesion, segmentation: [[50, 5, 70, 5, 70, 25]] })
  await draw({ category_id: lesion, segmentation: [[5, 5, 25, 5, 25, 15]] })
  const { body } = await copy({ category_ids: [lesion] })
  expect(body).toMatchObject({ outside: 1, annotations: [{ category_id: lesion, area: 100 }] })
  const { body: data } = await kim.call(getDatasetData, { params: { id: dataset.id } })
  expect(data.images.find(({ id }) => id === to.id)?.numberAnnotations).toBe(1)
})

test('annotations without an area or keypoint on the image are dropped, empty ones are not', async () => {
  const { kim, dataset, draw, copy } = await twoImages()
  const labels = { name: 'landmarks', keypoint_labels: ['fovea', 'disc centre'] }
  const { body: landmarks } = await kim.call(createCategory, { body: labels })
  const categories = [...dataset.categoryIds, landmarks.id]
  await kim.call(updateDataset, { params: { id: dataset.id }, body: { categories } })
  const outside = [[50, 5, 70, 5, 70, 25]]
  const lost = [70, 20, 2, 0, 0, 0]
  await draw({ segmentation: [] })
  await draw({ segmentation: outside })
  await draw({ category_id: landmarks.id, segmentation: [], keypoints: lost })
  await draw({ category_id: landmarks.id, segmentation: outside, keypoints: lost })
  await draw({
    category_id: landmarks.id,
    segmentation: outside,
    keypoints: [12, 20, 2, 70, 20, 1],
  })
  const { body } = await copy({ category_ids: categories })
  expect(body.outside).toBe(3)
  expect(body.annotations.map(({ area, keypoints }) => ({ area, keypoints }))).toEqual([
    { area: 0, keypoints: [] },
    { area: 0, keypoints: [12, 20, 2, 0, 0, 0] },
  ])
})

test('a repeated attempt copies nothing twice, and undone copies stay undone', async () => {
  const { draw, copy, lee } = await twoImages()
  await draw({})
  await draw({ segmentation: [[5, 5, 25, 5, 25, 15]] })
  const save_id = randomUUID()
  const first = await copy({ save_id })
  const again = await Promise.all(Array.from({ length: 4 }, () => copy({ save_id })))
  for (const answer of again) expect(answer).toMatchObject({ status: 200, body: first.body })
  const [undone, kept] = first.body.annotations
  await lee.call(deleteAnnotation, { params: { id: undone?.id ?? 0 } })
  expect((await copy({ save_id })).body.annotations).toEqual([kept])
  expect((await copy({ save_id: randomUUID() })).body.annotations).toHaveLength(2)
})

test('the same image, a missing number and no category are refused with helpful messages', async () => {
  const { copy, from } = await twoImages()
  const same = await copy({}, { toId: from.id })
  expect([same.status, same.body.message]).toEqual([400, 'Sorry, you can not clone the same image'])
  const word = await copy({}, { fromId: 'seven' as never })
  expect([word.status, word.body.fields]).toEqual([400, { fromId: 'Value must be a number' }])
  expect((await copy({}, { fromId: 0 })).body.fields).toEqual({
    fromId: 'Enter a valid image ID',
  })
  expect((await copy({ category_ids: [] })).status).toBe(400)
})

test('the user must be a member of both datasets, and the other must have the category', async () => {
  const { copy, draw, given, kim, disc } = await twoImages()
  await draw({})
  const elsewhere = await given.dataset(kim, { categories: ['other'] })
  const hidden = await given.image(kim, elsewhere)
  expect((await copy({}, { fromId: hidden.id })).status).toBe(404)
  expect((await copy({}, { toId: hidden.id })).status).toBe(404)
  const own = await kim.call(copyAnnotations, {
    params: { fromId: (await draw({})).image_id, toId: hidden.id },
    body: { category_ids: [disc] },
  })
  expect([own.status, own.body.fields]).toEqual([
    400,
    { category_id: 'is not a category of the dataset' },
  ])
})

test('one row of the audit trail states the source image and the number of copies', async () => {
  const { copy, draw, db, from, to } = await twoImages()
  await draw({})
  await copy()
  const rows = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', 'copyAnnotations')
    .execute()
  expect(rows).toMatchObject([
    { username: 'lee', object_id: to.id, detail: { copied_from: from.id, annotations: 1 } },
  ])
})
