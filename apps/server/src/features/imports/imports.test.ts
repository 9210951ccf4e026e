import { describe, expect, test } from 'vitest'

import { changeAnnotation, createAnnotation, deleteAnnotation } from '#contract/annotations'
import { createCategory } from '#contract/categories'
import { getDatasetData } from '#contract/datasets'
import { getDatasetCoco } from '#contract/exports'
import { importCoco, ImportReport } from '#contract/imports'
import { cancelTask, getTaskLogs, listTasks, type Task } from '#contract/tasks'

import type { Account } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

const square = [10, 10, 50, 10, 50, 40, 10, 40]

async function withDataset() {
  const started = await startApp({ works: true })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { categories: ['disc'] })
  const image = await started.given.image(kim, dataset, { name: 'eye.png', width: 80, height: 60 })
  return { ...started, kim, dataset, image }
}

interface File {
  images?: object[]
  annotations?: unknown[]
  categories?: object[]
}

const eye = { id: 1, file_name: 'eye.png', width: 80, height: 60 }
const disc = { id: 5, name: 'disc' }

function fileOf({ images = [eye], annotations = [], categories = [disc] }: File): Buffer {
  return Buffer.from(JSON.stringify({ annotations, images, categories }))
}

function on(id: number, more: object = {}): object {
  return { id, image_id: 1, category_id: 5, segmentation: [square], ...more }
}

async function finished(kim: Account, id: number): Promise<Task> {
  for (;;) {
    const { body } = await kim.call(listTasks)
    const task = body.find((each) => each.id === id)
    if (task?.completed) return task
    await new Promise((resolve) => setTimeout(resolve, 30))
  }
}

async function run(
  kim: Account,
  dataset: { id: number },
  content: Uint8Array,
  body: { dry_run?: 'true' } = {},
): Promise<Task> {
  const files = [{ name: 'coco.json', content }]
  const answer = await kim.call(importCoco, { params: { id: dataset.id }, files, body })
  expect(answer.status).toBe(200)
  return finished(kim, answer.body.id)
}

async function report(...input: Parameters<typeof run>): Promise<ImportReport> {
  const task = await run(...input)
  expect(task).toMatchObject({ status: 'succeeded', progress: 100 })
  return ImportReport.parse(task.result)
}

async function cocoOf(kim: Account, dataset: { id: number }) {
  const { bytes } = await kim.call(getDatasetCoco, { params: { id: dataset.id } })
  return JSON.parse(bytes.toString())
}

async function logOf(kim: Account, task: Task): Promise<string> {
  const { body } = await kim.call(getTaskLogs, { params: { id: task.id } })
  return body.logs.join('\n')
}

describe('a file', () => {
  test('brings its annotations, whatever their form, though they come before the images', async () => {
    const { kim, dataset } = await withDataset()
    const counts = [60 * 10 + 10, 4, 56, 1, 2, 1, 56, 4, 60 * 70 - 14 - 60 * 3]
    counts[8] = 4800 - counts.slice(0, 8).reduce((sum, length) => sum + length, 0)
    const told = await report(
      kim,
      dataset,
      fileOf({
        annotations: [
          on(1, { iscrowd: 0, metadata: { grade: 'severe' }, color: '#ff0000' }),
          on(2, { segmentation: { size: [60, 80], counts }, iscrowd: 1 }),
          on(3, { segmentation: undefined, bbox: [1, 2, 3, 4] }),
          on(4, { category_id: 6, segmentation: [], isbbox: false, keypoints: [5, 6, 2, 7, 8, 1] }),
        ],
        categories: [disc, { id: 6, name: 'vessel', keypoints: ['a', 'b'], skeleton: [[1, 2]] }],
      }),
    )
    expect(told).toEqual({
      dry_run: false,
      images: { in_file: 1, matched: 1, changed: 1, unchanged: 0, left_out: 0 },
      annotations: { in_file: 4, created: 4, existing: 0, left_out: 0 },
      categories: { created: ['vessel'], attached: [] },
      reasons: [],
    })
    const { annotations, categories } = await cocoOf(kim, dataset)
    expect(annotations).toMatchObject([
      { segmentation: [square], area: 1200, metadata: { grade: 'severe' }, color: '#ff0000' },
      { iscrowd: 1, segmentation: { size: [60, 80] }, area: 10 },
      { bbox: [1, 2, 3, 4], isbbox: true },
      { keypoints: [5, 6, 2, 7, 8, 1], num_keypoints: 2, isbbox: false },
    ])
    expect(categories).toMatchObject([
      { name: 'disc' },
      { name: 'vessel', keypoints: ['a', 'b'], skeleton: [[1, 2]] },
    ])
  })

  test('imported again changes nothing, though annotations were edited meanwhile', async () => {
    const { kim, dataset } = await withDataset()
    const file = fileOf({ annotations: [on(1), on(2), on(3, { bbox: [1, 1, 5, 5] })] })
    expect((await report(kim, dataset, file)).annotations.created).toBe(3)
    const [first] = (await cocoOf(kim, dataset)).annotations
    await kim.call(changeAnnotation, {
      params: { id: first.id },
      body: { revision: 1, segmentation: [[1, 1, 9, 1, 9, 9]] },
    })
    const again = await report(kim, dataset, file)
    expect(again).toMatchObject({
      images: { changed: 0, unchanged: 1 },
      annotations: { created: 0, existing: 3, left_out: 0 },
    })
    expect((await cocoOf(kim, dataset)).annotations).toHaveLength(3)
  })

  test('brings back what it brought before and was deleted', async () => {
    const { kim, dataset } = await withDataset()
    const file = fileOf({ annotations: [on(1), on(2, { bbox: [1, 1, 5, 5] })] })
    await report(kim, dataset, file)
    const [first] = (await cocoOf(kim, dataset)).annotations
    await kim.call(deleteAnnotation, { params: { id: first.id } })
    expect((await report(kim, dataset, file)).annotations).toMatchObject({
      created: 1,
      existing: 1,
    })
    expect((await report(kim, dataset, file)).annotations).toMatchObject({
      created: 0,
      existing: 2,
    })
  })

  test('exported from the dataset itself brings nothing new', async () => {
    const { kim, dataset, image } = await withDataset()
    const [category_id = 0] = dataset.categoryIds
    const body = { image_id: image.id, category_id, segmentation: [square] }
    await kim.call(createAnnotation, { body })
    await kim.call(createAnnotation, { body })
    const exported = Buffer.from(JSON.stringify(await cocoOf(kim, dataset)))
    expect((await report(kim, dataset, exported)).annotations).toMatchObject({
      created: 0,
      existing: 2,
    })
  })

  test('that is tried out tells what it would do, and does nothing', async () => {
    const { kim, dataset } = await withDataset()
    const file = fileOf({
      annotations: [on(1), on(2, { category_id: 6 })],
      categories: [disc, { id: 6, name: 'lesion' }],
    })
    const task = await run(kim, dataset, file, { dry_run: 'true' })
    expect(ImportReport.parse(task.result)).toMatchObject({
      dry_run: true,
      annotations: { created: 2 },
      categories: { created: ['lesion'] },
    })
    expect(await logOf(kim, task)).toContain('Would import 2 of 2 annotations')
    const { annotations, categories } = await cocoOf(kim, dataset)
    expect([annotations, categories.length]).toEqual([[], 1])
  })

  test('is not kept when the import has ended', async () => {
    const { kim, dataset, parts, db } = await withDataset()
    const task = await run(kim, dataset, fileOf({ annotations: [on(1)] }))
    const row = await db
      .selectFrom('task')
      .select('payload')
      .where('id', '=', task.id)
      .executeTakeFirstOrThrow()
    expect(await parts.files.has(String(row.payload['file']))).toBe(false)
  })
})

describe('images are matched', () => {
  test('by relative path, then by file name, and not where that is ambiguous', async () => {
    const { kim, dataset, given } = await withDataset()
    await given.image(kim, dataset, { name: 'twin.png', folder: 'left' })
    await given.image(kim, dataset, { name: 'twin.png', folder: 'right' })
    const size = { width: 80, height: 60 }
    const images = [
      { id: 1, file_name: 'some/where/eye.png', ...size },
      { id: 2, file_name: 'left/twin.png', ...size },
      { id: 3, file_name: 'twin.png', ...size },
      { id: 4, file_name: 'nobody.png', ...size },
    ]
    const annotations = images.map(({ id }) => on(id, { image_id: id }))
    const told = await report(kim, dataset, fileOf({ images, annotations }))
    expect(told).toMatchObject({
      images: { in_file: 4, matched: 2, changed: 2, left_out: 2 },
      annotations: { in_file: 4, created: 2, left_out: 2 },
      reasons: [
        { reason: 'image_not_in_dataset', count: 1, examples: [{ message: 'Image nobody.png.' }] },
        { reason: 'image_ambiguous', count: 1 },
      ],
    })
    const coco = await cocoOf(kim, dataset)
    const annotated = new Set(coco.annotations.map((each: { image_id: number }) => each.image_id))
    expect(
      coco.images
        .filter((each: { id: number }) => annotated.has(each.id))
        .map((each: { file_name: string }) => each.file_name),
    ).toEqual(['eye.png', 'left/twin.png'])
  })

  test('by path rather than by name where two entries could be the same image', async () => {
    const { kim, dataset } = await withDataset()
    const images = [{ ...eye, id: 2, file_name: 'other/eye.png' }, eye]
    const annotations = [on(1), on(2, { image_id: 2 })]
    const told = await report(kim, dataset, fileOf({ images, annotations }))
    expect(told).toMatchObject({
      annotations: { created: 1, left_out: 1 },
      reasons: [{ reason: 'image_ambiguous', count: 1 }],
    })
  })

  test('only where their size is the same', async () => {
    const { kim, dataset } = await withDataset()
    const images = [{ ...eye, width: 800, height: 600 }]
    const told = await report(kim, dataset, fileOf({ images, annotations: [on(1)] }))
    expect(told.reasons).toMatchObject([
      {
        reason: 'image_size_differs',
        count: 1,
        examples: [
          { message: 'Image eye.png: 800 x 600 pixels in the file, 80 x 60 in the dataset.' },
        ],
      },
    ])
  })

  test('and get metadata that they lack, but keep what they have', async () => {
    const { kim, dataset, db, image } = await withDataset()
    const own = JSON.stringify({ ORD_SEQ: '7' })
    await db.updateTable('image').set({ metadata: own }).where('id', '=', image.id).execute()
    const images = [{ ...eye, metadata: { ORD_SEQ: '8', camera: 'A' } }]
    const told = await report(kim, dataset, fileOf({ images }))
    expect(told.reasons).toMatchObject([{ reason: 'metadata_differ', count: 1 }])
    expect((await cocoOf(kim, dataset)).images).toMatchObject([
      { metadata: { ORD_SEQ: '7', camera: 'A' } },
    ])
  })
})

describe('categories', () => {
  test('of the importer’s own are added to the dataset, others are made', async () => {
    const { kim, dataset, given } = await withDataset()
    await kim.call(createCategory, { body: { name: 'Drusen', color: '#123456' } })
    const park = await given.user('park')
    await park.call(createCategory, { body: { name: 'Exudate', color: '#654321' } })
    const categories = [
      disc,
      { id: 6, name: 'drusen' },
      { id: 7, name: 'Exudate', color: '#abcdef', supercategory: 'lesion' },
    ]
    const told = await report(kim, dataset, fileOf({ categories }))
    expect(told.categories).toEqual({ created: ['Exudate'], attached: ['Drusen'] })
    const { body } = await kim.call(getDatasetData, { params: { id: dataset.id } })
    expect(body.categories).toMatchObject([
      { name: 'disc', creator: 'kim' },
      { name: 'Drusen', creator: 'kim', color: '#123456' },
      { name: 'Exudate', creator: 'kim', color: '#abcdef', supercategory: 'lesion' },
    ])
  })

  test('of an image as a whole are kept, once', async () => {
    const { kim, dataset } = await withDataset()
    const file = fileOf({ images: [{ ...eye, category_ids: [5] }] })
    expect((await report(kim, dataset, file)).images).toMatchObject({ changed: 1, unchanged: 0 })
    expect((await report(kim, dataset, file)).images).toMatchObject({ changed: 0, unchanged: 1 })
    expect((await cocoOf(kim, dataset)).images).toMatchObject([
      { category_ids: [dataset.categoryIds[0]] },
    ])
  })
})

describe('an image is left as it is', () => {
  test.each<[string, File]>([
    ['annotation_unusable', { annotations: [on(1), on(2, { segmentation: [[1, 2, 'x']] })] }],
    [
      'annotation_unusable',
      { annotations: [on(1), on(2, { segmentation: { size: [60, 80], counts: [1e15] } })] },
    ],
    ['annotation_id_twice', { annotations: [on(1), on(1, { bbox: [1, 1, 2, 2] })] }],
    ['category_missing', { annotations: [on(1), on(2, { category_id: 99 })] }],
    ['keypoints_differ', { annotations: [on(1), on(2, { keypoints: [1, 2, 2] })] }],
    [
      'outside_image',
      { annotations: [on(1), on(2, { segmentation: [[90, 90, 99, 90, 99, 99]] })] },
    ],
  ])('as a whole where one entry cannot be used: %s', async (reason, file) => {
    const { kim, dataset } = await withDataset()
    const told = await report(kim, dataset, fileOf(file))
    expect(told).toMatchObject({
      images: { matched: 1, changed: 0, left_out: 1 },
      annotations: { in_file: 2, created: 0, left_out: 2 },
      reasons: [{ reason, count: 1 }],
    })
    expect((await cocoOf(kim, dataset)).annotations).toEqual([])
  })

  test('where its id is used twice, and annotations without an image are told', async () => {
    const { kim, dataset } = await withDataset()
    const told = await report(
      kim,
      dataset,
      fileOf({
        images: [eye, { ...eye, file_name: 'other.png' }, { id: 3, file_name: '../../etc/passwd' }],
        annotations: [on(1), on(2, { image_id: 77 }), 'nonsense'],
      }),
    )
    expect(told.annotations).toMatchObject({ in_file: 3, created: 0, left_out: 3 })
    expect(told.reasons.map(({ reason }) => reason)).toEqual([
      'image_unusable',
      'image_id_twice',
      'annotation_unusable',
      'annotation_without_image',
    ])
  })
})

test('counts are complete, but only some cases are told', async () => {
  const { kim, dataset } = await withDataset()
  const images = Array.from({ length: 3000 }, (_, id) => ({ id, file_name: `no-${id}.png` }))
  const task = await run(kim, dataset, fileOf({ images }))
  const { reasons } = ImportReport.parse(task.result)
  expect(reasons).toMatchObject([{ reason: 'image_not_in_dataset', count: 3000 }])
  expect(reasons[0]?.examples).toHaveLength(20)
  expect((await logOf(kim, task)).length).toBeLessThan(5000)
})

describe('a hostile file ends in a failed task that says why', () => {
  const deep = '['.repeat(20_000) + ']'.repeat(20_000)
  test.each([
    ['a picture', '\u0089PNG', 'does not begin with an object'],
    ['no JSON', '{"images": [', 'stops in the middle'],
    ['deep nesting', `{"images":[],"annotations":[${deep}]}`, 'nested deeper than 64'],
    ['a list that is none', '{"images":{}}', '“images” is not a list'],
    ['categories that are none', '{"categories":[7]}', 'Category 1 of the file cannot be used'],
    [
      'categories with one id',
      '{"categories":[{"id":1,"name":"a"},{"id":1,"name":"b"}]}',
      'the id 1',
    ],
  ])('%s', async (_, text, why) => {
    const { kim, dataset } = await withDataset()
    const task = await run(kim, dataset, Buffer.from(text))
    expect(task.status).toBe('failed')
    expect(await logOf(kim, task)).toContain(why)
  })
})

test('one import of a dataset runs at a time, and can be cancelled', async () => {
  const { given } = await startApp()
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  const input = { params: { id: dataset.id }, files: [{ name: 'a.json', content: fileOf({}) }] }
  const first = await kim.call(importCoco, input)
  expect(await kim.call(importCoco, input)).toMatchObject({ status: 409 })
  const data = await kim.call(getDatasetData, { params: { id: dataset.id } })
  expect(data.body.importId).toBe(first.body.id)
  await kim.call(cancelTask, { params: { id: first.body.id } })
  expect(await kim.call(importCoco, input)).toMatchObject({ status: 200 })
})
