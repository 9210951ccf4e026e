import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import { changeAnnotation, deleteAnnotation, recategoriseAnnotation } from '#contract/annotations'
import { createCategory, deleteCategory, listCategories } from '#contract/categories'
import { getDatasetData, updateDataset } from '#contract/datasets'
import { listUndo } from '#contract/undo'

import { ring } from './testing/colleagues.ts'
import { triangle, withImage } from './testing/with-image.ts'

test('an annotation is stored with the area and box of its geometry, whatever the caller says', async () => {
  const { create, read } = await withImage()
  const { status, body } = await create()
  expect(status).toBe(201)
  expect(body).toMatchObject({
    area: 600,
    bbox: [10, 10, 40, 30],
    creator: 'kim',
    revision: 1,
    segmentation: triangle,
  })
  expect(await read()).toEqual([body])
})

test('holes survive, to the hundredth of a pixel', async () => {
  const { create } = await withImage()
  const { body } = await create({ segmentation: ring })
  expect(body.area).toBe(1500)
  expect(body.segmentation).toEqual({
    rings: [
      [
        [10, 10, 50, 10, 50, 50, 10, 50],
        [20, 20, 20, 30, 30, 30, 30, 20],
      ],
    ],
  })
})

test('parts outside the image are cut off, and a shape that crosses itself is resolved', async () => {
  const { create } = await withImage()
  const beyond = await create({ segmentation: [[60, 40, 200, 40, 200, 200, 60, 200]] })
  expect(beyond.body.bbox).toEqual([60, 40, 20, 20])
  const bowTie = await create({ segmentation: [[10, 10, 50, 50, 50, 10, 10, 50]] })
  expect(bowTie.body.area).toBeCloseTo(800, 0)
})

test.each([
  [[[1, 2, 3]], 422],
  [[[1, 2, 3, 4]], 422],
  ['nonsense', 400],
  [[[1, 2, 3, 'x', 5, 6]], 400],
])('the segmentation %j is refused', async (segmentation, status) => {
  const { create, read } = await withImage()
  const answer = await create({ segmentation })
  expect(answer.status).toBe(status)
  expect(await read()).toEqual([])
})

test('the same attempt sent twice creates one annotation', async () => {
  const { create, read } = await withImage()
  const save_id = randomUUID()
  const [first, second] = [await create({ save_id }), await create({ save_id })]
  expect(second.body).toEqual(first.body)
  expect(await read()).toHaveLength(1)
})

test('attempts that arrive at once, as after a lost connection, create one annotation', async () => {
  const { create, read } = await withImage()
  const save_id = randomUUID()
  const answers = await Promise.all(Array.from({ length: 6 }, () => create({ save_id })))
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 201))
  expect(new Set(answers.map(({ body }) => body.id)).size).toBe(1)
  expect(await read()).toHaveLength(1)
})

test('a deleted annotation that is undone comes back as itself and leaves the undo list', async () => {
  const { create, kim, db, image, read, lesion } = await withImage()
  const { body: created } = await create()
  const query = { revision: 1 }
  await kim.call(deleteAnnotation, { params: { id: created.id }, query })
  const again = { restores: created.id, category_id: lesion, save_id: randomUUID() }
  const { body: restored } = await create(again)
  expect(restored).toMatchObject({ id: created.id, revision: 2, category_id: lesion })
  expect((await create(again)).body).toEqual(restored)
  expect(await read()).toEqual([restored])
  const deleted = await kim.call(listUndo, { query: { type: 'annotation' } })
  expect(deleted.body).toEqual([])
  const late = await create({ restores: created.id, save_id: randomUUID() })
  expect([late.status, late.body.current]).toEqual([409, restored])
  const counts = await db
    .selectFrom('image')
    .select('annotation_count')
    .where('id', '=', image.id)
    .executeTakeFirstOrThrow()
  expect(counts.annotation_count).toBe(1)
})

test('a repeated restoration does not bring back what was deleted again since', async () => {
  const { create, kim, lee, read } = await withImage()
  const { body: created } = await create()
  const params = { id: created.id }
  await kim.call(deleteAnnotation, { params })
  const again = { restores: created.id, save_id: randomUUID() }
  await create(again)
  await lee.call(deleteAnnotation, { params })
  const late = await create(again)
  expect([late.status, late.body.code]).toEqual([409, 'not_possible_now'])
  expect(await read()).toEqual([])
})

test('people who create annotations on one image at once do not block each other', async () => {
  const { create, read } = await withImage()
  const created = await Promise.all(Array.from({ length: 16 }, () => create()))
  expect(created.map(({ status }) => status)).toEqual(Array.from({ length: 16 }, () => 201))
  expect(await read()).toHaveLength(16)
})

test('annotations keep the order in which they were drawn, however their creations arrive', async () => {
  const { create, kim, read } = await withImage()
  const { body: third } = await create({ position: 5000.5 })
  const { body: first } = await create({ position: 1.5 })
  const { body: second } = await create({ position: 2.5 })
  const unplaced = (await create()).body
  await kim.call(deleteAnnotation, { params: { id: first.id } })
  await create({ restores: first.id, position: 1.5 })
  const order = (await read()).map(({ id, position }) => [id, position])
  expect(order).toEqual([
    [first.id, 1.5],
    [second.id, 2.5],
    [third.id, 5000.5],
    [unplaced.id, 5001.5],
  ])
})

test('an annotation that is brought to the front is there for everybody', async () => {
  const { create, kim, read } = await withImage()
  const [first, second] = [await create({ position: 1.5 }), await create({ position: 2.5 })]
  const body = { position: 3.5, revision: first.body.revision }
  const changed = await kim.call(changeAnnotation, { params: { id: first.body.id }, body })
  expect(changed.body).toMatchObject({ position: 3.5, origin: first.body.origin })
  expect((await read()).map(({ id }) => id)).toEqual([second.body.id, first.body.id])
})

test('a creation that was undone is not in the undo list, and comes back by redo', async () => {
  const { create, kim, read } = await withImage()
  const { body: created } = await create()
  const params = { id: created.id }
  await kim.call(deleteAnnotation, { params, query: { taken_back: 'true' } })
  const list = async () => (await kim.call(listUndo, { query: { type: 'annotation' } })).body
  expect(await list()).toEqual([])
  await create({ restores: created.id })
  expect((await read()).map(({ id }) => id)).toEqual([created.id])
  await kim.call(deleteAnnotation, { params })
  expect(await list()).toHaveLength(1)
})

test('an annotation that was deleted for good, or is on another image, is created again', async () => {
  const { create, kim, given, dataset, disc } = await withImage()
  const other = await given.image(kim, dataset, { width: 80, height: 60 })
  const { body: elsewhere } = await create({ image_id: other.id, category_id: disc })
  await kim.call(deleteAnnotation, { params: { id: elsewhere.id } })
  const { status, body } = await create({ restores: elsewhere.id })
  expect(status).toBe(201)
  expect(body.id).not.toBe(elsewhere.id)
})

test('a change on a stale revision is refused with the current content, and loses nothing', async () => {
  const { create, kim, lee, lesion } = await withImage()
  const { body: created } = await create()
  const params = { id: created.id }
  const first = await lee.call(changeAnnotation, {
    params,
    body: { revision: 1, category_id: lesion },
  })
  expect(first.body).toMatchObject({ revision: 2, category_id: lesion })
  const second = await kim.call(changeAnnotation, {
    params,
    body: { revision: 1, segmentation: ring },
  })
  expect(second.status).toBe(409)
  expect(second.body).toMatchObject({ code: 'stale_revision', current: first.body })
})

test('a change whose answer was lost is not taken for a conflict when it is sent again', async () => {
  const { create, kim } = await withImage()
  const { body: created } = await create()
  const body = { revision: 1, segmentation: ring, save_id: randomUUID() }
  const first = await kim.call(changeAnnotation, { params: { id: created.id }, body })
  const again = await kim.call(changeAnnotation, { params: { id: created.id }, body })
  expect(again.status).toBe(200)
  expect(again.body).toEqual(first.body)
})

test('of two concurrent changes on one revision, one is applied and the other refused', async () => {
  const { create, kim, lee } = await withImage()
  const { body: created } = await create()
  const change = (who: typeof kim, grade: number) =>
    who.call(changeAnnotation, {
      params: { id: created.id },
      body: { revision: 1, metadata: { grade } },
    })
  const answers = await Promise.all([change(kim, 1), change(lee, 2)])
  expect(new Set(answers.map((answer) => answer.status))).toEqual(new Set([200, 409]))
})

test('every earlier state of an annotation is kept, with who changed it', async () => {
  const { create, kim, lee, db } = await withImage()
  const { body: created } = await create()
  await lee.call(changeAnnotation, {
    params: { id: created.id },
    body: { revision: 1, segmentation: ring },
  })
  await kim.call(changeAnnotation, {
    params: { id: created.id },
    body: { revision: 2, color: '#ff0000' },
  })
  const history = await db
    .selectFrom('annotation_history')
    .selectAll()
    .orderBy('revision')
    .execute()
  expect(history.map((row) => [row.revision, row.changed_by])).toEqual([
    [1, lee.id],
    [2, kim.id],
  ])
})

test('the documented call moves an annotation to another category', async () => {
  const { create, kim, lesion } = await withImage()
  const { body: created } = await create()
  const moved = await kim.call(recategoriseAnnotation, {
    params: { id: created.id },
    body: { category_id: lesion },
  })
  expect(moved.body).toMatchObject({ category_id: lesion, revision: 2, segmentation: triangle })
})

test('an algorithm’s annotation becomes semi-automatic only when somebody changes the shape', async () => {
  const { create, kim, lesion, db } = await withImage()
  const algorithms = [{ name: 'vessels', version: '2.1' }]
  const automatic = { kind: 'automatic' as const, algorithms }
  const { body: created } = await create({ origin: automatic })
  expect(created.origin).toEqual(automatic)
  const params = { id: created.id }
  const change = async (revision: number, body: object) =>
    (await kim.call(changeAnnotation, { params, body: { revision, ...body } })).body.origin
  expect(await change(1, { segmentation: triangle, color: '#123456' })).toEqual(automatic)
  await kim.call(recategoriseAnnotation, { params, body: { category_id: lesion } })
  expect(await change(3, { segmentation: ring })).toEqual({ kind: 'semiautomatic', algorithms })
  expect(await change(4, { segmentation: triangle, origin: automatic })).toEqual(automatic)
  const history = await db
    .selectFrom('annotation_history')
    .select('origin')
    .orderBy('revision')
    .execute()
  expect(history.map(({ origin }) => origin.kind)).toEqual([
    'automatic',
    'automatic',
    'automatic',
    'semiautomatic',
  ])
})

test('an annotation without a stated origin counts as drawn by hand', async () => {
  const { create, kim } = await withImage()
  const { body: drawn } = await create()
  const byHand = { kind: 'manual', algorithms: [] }
  expect(drawn.origin).toEqual(byHand)
  const origin = { kind: 'automatic' as const, algorithms: [] }
  const { body: empty } = await create({ segmentation: [], origin })
  const params = { id: empty.id }
  const body = { revision: 1, segmentation: triangle }
  expect((await kim.call(changeAnnotation, { params, body })).body.origin).toEqual(byHand)
  const claimed = await create({
    origin: { ...byHand, algorithms: [{ name: 'a', version: null }] },
  })
  expect(claimed.status).toBe(400)
})

test('a category that the dataset does not have is refused', async () => {
  const { create, kim } = await withImage()
  const other = await kim.call(createCategory, { body: { name: 'elsewhere' } })
  expect((await create({ category_id: other.body.id })).status).toBe(400)
})

test('annotations of a category that was taken out of the dataset are changed, split and restored', async () => {
  const { create, given, kim, read, dataset, disc, lesion } = await withImage()
  const { body: first } = await create()
  const { body: second } = await create()
  const params = { id: dataset.id }
  await kim.call(updateDataset, { params, body: { categories: [lesion] } })

  const moved = { revision: 1, category_id: disc, keypoints: [], segmentation: ring }
  const changed = await kim.call(changeAnnotation, { params: { id: first.id }, body: moved })
  expect(changed.status).toBe(200)
  expect((await create()).status).toBe(201)
  await kim.call(deleteAnnotation, { params: { id: second.id } })
  expect((await create({ restores: second.id })).status).toBe(201)
  expect(await read()).toHaveLength(3)
  const other = await given.image(kim, dataset)
  expect((await create({ image_id: other.id })).status).toBe(400)
})

test('keypoints must be as many as the category’s labels', async () => {
  const { create, kim, dataset } = await withImage()
  const category = await kim.call(createCategory, {
    body: {
      name: 'landmarks',
      keypoint_labels: ['fovea', 'disc centre'],
      keypoint_edges: [[1, 2]],
    },
  })
  const ids = [...dataset.categoryIds, category.body.id]
  await kim.call(updateDataset, { params: { id: dataset.id }, body: { categories: ids } })
  const body = { category_id: category.body.id, segmentation: [] }
  expect((await create({ ...body, keypoints: [1, 2, 2] })).status).toBe(400)
  expect((await create({ ...body, keypoints: [1, 2, 2, 5, 6, 1] })).body.keypoints).toEqual([
    1, 2, 2, 5, 6, 1,
  ])
})

test('every new annotation gets the dataset’s default metadata', async () => {
  const { create, kim, dataset } = await withImage()
  const body = { default_annotation_metadata: { grader: 'first', certain: true } }
  await kim.call(updateDataset, { params: { id: dataset.id }, body })
  expect((await create({ metadata: { certain: false } })).body.metadata).toEqual({
    grader: 'first',
    certain: false,
  })
})

test('deleting lowers the count, and deleting a stale revision is refused', async () => {
  const { create, kim, read, dataset } = await withImage()
  const { body: created } = await create()
  await create()
  const stale = { params: { id: created.id }, query: { revision: 7 } }
  expect((await kim.call(deleteAnnotation, stale)).status).toBe(409)
  expect(
    (await kim.call(deleteAnnotation, { params: { id: created.id }, query: { revision: 1 } }))
      .status,
  ).toBe(200)
  expect((await kim.call(deleteAnnotation, { params: { id: created.id } })).status).toBe(404)
  expect(await read()).toHaveLength(1)
  const { body } = await kim.call(getDatasetData, { params: { id: dataset.id } })
  expect(body.images[0]?.numberAnnotations).toBe(1)
})

test('deleting a category removes its annotations from every count', async () => {
  const { create, kim, read, disc, lesion, dataset } = await withImage()
  await create()
  await create({ category_id: lesion })
  await kim.call(deleteCategory, { params: { id: disc } })
  expect((await read()).map((annotation) => annotation.category_id)).toEqual([lesion])
  const { body } = await kim.call(getDatasetData, { params: { id: dataset.id } })
  expect(body.images[0]?.numberAnnotations).toBe(1)
  const { body: list } = await kim.call(listCategories)
  expect(list.categories.map((category) => [category.name, category.numberAnnotations])).toEqual([
    ['lesion', 1],
  ])
})

test('a user who is not a member can neither read nor change an annotation', async () => {
  const { create, given } = await withImage()
  const { body: created } = await create()
  const stranger = await given.user('stranger')
  const params = { id: created.id }
  expect(
    (await stranger.call(changeAnnotation, { params, body: { revision: 1, isbbox: true } })).status,
  ).toBe(404)
  expect((await stranger.call(deleteAnnotation, { params })).status).toBe(404)
})
