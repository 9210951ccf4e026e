import { expect, test } from 'vitest'

import { createAnnotation, deleteAnnotation, getAnnotatorData } from '#contract/annotations'
import { createCategory, deleteCategory } from '#contract/categories'
import { createDataset, deleteDataset, getDatasetData, listDatasets } from '#contract/datasets'
import { deleteImage } from '#contract/images'
import { deleteForGood, listUndo, rollBack, type UndoItem } from '#contract/undo'

import { startApp } from '../../testing/start-app.ts'

async function annotated() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Fundus', categories: ['disc'] })
  const image = await started.given.image(kim, dataset, { name: 'eye.png' })
  const [disc = 0] = dataset.categoryIds
  const body = { image_id: image.id, category_id: disc, segmentation: [[1, 1, 9, 1, 9, 9]] }
  const annotation = (await kim.call(createAnnotation, { body })).body
  const list = async (query = {}) => (await kim.call(listUndo, { query })).body
  const restore = (item: Pick<UndoItem, 'id' | 'instance'>) =>
    kim.call(rollBack, { query: { id: item.id, instance: item.instance } })
  const remove = (item: Pick<UndoItem, 'id' | 'instance'>) =>
    kim.call(deleteForGood, { query: { id: item.id, instance: item.instance } })
  const annotations = async () => {
    const { body: data } = await kim.call(getAnnotatorData, { params: { id: image.id } })
    return data.categories.flatMap((category) => category.annotations)
  }
  return { ...started, kim, dataset, image, disc, annotation, list, restore, remove, annotations }
}

test('a deleted annotation is listed by category and image, and is restored unchanged', async () => {
  const { kim, annotation, list, restore, annotations } = await annotated()
  await kim.call(deleteAnnotation, { params: { id: annotation.id } })
  const items = await list()
  expect(items).toMatchObject([
    {
      id: annotation.id,
      instance: 'annotation',
      name: 'disc · eye.png',
      ago: '0 seconds ago',
      deleted_by: 'kim',
    },
  ])
  expect((await restore({ id: annotation.id, instance: 'annotation' })).status).toBe(200)
  expect(await annotations()).toEqual([annotation])
  expect(await list()).toEqual([])
})

test('a category is restored with the annotations deleted with it, and with no others', async () => {
  const { kim, annotation, disc, image, list, restore, annotations } = await annotated()
  const body = { image_id: image.id, category_id: disc }
  const other = (await kim.call(createAnnotation, { body })).body
  await kim.call(deleteAnnotation, { params: { id: other.id } })
  await kim.call(deleteCategory, { params: { id: disc } })
  expect((await list()).map((item) => item.instance)).toEqual(['category', 'annotation'])
  expect((await restore({ id: other.id, instance: 'annotation' })).body.message).toContain(
    'Restore the category first',
  )
  await restore({ id: disc, instance: 'category' })
  expect(await annotations()).toEqual([annotation])
})

test('a category whose name is taken again is not restored, with the reason', async () => {
  const { kim, disc, restore } = await annotated()
  await kim.call(deleteCategory, { params: { id: disc } })
  await kim.call(createCategory, { body: { name: 'Disc' } })
  const answer = await restore({ id: disc, instance: 'category' })
  expect(answer.status).toBe(409)
  expect(answer.body.message).toContain('Rename')
})

test('a dataset is restored with its images and annotations', async () => {
  const { kim, dataset, restore, annotations } = await annotated()
  await kim.call(deleteDataset, { params: { id: dataset.id } })
  await restore({ id: dataset.id, instance: 'dataset' })
  const { body } = await kim.call(getDatasetData, { params: { id: dataset.id } })
  expect(body.images.map((image) => [image.file_name, image.numberAnnotations])).toEqual([
    ['eye.png', 1],
  ])
  expect(await annotations()).toHaveLength(1)
})

test('deleted for good, a dataset is gone with its files, and its name is free', async () => {
  const { kim, dataset, remove, restore, parts } = await annotated()
  await kim.call(deleteDataset, { params: { id: dataset.id } })
  expect(await parts.files.has('datasets/Fundus/eye.png')).toBe(true)
  expect((await remove({ id: dataset.id, instance: 'dataset' })).status).toBe(200)
  expect(await parts.files.has('datasets/Fundus')).toBe(false)
  expect((await restore({ id: dataset.id, instance: 'dataset' })).status).toBe(404)
  expect((await kim.call(createDataset, { body: { name: 'Fundus' } })).status).toBe(201)
})

test('an image deleted for good frees its name for another', async () => {
  const { kim, dataset, image, remove, given } = await annotated()
  await kim.call(deleteImage, { params: { id: image.id } })
  await remove({ id: image.id, instance: 'image' })
  expect(await given.image(kim, dataset, { name: 'eye.png' })).toMatchObject({
    file_name: 'eye.png',
  })
})

test('an item that is not deleted cannot be deleted for good', async () => {
  const { kim, dataset, image, disc, annotation, remove } = await annotated()
  for (const item of [
    { id: dataset.id, instance: 'dataset' },
    { id: image.id, instance: 'image' },
    { id: disc, instance: 'category' },
    { id: annotation.id, instance: 'annotation' },
  ] as const) {
    expect((await remove(item)).status).toBe(404)
  }
  expect((await kim.call(listDatasets)).body.datasets).toHaveLength(1)
})

test('other users see what they may restore, and a member does not restore the owner’s dataset', async () => {
  const { kim, dataset, image, given, list } = await annotated()
  const stranger = await given.user('stranger')
  await kim.call(deleteImage, { params: { id: image.id } })
  await kim.call(deleteDataset, { params: { id: dataset.id } })
  expect((await list()).map((item) => item.instance)).toEqual(['dataset'])
  expect((await stranger.call(listUndo)).body).toEqual([])
  const query = { id: dataset.id, instance: 'dataset' as const }
  expect((await stranger.call(rollBack, { query })).status).toBe(404)
})

test('the list has a type and a limit', async () => {
  const { kim, image, disc, list } = await annotated()
  await kim.call(deleteImage, { params: { id: image.id } })
  await kim.call(deleteCategory, { params: { id: disc } })
  expect((await list({ type: 'category' })).map((item) => item.instance)).toEqual(['category'])
  expect(await list({ limit: 1 })).toHaveLength(1)
})
