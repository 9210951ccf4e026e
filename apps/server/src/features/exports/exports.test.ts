import { expect, test } from 'vitest'

import { createAnnotation, deleteAnnotation } from '#contract/annotations'
import { shareDataset } from '#contract/datasets'
import {
  deleteExport,
  downloadExport,
  exportFormats,
  getDatasetCoco,
  getImageCoco,
  listExports,
  startExport,
  startExportByGet,
} from '#contract/exports'
import { importCoco } from '#contract/imports'
import { getTaskLogs, listTasks, type Task } from '#contract/tasks'

import type { Client } from '../../testing/client.ts'
import { analyseAs } from '../../testing/analysed-image.ts'
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
    /^\[\d{4}-\d\d-\d\dT[\d:]+Z\] \[INFO\] Images written: 1; annotations: 2\.$/,
  )
})

test('categories and empty images can be chosen, also by the documented GET', async () => {
  const { kim, dataset, lesion } = await withAnnotations()
  const query = { categories: String(lesion), with_empty_images: 'true' as const }
  const started = await kim.call(startExportByGet, { params: { id: dataset.id }, query })
  await finished(kim, started.body.id)
  const { body } = await kim.call(listExports, { params: { id: dataset.id } })
  expect(body).toMatchObject([{ tags: ['COCO', 'lesion'], counts: { images: 2, annotations: 1 } }])
})

test('the documented GET starts nothing for a page of another site', async () => {
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

test('the dataset and one image are available as a COCO document at once, without deleted annotations', async () => {
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

test('deleting an export removes its file, and a stranger gets none of it', async () => {
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

const uid = '1.2.826.0.1.3680043.8.498.1'
const canaries = ['P-1001', 'Hong', '길동', uid, '2026-07-14', '20260714', 'S2026-77', 'ward']

/** A typical clinic's data: a file named by patient and day, with patient data noted beside it. */
async function withPatient() {
  const started = await withAnnotations()
  const { kim, db, dataset, image, lesion, given } = started
  await db
    .updateTable('image')
    .set({
      folder: 'ward/Hong',
      file_name: `today_P-1001_20260714_${uid}.png`,
      patient_id: 'P-1001',
      patient_name: 'Hong^Gildong',
      patient_name_korean: '홍^길동',
      study_date: '2026-07-14',
      study_uid: uid,
      mics_meta: JSON.stringify({ ORD_SEQ: 'S2026-77' }),
      metadata: JSON.stringify({
        grade: 2,
        note: 'drusen',
        told: 'Hong saw it',
        ORD_SEQ: 'S2026-77',
        seen: 'on 2026-07-14',
        copy: uid,
        licence: 'CC0',
      }),
    })
    .where('id', '=', image.id)
    .execute()
  const metadata = { certain: true, of: '길동' }
  const body = {
    image_id: image.id,
    category_id: lesion,
    segmentation: [[1, 1, 9, 1, 9, 9]],
    metadata,
  }
  await kim.call(createAnnotation, { body })
  const park = await given.user('park')
  await kim.call(shareDataset, { params: { id: dataset.id }, body: { users: ['park'] } })
  return { ...started, park }
}

function tellsOf(text: string): string[] {
  return canaries.filter((canary) => text.includes(canary))
}

async function textOf(client: Client, dataset: { id: number }, body: object): Promise<string> {
  const params = { id: dataset.id }
  const task = await client.call(startExport, { params, body })
  expect(await finished(client, task.body.id)).toMatchObject({ status: 'succeeded' })
  const [row] = (await client.call(listExports, { params })).body
  const { bytes } = await client.call(downloadExport, { params: { id: row?.id ?? 0 } })
  return bytes.toString('latin1') + bytes.toString()
}

test('exports of patients’ images do not identify them, in any format', async () => {
  const started = await withPatient()
  const { kim, park, dataset, image } = started
  await analyseAs(started, image.id, { facts: {} })
  for (const format of exportFormats) {
    const text = await textOf(park, dataset, { format, with_empty_images: true })
    expect({ format, tells: tellsOf(text) }).toEqual({ format, tells: [] })
    expect(text).toContain(`image-${image.id}-`)
    expect(text).not.toContain('"kim"')
  }
  const whole = await park.call(getDatasetCoco, { params: { id: dataset.id } })
  const one = await park.call(getImageCoco, { params: { id: image.id } })
  expect(tellsOf(whole.bytes.toString() + one.bytes.toString())).toEqual([])
  expect(tellsOf(JSON.stringify(one.headers))).toEqual([])
  const document = JSON.parse(one.bytes.toString())
  expect(document.images[0].metadata).toEqual({ grade: 2, note: 'drusen', licence: 'CC0' })
  expect(document.annotations.at(-1).metadata).toEqual({ certain: true })
  expect((await kim.call(listExports, { params: { id: dataset.id } })).body).not.toMatchObject([
    { identified: true },
  ])
})

test('the owner gets identified exports for a reason, which the audit trail records; members do not', async () => {
  const { kim, park, db, dataset } = await withPatient()
  const params = { id: dataset.id }
  const silent = await kim.call(startExport, { params, body: { identified: true, reason: ' ' } })
  expect(silent).toMatchObject({ status: 400 })
  const wish = { identified: true, reason: 'For the cancer registry' }
  expect((await park.call(startExport, { params, body: wish })).status).toBe(403)
  const query = { identified: 'true', reason: wish.reason } as const
  expect((await park.call(getDatasetCoco, { params, query })).status).toBe(403)
  const whole = await kim.call(getDatasetCoco, { params, query })
  expect(whole.bytes.toString()).toContain('today_P-1001')
  expect(await textOf(kim, dataset, { ...wish, format: 'csv' })).toContain('"P-1001","2026-07-14"')
  const [listed] = (await park.call(listExports, { params })).body
  expect(listed).toMatchObject({ identified: true, downloadable: false })
  expect((await park.call(downloadExport, { params: { id: listed?.id ?? 0 } })).status).toBe(403)
  const rows = await db
    .selectFrom('audit_event')
    .select(['username', 'outcome', 'detail'])
    .where('action', 'in', ['startExport', 'getDatasetCoco'])
    .where('object_type', 'in', ['export', 'dataset'])
    .orderBy('id')
    .execute()
  expect(rows.slice(-4)).toMatchObject([
    { username: 'park', outcome: 403, detail: wish },
    { username: 'park', outcome: 403, detail: wish },
    { username: 'kim', outcome: 200, detail: wish },
    { username: 'kim', outcome: 200, detail: wish },
  ])
})

test('a pseudonymous export is imported into its original images, and adds nothing twice', async () => {
  const { kim, dataset, image } = await withPatient()
  const params = { id: dataset.id }
  const { bytes } = await kim.call(getDatasetCoco, { params })
  const document = JSON.parse(bytes.toString())
  document.annotations.push({
    ...document.annotations[0],
    id: 999,
    bbox: undefined,
    segmentation: [[2, 2, 30, 2, 30, 30]],
  })
  const files = [{ name: 'coco.json', content: Buffer.from(JSON.stringify(document)) }]
  const task = await finished(kim, (await kim.call(importCoco, { params, files })).body.id)
  expect(task.result).toMatchObject({
    images: { matched: 2, left_out: 0 },
    annotations: { created: 1, existing: 3, left_out: 0 },
  })
  // From another installation, or invented.
  const entry = document.images.find(({ id }: { id: number }) => id === image.id)
  const foreign = {
    ...document,
    images: [{ ...entry, file_name: `image-${image.id}-00000000.png` }],
  }
  const content = Buffer.from(JSON.stringify(foreign))
  const other = await kim.call(importCoco, { params, files: [{ name: 'coco.json', content }] })
  expect((await finished(kim, other.body.id)).result).toMatchObject({
    images: { matched: 0 },
    reasons: expect.arrayContaining([
      expect.objectContaining({ reason: 'image_not_in_dataset', count: 1 }),
    ]),
  })
})

test('an export of chosen images holds only these, of the caller’s own dataset', async () => {
  const { kim, given, dataset, image, empty } = await withAnnotations()
  const params = { id: dataset.id }
  const body = { images: [empty.id], with_empty_images: true }
  const started = await kim.call(startExport, { params, body })
  expect(await finished(kim, started.body.id)).toMatchObject({ status: 'succeeded' })
  const list = await kim.call(listExports, { params })
  expect(list.body).toMatchObject([{ counts: { images: 1, annotations: 0 } }])

  const other = await given.dataset(kim)
  const elsewhere = await given.image(kim, other, { name: 'elsewhere.png' })
  const mixed = { images: [image.id, elsewhere.id] }
  expect((await kim.call(startExport, { params, body: mixed })).status).toBe(404)
  const twice = { images: [image.id, image.id] }
  expect((await kim.call(startExport, { params, body: twice })).status).toBe(400)
})
