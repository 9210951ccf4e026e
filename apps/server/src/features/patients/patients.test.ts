import { randomUUID } from 'node:crypto'
import { existsSync } from 'node:fs'
import { mkdir, open, readdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { createAnnotation } from '#contract/annotations'
import { beginThread } from '#contract/comments'
import { deleteImage, getImage } from '#contract/images'
import { erasePatient, exportPatient, findPatient, listPatientErasures } from '#contract/patients'
import { startScan } from '#contract/scans'
import { listUndo } from '#contract/undo'

import { parseErasures, type PatientErasure } from '../../platform/backup/erasures.ts'
import type { Db } from '../../platform/database/database.ts'
import { openDiskStore } from '../../platform/files/disk-store.ts'
import { openRenditions } from '../../platform/images/renditions.ts'
import { listArchive } from '../../platform/files/unzip.ts'
import { analysed } from '../../testing/analysed.ts'
import { startApp } from '../../testing/start-app.ts'
import { erasePatientsAgain } from './erase-again.ts'
import { forgetErased } from './forget-erased.ts'

const patient_id = 'P-7'
const reason = 'Request of 3 March'

/** Two datasets of two people with images of P-7, one of them deleted, and one image of P-70. */
async function clinic() {
  const started = await startApp()
  const { given, db } = started
  const boss = await given.user('boss', { isAdmin: true })
  const [kim, lee] = [await given.user('kim'), await given.user('lee')]
  const first = await given.dataset(kim, { name: 'First', categories: ['disc'] })
  const second = await given.dataset(lee, { name: 'Second' })
  const imageOf = async (
    patient: string,
    [owner, dataset]: [typeof kim, typeof first],
    name: string,
  ) => {
    const { id } = await given.image(owner, dataset, { name })
    const stated = { patient_id: patient, patient_name: 'Yoon Seok', study_date: '2026-01-31' }
    await db.updateTable('image').set(stated).where('id', '=', id).execute()
    return id
  }
  const right = await imageOf(patient_id, [kim, first], 'right.png')
  const deleted = await imageOf(patient_id, [lee, second], 'left.png')
  const other = await imageOf('P-70', [kim, first], 'other.png')
  await lee.call(deleteImage, { params: { id: deleted } })
  const [category_id = 0] = first.categoryIds
  const body = { image_id: right, category_id, segmentation: [[1, 1, 9, 1, 9, 9]] }
  await kim.call(createAnnotation, { body })
  await db
    .insertInto('field_record')
    .values({
      dataset_id: first.id,
      subject: 'visit',
      subject_key: `visit:${(Date.UTC(2026, 0, 31) - Date.UTC(2000, 0, 1)) / 86_400_000}:P-7`,
      is_agreed: true,
      values: '{}',
      versions: '{}',
    })
    .execute()
  await db
    .insertInto('emergency_access')
    .values({
      user_id: lee.id,
      dataset_id: first.id,
      patient_id,
      reason: 'Night duty',
      begun_at: new Date(),
      ends_at: new Date(),
    })
    .execute()
  return { ...started, boss, kim, lee, first, second, right, deleted, other }
}

test('an administrator finds everything of a patient in all datasets, deleted images too', async () => {
  const { boss, kim, first, second, right, deleted } = await clinic()
  const found = await boss.call(findPatient, { query: { patient_id } })
  expect(found.body).toMatchObject({
    names: ['Yoon Seok'],
    issuers: [''],
    datasets: [
      { id: first.id, name: 'First', images: [{ id: right, deleted: false }], documents: 0 },
      { id: second.id, name: 'Second', images: [{ id: deleted, deleted: true }] },
    ],
    counts: { images: 2, annotations: 1, results: 0, documents: 0, orders: 0 },
    sent: { pacs: 0, fhir: 0, order_system: 0 },
    busy: false,
  })
  expect((await boss.call(findPatient, { query: { patient_id: 'p-7' } })).body.datasets).toEqual([])
  expect((await kim.call(findPatient, { query: { patient_id } })).status).toBe(403)
})

test('the archive of a patient has the images as received, and nobody else’s', async () => {
  const { app, boss, db, first, second, right, dataFolder } = await clinic()
  await analysed(db, right, { numbers: { quality: { overall: 0.9 } } })
  const body = { pin: { kind: 'image' }, comment: 'Gradable?', save_id: randomUUID() } as const
  await boss.call(beginThread, { params: { id: right }, body })
  const answer = await app.inject({
    url: `${exportPatient.path}?patient_id=${patient_id}`,
    cookies: Object.fromEntries(boss.cookies),
  })
  expect(answer.headers['content-type']).toBe('application/zip')
  const bytes = answer.rawPayload
  const file = path.join(dataFolder, 'patient.zip')
  await writeFile(file, bytes)
  await using archive = await open(file)
  const names = (await listArchive(archive)).map((entry) => entry.name)
  const tables = ['annotations.coco.json', 'annotations.csv', 'measurements.csv']
  expect(names).toEqual([
    `${first.id}/images/right.png`,
    `${first.id}/reports/${right}.pdf`,
    `${first.id}/comments.csv`,
    ...tables.map((name) => `${first.id}/${name}`),
    `${second.id}/images/left.png`,
    ...tables.map((name) => `${second.id}/${name}`),
  ])
  const original = await readFile(path.join(dataFolder, 'datasets/First/right.png'))
  expect(bytes.includes(original)).toBe(true)
})

/** A document, an order and a message to another system, which name P-7. */
async function addElsewhere(db: Db, to: { dataset: number; image: number; file: string }) {
  const at = new Date()
  const named = JSON.stringify({ patient: patient_id })
  await db
    .insertInto('dicom_document')
    .values({
      dataset_id: to.dataset,
      kind: 'pdf',
      sop_class_uid: '1.2.840.10008.5.1.4.1.1.104.1',
      study_uid: '1.2.3',
      series_uid: '1.2.4',
      instance_uid: '1.2.5',
      patient_id,
      patient_name: 'Yoon Seok',
      dicom_meta: '{}',
      sha256: Buffer.alloc(32),
      size: 1,
      file: to.file,
      received_at: at,
      created_by: null,
    })
    .execute()
  const order = { ord_seq: '41', patient_id, department: 'EYE', ordered_on: '20260131' }
  await db
    .insertInto('received_order')
    .values({ ...order, received_at: at, as_written: named })
    .execute()
  const message = { kind: 'pacs-sending', key: 'one', order_key: 'one', image_id: to.image }
  await db
    .insertInto('outbox')
    .values({ ...message, payload: named, posted_at: at, due_at: at, gives_up_at: at })
    .execute()
}

test('no row names an erased patient, except in the audit trail', async () => {
  const { boss, dataFolder, db, first, right } = await clinic()
  const file = 'documents/report.dcm'
  await addElsewhere(db, { dataset: first.id, image: right, file })
  await mkdir(path.join(dataFolder, 'documents'))
  await writeFile(path.join(dataFolder, file), 'a report of P-7')
  const { rows: tables } = await sql<{ name: string }>`
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'p') and not relispartition
      and relname <> 'audit_event'`.execute(db)
  const naming = async () => {
    const found: string[] = []
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.table(name)} as it
        where it::text ~ ${`\\y${patient_id}\\y`} limit 1`.execute(db)
      if (rows.length > 0) found.push(name)
    }
    return found.toSorted()
  }
  expect(await naming()).toEqual([
    'dicom_document',
    'emergency_access',
    'field_record',
    'image',
    'outbox',
    'received_order',
  ])
  const { body } = await boss.call(erasePatient, { body: { patient_id, reason } })
  expect(body.counts).toMatchObject({ documents: 1, orders: 1 })
  expect(await naming()).toEqual([])
  expect(existsSync(path.join(dataFolder, file))).toBe(false)
})

test('an erased patient is gone from rows and files, and the record tells nobody’s name', async () => {
  const { db, boss, kim, lee, right, deleted, other, dataFolder } = await clinic()
  await kim.call(getImage, { params: { id: right }, query: { width: 100 } })
  const erased = await boss.call(erasePatient, { body: { patient_id, reason } })
  expect(erased.body).toMatchObject({
    by: 'boss',
    reason,
    counts: { images: 2, annotations: 1 },
    images: [{ id: right, sha256: expect.stringMatching(/^[\da-f]{64}$/) }, { id: deleted }],
  })
  expect((await kim.call(getImage, { params: { id: right } })).status).toBe(404)
  expect((await kim.call(getImage, { params: { id: other } })).status).toBe(200)
  expect((await lee.call(listUndo)).body).toEqual([])
  for (const file of ['First/right.png', 'Second/left.png']) {
    expect(existsSync(path.join(dataFolder, 'datasets', file))).toBe(false)
  }
  expect(existsSync(path.join(dataFolder, 'datasets/First/other.png'))).toBe(true)
  const made = await readdir(path.join(dataFolder, 'renditions'), { recursive: true })
  expect(made.filter((name) => name.includes(erased.body.images[0]?.sha256 ?? '?'))).toEqual([])
  expect(await db.selectFrom('field_record').select('id').execute()).toEqual([])
  expect(await db.selectFrom('annotation').select('id').execute()).toEqual([])

  const records = await boss.call(listPatientErasures)
  expect(records.body).toEqual([erased.body])
  const audit = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('object_type', '=', 'patient')
    .execute()
  const kept = JSON.stringify([records.body, audit])
  expect(kept).toContain(reason)
  expect(kept).not.toMatch(/P-7|Yoon/)
  const log = parseErasures(await readFile(path.join(dataFolder, 'erasures.log'), 'utf8'))
  expect(log).toMatchObject([{ kind: 'patient', images: [right, deleted], documents: [] }])
  expect((await boss.call(erasePatient, { body: { patient_id, reason } })).status).toBe(404)
})

test('an erased patient’s pictures go from other machines too', async () => {
  const { parts, dataFolder, boss, kim, right } = await clinic()
  const folder = path.join(dataFolder, 'renditions-of-another-machine')
  const renditions = openRenditions({ ...parts, folder })
  const forgotten: string[] = []
  const forgetCopies = (key: string) => Promise.resolve(void forgotten.push(key))
  using resources = new DisposableStack()
  resources.use(forgetErased({ ...parts, renditions, forgetCopies }))
  await kim.call(getImage, { params: { id: right }, query: { width: 100 } })
  const { sha256 } = await parts.db
    .selectFrom('image')
    .select('sha256')
    .where('id', '=', right)
    .executeTakeFirstOrThrow()
  const picture = {
    key: 'datasets/First/right.png',
    format: 'png',
    sha256: sha256.toString('hex'),
  } as const
  await renditions.find(picture, 100)
  await renditions.tile({ ...picture, width: 40, height: 30 }, { level: 0, x: 0, y: 0 })
  const made = async () => {
    const all = await readdir(folder, { recursive: true })
    return all.filter((name) => name.includes(picture.sha256)).length
  }
  expect(await made()).toBeGreaterThan(1)
  await boss.call(erasePatient, { body: { patient_id, reason } })
  await expect.poll(made).toBe(0)
  expect(forgotten).toContain('datasets/First/right.png')
})

test('nothing is erased while a task runs, or if the ID may be of two people', async () => {
  const { db, boss, kim, first, right, deleted } = await clinic()
  const erase = (issuer?: string) =>
    boss.call(erasePatient, {
      body: { patient_id, reason, ...(issuer === undefined ? {} : { issuer }) },
    })
  await kim.call(startScan, { params: { id: first.id } })
  expect(await erase()).toMatchObject({ status: 409, body: { code: 'still_running' } })
  await db.updateTable('task').set({ status: 'cancelled' }).execute()

  const other = JSON.stringify({ '00100021': 'HOSPITAL B' })
  await db.updateTable('image').set({ dicom_meta: other }).where('id', '=', deleted).execute()
  expect(await erase()).toMatchObject({ status: 409, body: { key: 'patients.severalIssuers' } })
  expect((await erase('')).body).toMatchObject({ images: [{ id: right }], counts: { images: 1 } })
  expect((await boss.call(findPatient, { query: { patient_id } })).body).toMatchObject({
    issuers: ['HOSPITAL B'],
    counts: { images: 1 },
  })
})

test('patients who are back after a restore are erased again', async () => {
  const { db, right, deleted, other, dataFolder } = await clinic()
  const images = [right, deleted, 999_999]
  const erasures: PatientErasure[] = [
    { at: '2026-03-03T00:00:00Z', kind: 'patient', id: 1, images, documents: [] },
  ]
  expect(await erasePatientsAgain(db, openDiskStore(dataFolder), erasures)).toBe(2)
  expect(await db.selectFrom('image').select('id').execute()).toEqual([{ id: other }])
  expect(existsSync(path.join(dataFolder, 'datasets/First/right.png'))).toBe(false)
  expect(await erasePatientsAgain(db, openDiskStore(dataFolder), erasures)).toBe(0)
})
