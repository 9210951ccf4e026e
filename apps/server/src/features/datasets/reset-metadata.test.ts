import { expect, test } from 'vitest'

import { createAnnotation, getAnnotatorData, saveAnnotatorData } from '#contract/annotations'
import { resetMetadata, resetMetadataByGet, updateDataset } from '#contract/datasets'

import { startApp } from '../../testing/start-app.ts'

async function withMetadata() {
  const started = await startApp()
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

test('a reset empties what is noted of images, gives annotations the default, and keeps the history', async () => {
  const { kim, image, annotation, category, params, read, db } = await withMetadata()
  await kim.call(updateDataset, { params, body: { default_annotation_metadata: { grade: 0 } } })
  const answer = await kim.call(resetMetadata, { params })
  expect(answer.status).toBe(200)
  expect(answer.body).toEqual({ success: true, images: 1, annotations: 1 })
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
  expect(again.body).toMatchObject({ images: 0, annotations: 0 })
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
  expect((await kim.call(resetMetadataByGet, { params })).status).toBe(200)
  expect((await read()).image).toEqual({})
})
