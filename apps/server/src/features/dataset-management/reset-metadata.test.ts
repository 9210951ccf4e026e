import { expect, test } from 'vitest'

import { createAnnotation, getAnnotatorData, saveAnnotatorData } from '#contract/annotations'
import {
  getDatasetData,
  resetMetadata,
  resetMetadataByGet,
  updateDataset,
} from '#contract/datasets'
import { listTasks, type Task } from '#contract/tasks'

import type { Account } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

async function withMetadata({ works = true } = {}) {
  const started = await startApp({ works })
  const kim = await started.given.user('kim')
  const lee = await started.given.user('lee')
  const dataset = await started.given.dataset(kim, { sharedWith: [lee] })
  const image = await started.given.image(kim, dataset)
  const [category = 0] = dataset.categoryIds
  const { body: annotation } = await kim.call(createAnnotation, {
    body: { image_id: image.id, category_id: category, metadata: { certain: false } },
  })
  await kim.call(saveAnnotatorData, {
    body: { image: { id: image.id, metadata: { ORD_SEQ: 7 }, category_ids: [category] } },
  })
  const params = { id: dataset.id }
  const read = async () => {
    const { body } = await kim.call(getAnnotatorData, { params: { id: image.id } })
    return {
      image: body.image.metadata,
      annotations: body.categories.flatMap(({ annotations }) =>
        annotations.map(({ metadata, revision }) => ({ metadata, revision })),
      ),
    }
  }
  return { ...started, kim, lee, image, annotation, category, params, read }
}

async function ended(kim: Account, id: number): Promise<Task> {
  for (;;) {
    const task = (await kim.call(listTasks)).body.find((each) => each.id === id)
    if (task?.completed) return task
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

test('a reset empties the notes on images, gives annotations the default, and keeps the history', async () => {
  const { kim, image, annotation, category, params, read, db } = await withMetadata()
  await kim.call(updateDataset, { params, body: { default_annotation_metadata: { grade: 0 } } })
  const answer = await kim.call(resetMetadata, { params })
  expect(answer.status).toBe(200)
  expect(await ended(kim, answer.body.id)).toMatchObject({
    status: 'succeeded',
    progress: 100,
    result: { images: 1, annotations: 1 },
  })
  expect(await read()).toEqual({
    image: {},
    annotations: [{ metadata: { grade: 0 }, revision: annotation.revision + 1 }],
  })
  expect(
    await db
      .selectFrom('annotation_history')
      .select(['annotation_id', 'revision', 'changed_by', 'metadata'])
      .execute(),
  ).toEqual([
    {
      annotation_id: annotation.id,
      revision: annotation.revision,
      changed_by: kim.id,
      metadata: { certain: false },
    },
  ])
  const history = await db.selectFrom('image_history').selectAll().orderBy('id').execute()
  expect(history.at(-1)).toMatchObject({
    image_id: image.id,
    metadata: { ORD_SEQ: 7 },
    category_ids: [category],
  })
  const again = await kim.call(resetMetadata, { params })
  const { result } = await ended(kim, again.body.id)
  expect(result).toEqual({ images: 0, annotations: 0 })
})

test('images with thousands of annotations are reset, too, and no other dataset is', async () => {
  const { kim, given, db, image, category, params } = await withMetadata()
  const other = await given.image(kim, await given.dataset(kim, { name: 'Other' }))
  const rows = Array.from({ length: 5000 }, (_, number) => ({
    image_id: number < 4500 ? image.id : other.id,
    category_id: category,
    geometry: Buffer.from([1, 0]),
    area: 0,
    box_x: 0,
    box_y: 0,
    box_width: 0,
    box_height: 0,
    keypoints: [],
    is_box: false,
    metadata: JSON.stringify({ number }),
    created_at: new Date(),
    updated_at: new Date(),
  }))
  await db.insertInto('annotation').values(rows.slice(0, 2500)).execute()
  await db.insertInto('annotation').values(rows.slice(2500)).execute()
  const { body } = await kim.call(resetMetadata, { params })
  expect((await ended(kim, body.id)).result).toEqual({ images: 1, annotations: 4501 })
  const rest = await db
    .selectFrom('annotation')
    .select('metadata')
    .where('image_id', '=', other.id)
    .orderBy('id')
    .execute()
  expect(rest.map(({ metadata }) => metadata)).toEqual(
    rows.slice(4500).map((_, number) => ({ number: number + 4500 })),
  )
})

test('the dataset shows that it waits', async () => {
  const { kim, params } = await withMetadata({ works: false })
  const { body } = await kim.call(resetMetadata, { params })
  expect((await kim.call(getDatasetData, { params })).body.resetId).toBe(body.id)
})

test('only the owner may reset metadata; the documented GET does the same for pages of ours', async () => {
  const { kim, lee, params, read } = await withMetadata()
  const before = await read()
  const refused = await lee.call(resetMetadata, { params })
  expect(refused.status).toBe(403)
  expect(refused.body.message).toContain('owner')
  const elsewhere = { headers: { 'sec-fetch-site': 'cross-site' } }
  expect((await kim.call(resetMetadataByGet, { params, ...elsewhere })).status).toBe(403)
  expect(await read()).toEqual(before)
  const { status, body } = await kim.call(resetMetadataByGet, { params })
  expect(status).toBe(200)
  await ended(kim, body.id)
  expect((await read()).image).toEqual({})
})
