import { randomUUID } from 'node:crypto'

import { expect, test } from 'vitest'

import {
  changeAnnotation,
  createAnnotation,
  deleteAnnotation,
  getAnnotatorData,
  saveAnnotatorData,
  type Annotation,
} from '#contract/annotations'
import { updateDataset } from '#contract/datasets'
import { getFieldHistory } from '#contract/fields'

import { withColleagues } from './testing/colleagues.ts'

async function withAnnotations() {
  const colleagues = await withColleagues()
  const { given, kim, dataset, disc } = colleagues
  const image = await given.image(kim, dataset)
  const drawn: Annotation[] = []
  for (const x of [10, 20, 30]) {
    const segmentation = [[x, 10, x + 5.37, 10.01, x + 4.2, 33.333]]
    const body = { image_id: image.id, category_id: disc, segmentation }
    drawn.push((await kim.call(createAnnotation, { body })).body)
  }
  const read = async () => (await kim.call(getAnnotatorData, { params: { id: image.id } })).body
  const save = (annotations: object[] = [], notes: object = {}, more: object = {}) =>
    kim.call(saveAnnotatorData, {
      body: { image: { id: image.id, ...notes }, annotations, ...more } as never,
    })
  const revisions = async () =>
    (await read()).categories
      .flatMap(({ annotations }) => annotations)
      .map(({ id, revision }) => ({ id, revision }))
  return { ...colleagues, image, drawn, read, save, revisions }
}

/** As the editor would send it. */
function whole({ id, revision, category_id, segmentation, keypoints, ...rest }: Annotation) {
  const { isbbox, color, metadata } = rest
  return { id, revision, category_id, segmentation, keypoints, isbbox, color, metadata }
}

test('changed annotations get a new revision, the others stay as they are', async () => {
  const { drawn, save, revisions, lesion, db } = await withAnnotations()
  const [first, second, third] = drawn.map(whole)
  const { status, body } = await save([
    first ?? {},
    { ...second, category_id: lesion },
    third ?? {},
  ])
  expect(status).toBe(200)
  expect(body.annotations.map(({ revision }) => revision)).toEqual([1, 2, 1])
  const after = await revisions()
  expect(body.annotations.toSorted((a, b) => a.id - b.id)).toEqual(
    after.toSorted((a, b) => a.id - b.id),
  )
  const history = await db.selectFrom('annotation_history').selectAll().execute()
  expect(history).toMatchObject([{ annotation_id: second?.id, revision: 1 }])
})

test('of an algorithm’s annotations only the one with a changed shape becomes semi-automatic', async () => {
  const { kim, image, disc, save, read } = await withAnnotations()
  const origin = { kind: 'automatic' as const, algorithms: [{ name: 'discs', version: '2' }] }
  const draw = async (x: number) => {
    const segmentation = [[x, 40, x + 9, 40, x + 9, 49]]
    const body = { image_id: image.id, category_id: disc, segmentation, origin }
    return (await kim.call(createAnnotation, { body })).body
  }
  const [moved, coloured] = [await draw(10), await draw(30)]
  await save([
    { ...whole(moved), segmentation: [[11, 40, 20, 40, 20, 49]] },
    { ...whole(coloured), color: '#123456' },
  ])
  const after = (await read()).categories.flatMap(({ annotations }) => annotations)
  expect(after.find(({ id }) => id === moved.id)?.origin.kind).toBe('semiautomatic')
  expect(after.find(({ id }) => id === coloured.id)?.origin).toEqual(origin)
})

test('if one is stale nothing is saved, and all stale ones are named', async () => {
  const { drawn, save, lee, read } = await withAnnotations()
  const [first, second, third] = drawn.map((annotation) => ({
    ...whole(annotation),
    metadata: { grade: 3 },
  }))
  const theirs = await lee.call(changeAnnotation, {
    params: { id: first?.id ?? 0 },
    body: { revision: 1, isbbox: true },
  })
  await lee.call(deleteAnnotation, { params: { id: second?.id ?? 0 } })
  const before = await read()
  const refused = await save([first ?? {}, second ?? {}, third ?? {}], {
    metadata: { eye: 'left' },
  })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({
    code: 'stale_revision',
    current: { changed: [theirs.body], gone: [second?.id] },
  })
  expect(refused.body.message).toContain(`${first?.id}, ${second?.id}`)
  expect(await read()).toEqual(before)
})

test('a save whose answer was lost is not taken for a conflict when it is sent again', async () => {
  const { drawn, save } = await withAnnotations()
  const changes = drawn.map((annotation) => ({ ...whole(annotation), color: '#00ff00' }))
  const save_id = randomUUID()
  const first = await save(changes, {}, { save_id })
  const again = await save(changes, {}, { save_id })
  expect(first.body.annotations.map(({ revision }) => revision)).toEqual([2, 2, 2])
  expect([again.status, again.body]).toEqual([200, first.body])
  expect((await save(changes, {}, { save_id: randomUUID() })).status).toBe(409)
})

test('measurements of several people are kept beside each other, and told to the others', async () => {
  const { save, read, lee, image, db } = await withAnnotations()
  const length = { kind: 'length', points: [10, 10, 40, 50] }
  const angle = { kind: 'angle', points: [10, 0, 0, 0, 0, 10] }
  const { body } = await save([], { measurements: { a1: length } })
  expect(body.image.measurements).toEqual({ a1: length })
  await lee.call(saveAnnotatorData, {
    body: { image: { id: image.id, measurements: { b2: angle } as never } },
  })
  expect((await read()).image.measurements).toEqual({ a1: length, b2: angle })
  await save([], { measurements: { a1: null } })
  expect((await read()).image.measurements).toEqual({ b2: angle })
  const history = await db
    .selectFrom('image_history')
    .select('measurements')
    .orderBy('id')
    .execute()
  expect(history.map(({ measurements }) => measurements)).toEqual([
    {},
    { a1: length },
    { a1: length, b2: angle },
  ])
})

test('a corrected place of the ETDRS grid is kept once an image, under its name', async () => {
  const { save, read } = await withAnnotations()
  const fovea = { kind: 'fovea', points: [40.5, 50] }
  expect((await save([], { measurements: { fovea } })).status).toBe(200)
  const again = { ...fovea, points: [41, 50] }
  await save([], { measurements: { fovea: again, disc: { kind: 'disc', points: [10, 50] } } })
  await save([], { measurements: { disc: null } })
  expect((await read()).image.measurements).toEqual({ fovea: again })
  const line = { kind: 'length', points: [0, 0, 1, 1] }
  for (const refused of [{ a: fovea }, { disc: fovea }, { fovea: line }]) {
    expect((await save([], { measurements: refused })).status).toBe(400)
  }
})

test('a measurement that somebody else has moved or deleted meanwhile is not overwritten', async () => {
  const { save, read, lee, image } = await withAnnotations()
  const [before, theirs, mine] = [40, 60, 80].map((x) => ({
    kind: 'length',
    points: [10, 10, x, 10],
  }))
  const move = (to: object | null | undefined, from: object | null | undefined = before) => ({
    measurements: { a1: to, c3: mine },
    measurements_from: { a1: from, c3: null },
  })
  await save([], { measurements: { a1: before, b2: before } })
  const moved = { id: image.id, measurements: { a1: theirs, b2: null } as never }
  await lee.call(saveAnnotatorData, { body: { image: moved } })
  for (const to of [mine, null]) {
    const refused = await save([], move(to))
    expect(refused.status).toBe(409)
    expect(refused.body).toMatchObject({
      code: 'stale_revision',
      current: { measurements: { a1: theirs } },
    })
  }
  expect(
    (await save([], { measurements: { b2: mine }, measurements_from: { b2: before } })).status,
  ).toBe(409)
  expect((await read()).image.measurements).toEqual({ a1: theirs })
  for (const _ of ['sent', 'sent again']) {
    expect((await save([], move(mine, theirs))).status).toBe(200)
  }
  expect((await read()).image.measurements).toEqual({ a1: mine, c3: mine })
})

test('whoever changed a measurement last is named, also if they deleted it', async () => {
  const { save, lee, kim, image } = await withAnnotations()
  const line = { kind: 'length', points: [10, 10, 40, 10] }
  const moved = { kind: 'length', points: [10, 10, 50, 10] }
  await save([], { measurements: { a: line, b: line, c: line } })
  await lee.call(saveAnnotatorData, {
    body: { image: { id: image.id, measurements: { a: moved, b: null } as never } },
  })
  await save([], { measurements: { d: line } })
  await save([], { metadata: { eye: 'left' } })
  const { body } = await kim.call(getFieldHistory, { params: { id: image.id } })
  expect(body.measurements).toEqual([
    { id: 'a', by: 'lee' },
    { id: 'b', by: 'lee' },
    { id: 'c', by: 'kim' },
    { id: 'd', by: 'kim' },
  ])
})

test('a measurement without its points, or beyond the limit, is refused', async () => {
  const { save } = await withAnnotations()
  const line = { kind: 'length', points: [0, 0, 1, 1] }
  expect((await save([], { measurements: { a: { ...line, kind: 'angle' } } })).status).toBe(400)
  expect(
    (await save([], { measurements: { a: { ...line, points: [0, 0, 1, 1, 2] } } })).status,
  ).toBe(400)
  expect((await save([], { measurements: { disc: { ...line, kind: 'disc' } } })).status).toBe(400)
  const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`m${n}`, line]))
  expect(await save([], { measurements: many })).toMatchObject({ status: 400 })
})

test('notes and categories of the image as a whole are saved, and the previous ones are kept', async () => {
  const { save, read, disc, lesion, image, db, kim } = await withAnnotations()
  const notes = { metadata: { eye: 'left', certain: true }, category_ids: [lesion] }
  expect((await save([], notes)).body.image).toEqual({
    id: image.id,
    fields: {},
    measurements: {},
    ...notes,
  })
  expect((await read()).image).toMatchObject(notes)
  await save([], { category_ids: [lesion, disc, lesion] })
  await save([], { category_ids: [disc, lesion], metadata: notes.metadata })
  expect((await read()).image).toMatchObject({ ...notes, category_ids: [disc, lesion] })
  const history = await db.selectFrom('image_history').selectAll().orderBy('id').execute()
  expect(history).toMatchObject([
    { metadata: {}, category_ids: [], changed_by: kim.id },
    { metadata: notes.metadata, category_ids: [lesion] },
  ])
})

test('a category that the dataset does not have is refused for the image too, unless the image has it', async () => {
  const { save, given, kim, dataset, disc, lesion } = await withAnnotations()
  const { categoryIds } = await given.dataset(kim, { categories: ['elsewhere'] })
  expect((await save([], { category_ids: categoryIds })).status).toBe(400)
  await save([], { category_ids: [lesion] })
  const params = { id: dataset.id }
  await kim.call(updateDataset, { params, body: { categories: [disc] } })
  expect((await save([], { category_ids: [disc, lesion] })).status).toBe(200)
})

test('adding categories to an image one by one keeps those of others, however often it is repeated', async () => {
  const { save, read, disc, lesion } = await withAnnotations()
  await save([], { category_ids: [disc] })
  for (const _ of ['sent', 'sent again']) {
    const { body } = await save([], { added_category_ids: [lesion] })
    expect(body.image.category_ids).toEqual([disc, lesion])
  }
  await save([], { removed_category_ids: [disc] })
  expect((await read()).image.category_ids).toEqual([lesion])
  expect((await save([], { added_category_ids: [disc, 2_000_000_000] })).status).toBe(400)
  expect((await read()).image.category_ids).toEqual([lesion])
})

test('of two concurrent saves of an image one is applied and the other refused', async () => {
  const { drawn, kim, lee, image } = await withAnnotations()
  const save = (who: typeof kim, grade: number, annotations: Annotation[]) =>
    who.call(saveAnnotatorData, {
      body: {
        image: { id: image.id, metadata: { grade } },
        annotations: annotations.map((each) => ({ ...whole(each), metadata: { grade } })),
      },
    })
  const answers = await Promise.all([save(kim, 1, drawn), save(lee, 2, drawn.toReversed())])
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200, 409]))
})

test('the annotator gets everything it lists', async () => {
  const { read, image, dataset, disc, lesion } = await withAnnotations()
  const data = await read()
  expect(data.image).toMatchObject({
    id: image.id,
    metadata: {},
    file_name: image.file_name,
    next: null,
    previous: null,
    category_ids: [],
    prediction_status: '',
    predicted: false,
    results: {},
    annotating: [],
  })
  expect(data.dataset).toMatchObject({ id: dataset.id, annotate_url: '' })
  expect(data.categories.map(({ id }) => id)).toEqual([disc, lesion])
  expect(data.preferences).toEqual({})
})
