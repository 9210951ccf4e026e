import { expect, test } from 'vitest'

import { createAnnotation, deleteAnnotation } from '#contract/annotations'
import {
  deleteExport,
  downloadExport,
  getDatasetCoco,
  listExports,
  startExport,
  startExportByGet,
} from '#contract/exports'
import { getImageCoco } from '#contract/images'
import { getTaskLogs, listTasks, type Task } from '#contract/tasks'

import type { Client } from '../../testing/client.ts'
import { startApp } from '../../testing/start-app.ts'

async function withAnnotations() {
  const started = await startApp({ works: true })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { categories: ['disc', 'lesion'] })
  const image = await started.given.image(kim, dataset, { name: 'eye.png', width: 80, height: 60 })
  const empty = await started.given.image(kim, dataset, { name: 'plain.png' })
  const [disc = 0, lesion = 0] = dataset.categoryIds
  const annotate = async (category_id: number, segmentation: never) =>
    (await kim.call(createAnnotation, { body: { image_id: image.id, category_id, segmentation } }))
      .body.id
  const polygon = await annotate(disc, [[10, 10, 50, 10, 50, 40]] as never)
  const holed = await annotate(lesion, {
    rings: [
      [
        [10, 10, 50, 10, 50, 50, 10, 50],
        [20, 20, 20, 30, 30, 30, 30, 20],
      ],
    ],
  } as never)
  return { ...started, kim, dataset, image, empty, disc, lesion, polygon, holed }
}

async function finished(client: Client, id: number): Promise<Task> {
  for (;;) {
    const { body } = await client.call(listTasks)
    const task = body.find((each) => each.id === id)
    if (task?.completed) return task
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

test('an export becomes a file that is listed with its counts and can be downloaded', async () => {
  const { kim, dataset, image, polygon, holed } = await withAnnotations()
  const started = await kim.call(startExport, { params: { id: dataset.id }, body: {} })
  expect(await finished(kim, started.body.id)).toMatchObject({ status: 'succeeded', progress: 100 })
  const list = await kim.call(listExports, { params: { id: dataset.id } })
  expect(list.body).toMatchObject([
    { tags: ['COCO'], counts: { images: 1, annotations: 2 }, created_by: 'kim' },
  ])
  const file = await kim.call(downloadExport, { params: { id: list.body[0]?.id ?? 0 } })
  expect(String(file.headers['content-disposition'])).toContain('.json')
  const coco = JSON.parse(file.bytes.toString())
  expect(coco.images).toMatchObject([{ id: image.id, file_name: 'eye.png', width: 80, height: 60 }])
  expect(coco.annotations).toMatchObject([
    {
      id: polygon,
      area: 600,
      bbox: [10, 10, 40, 30],
      iscrowd: 0,
      segmentation: [[10, 10, 50, 10, 50, 40]],
    },
    { id: holed, area: 1500, segmentation: { size: [60, 80] } },
  ])
  const { body: log } = await kim.call(getTaskLogs, { params: { id: started.body.id } })
  expect(log.logs.at(-1)).toMatch(
    /^\[\d{4}-\d\d-\d\dT[\d:]+Z\] \[INFO\] Wrote 1 images and 2 annotations\.$/,
  )
})

test('categories and empty images can be chosen, by the documented GET too', async () => {
  const { kim, dataset, lesion } = await withAnnotations()
  const query = { categories: String(lesion), with_empty_images: 'true' as const }
  const started = await kim.call(startExportByGet, { params: { id: dataset.id }, query })
  await finished(kim, started.body.id)
  const { body } = await kim.call(listExports, { params: { id: dataset.id } })
  expect(body).toMatchObject([{ tags: ['COCO', 'lesion'], counts: { images: 2, annotations: 1 } }])
})

test('the documented GET does not start anything for a page of another site', async () => {
  const { kim, dataset } = await withAnnotations()
  const headers = { 'sec-fetch-site': 'cross-site' }
  expect((await kim.call(startExportByGet, { params: { id: dataset.id }, headers })).status).toBe(
    403,
  )
})

test('of ten exports started at once, one runs', async () => {
  const { kim, dataset } = await withAnnotations()
  const answers = await Promise.all(
    Array.from({ length: 10 }, () =>
      kim.call(startExport, { params: { id: dataset.id }, body: {} }),
    ),
  )
  const started = answers.filter((answer) => answer.status === 200)
  expect(started.length).toBeGreaterThan(0)
  expect(answers.filter((answer) => answer.status === 409).length).toBe(10 - started.length)
  for (const answer of started) await finished(kim, answer.body.id)
})

test('the dataset and one image come as a COCO document at once; deleted annotations do not', async () => {
  const { kim, dataset, image, holed } = await withAnnotations()
  await kim.call(deleteAnnotation, { params: { id: holed } })
  const whole = JSON.parse(
    (await kim.call(getDatasetCoco, { params: { id: dataset.id } })).bytes.toString(),
  )
  expect(whole.images).toHaveLength(2)
  expect(whole.annotations).toHaveLength(1)
  const one = JSON.parse(
    (await kim.call(getImageCoco, { params: { id: image.id } })).bytes.toString(),
  )
  expect(one.images.map((each: { id: number }) => each.id)).toEqual([image.id])
})

test('a deleted export takes its file along, and a stranger has none of it', async () => {
  const { kim, dataset, given, parts } = await withAnnotations()
  const started = await kim.call(startExport, { params: { id: dataset.id }, body: {} })
  await finished(kim, started.body.id)
  const { body } = await kim.call(listExports, { params: { id: dataset.id } })
  const params = { id: body[0]?.id ?? 0 }
  const stranger = await given.user('stranger')
  expect((await stranger.call(downloadExport, { params })).status).toBe(404)
  const key = `exports/${dataset.id}/${started.body.id}.json`
  expect(await parts.files.has(key)).toBe(true)
  expect((await kim.call(deleteExport, { params })).status).toBe(200)
  expect(await parts.files.has(key)).toBe(false)
})
