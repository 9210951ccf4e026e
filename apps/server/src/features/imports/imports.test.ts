import { describe, expect, test } from 'vitest'

import { changeAnnotation, createAnnotation, deleteAnnotation } from '#contract/annotations'
import { getDatasetData } from '#contract/datasets'
import { importCoco, ImportReport } from '#contract/imports'
import { cancelTask } from '#contract/tasks'

import { startApp } from '../../testing/start-app.ts'
import { importCocoJob } from './import-coco.ts'
import {
  cocoOf,
  disc,
  eye,
  fileOf,
  logOf,
  on,
  report,
  run,
  square,
  withDataset,
} from './testing/importing.ts'

describe('a file', () => {
  test('imports its annotations in every form, even if they come before the images', async () => {
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
      fields: { created: [] },
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

  test('imported again changes nothing, even if annotations were edited meanwhile', async () => {
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

  test('restores annotations that it imported before and that were deleted', async () => {
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

  test('marks annotations with a score as automatic, and the rest by their stated origin', async () => {
    const { kim, dataset } = await withDataset()
    const told = { kind: 'semiautomatic', algorithms: [{ name: 'discs', version: '2' }] }
    const annotations = [
      on(1),
      on(2, { score: 0.87, bbox: [1, 1, 5, 5], segmentation: undefined }),
      on(3, { origin: told, bbox: [2, 2, 5, 5], segmentation: undefined }),
    ]
    await report(kim, dataset, fileOf({ annotations }))
    const { annotations: exported } = await cocoOf(kim, dataset)
    expect(exported).toMatchObject([
      { origin: { kind: 'manual', algorithms: [] } },
      { origin: { kind: 'automatic', algorithms: [] } },
      { origin: told },
    ])
  })

  test('exported from the dataset itself adds nothing', async () => {
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

  test('that is tried out reports what it would do, and does nothing', async () => {
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

  test('is removed when the import has ended', async () => {
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

test('counts are complete, but only some cases are listed', async () => {
  const { kim, dataset } = await withDataset()
  const images = Array.from({ length: 3000 }, (_, id) => ({ id, file_name: `no-${id}.png` }))
  const task = await run(kim, dataset, fileOf({ images }))
  const { reasons } = ImportReport.parse(task.result)
  expect(reasons).toMatchObject([{ reason: 'image_not_in_dataset', count: 3000 }])
  expect(reasons[0]?.examples).toHaveLength(20)
  expect((await logOf(kim, task)).length).toBeLessThan(5000)
})

/** The task's log is not checked. */
const logs = (): Promise<void> => Promise.resolve()

test('progress is the share of images done, after that of reading the file', async () => {
  const { given, parts, db } = await startApp()
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim, { categories: ['disc'] })
  const names = ['a.png', 'b.png', 'c.png', 'd.png']
  for (const name of names) await given.image(kim, dataset, { name })
  const images = names.map((file_name, i) => ({ ...eye, id: i + 1, file_name }))
  // Enough annotations to fill a transaction with one image.
  const annotations = images.flatMap(({ id }) =>
    Array.from({ length: 1000 }, (_, i) => on(1000 * id + i, { image_id: id })),
  )
  const body = { dry_run: 'true' } as const
  const files = [{ name: 'coco.json', content: fileOf({ images, annotations }) }]
  const { body: task } = await kim.call(importCoco, { params: { id: dataset.id }, files, body })
  const { payload } = await db
    .selectFrom('task')
    .select('payload')
    .where('id', '=', task.id)
    .executeTakeFirstOrThrow()
  const told: number[] = []
  const progress = (percent: number) => Promise.resolve(void told.push(percent))
  const { signal } = new AbortController()
  const context = { taskId: task.id, db, signal, progress, info: logs, warn: logs, error: logs }
  await importCocoJob(parts).handler(payload, context)
  expect(told.slice(-4)).toEqual([47.5, 65, 82.5, 100])
  expect(told).toEqual(told.toSorted((a, b) => a - b))
  expect(told.filter((percent) => percent <= 30).length).toBe(told.length - 4)
})

describe('a hostile file ends in a failed task with a reason', () => {
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
