import { readFile } from 'node:fs/promises'

import { expect, test } from 'vitest'

import { getDatasetData, updateDataset } from '#contract/datasets'
import { getResultObject } from '#contract/dicom-results'
import { getImage, uploadImage } from '#contract/images'
import {
  getPatientData,
  type PatientDataChange,
  type PatientDataOfImage,
  type PatientField,
  statePatientData,
  statePatientTable,
} from '#contract/patient-data'

import { fixtureFile } from '../../testing/fixture-file.ts'
import type { Account } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'
import { identityOf } from '../images/dicom/identity.ts'

async function withDicom() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim)
  const content = await readFile(fixtureFile('dicom/syntaxes/000_jpeg.dcm'))
  const { body } = await kim.call(uploadImage, {
    query: { dataset_id: dataset.id },
    files: [{ name: 'eye.dcm', content }],
  })
  return { ...started, kim, dataset, content, image: body.image, ...callsOf(kim, body.image.id) }
}

async function withPhotograph() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim)
  const image = await started.given.image(kim, dataset)
  return { ...started, kim, dataset, image, ...callsOf(kim, image.id) }
}

function callsOf(account: Account, id: number) {
  const params = { id }
  const state = (body: PatientDataChange) => account.call(statePatientData, { params, body })
  const told = async () => (await account.call(getPatientData, { params })).body
  return { params, state, told }
}

function valuesIn({ fields }: PatientDataOfImage): Partial<Record<PatientField, unknown>> {
  const known = fields.filter(({ value }) => value !== null)
  return Object.fromEntries(known.map(({ field, value }) => [field, value]))
}

test("a person's statements on a photograph apply wherever the image is shown, with name and time", async () => {
  const { kim, dataset, params, state, db } = await withPhotograph()
  const stated = {
    patient_id: 'P-7',
    patient_name: '홍길동',
    sex: 'F',
    birth_date: '1956-02-29',
    eye: 'L',
    taken_at: '2026-03-01T09:30:00',
    scale: { field_degrees: 45, circle_px: 1440 },
  } as const
  const { body, status } = await state(stated)
  expect(status).toBe(200)
  expect(valuesIn(body)).toEqual(stated)
  expect(body.fields[0]).toMatchObject({ filed: null, stated: { by: 'kim' } })
  expect(body.scale).toMatchObject({ origin: 'image' })
  expect(body.scale?.micrometres_per_pixel).toBeCloseTo(9.052, 2)
  const { images } = (await kim.call(getDatasetData, { params: { id: dataset.id } })).body
  expect(images[0]).toMatchObject({
    patientID: 'P-7',
    patientName: '홍길동',
    laterality: 'L',
    studyDate: '2026-03-01',
    studyDate_image: '2026-03-01T09:30:00',
  })
  const trail = await db
    .selectFrom('audit_event')
    .select(['username', 'detail'])
    .where('action', '=', 'statePatientData')
    .where('object_id', '=', params.id)
    .execute()
  expect(trail).toMatchObject([
    {
      username: 'kim',
      detail: { changed: expect.arrayContaining([{ field: 'sex', from: null, to: 'F' }]) },
    },
  ])
})

test('the file’s value is kept beside the stated one, can be restored, and the file itself is unchanged', async () => {
  const { kim, image, content, state, told, params } = await withDicom()
  const before = valuesIn(await told())
  expect(before).toMatchObject({ patient_id: expect.any(String), eye: expect.any(String) })
  const eye = before.eye === 'R' ? 'L' : 'R'
  await state({ eye, patient_name: 'Another^Name' })
  await state({ eye, patient_name: 'Third^Name' })
  const { fields } = await told()
  expect(fields.find(({ field }) => field === 'eye')).toMatchObject({
    value: eye,
    filed: before.eye,
  })
  expect(fields.find(({ field }) => field === 'patient_name')).toMatchObject({
    value: 'Third^Name',
    filed: before.patient_name,
  })
  const list = await kim.call(getDatasetData, { params: { id: image.dataset_id } })
  expect(list.body.images[0]?.patientName, 'without DICOM’s signs').toBe('Third Name')
  const query = { asAttachment: 'true', asDicom: 'true' } as const
  expect((await kim.call(getImage, { params, query })).bytes).toEqual(content)
  const back = await state({ eye: null, patient_name: null })
  expect(valuesIn(back.body)).toEqual(before)
  expect(back.body.fields.every(({ stated }) => stated === null)).toBe(true)
  expect(image.id).toBe(params.id)
})

test('a person confirms the eye that the file names; a table that repeats it confirms nothing', async () => {
  const { kim, dataset, image, state, told, db } = await withPhotograph()
  const filed = { laterality: 'L', laterality_source: 'stated' } as const
  await db.updateTable('image').set(filed).where('id', '=', image.id).execute()
  const eye = async () => (await told()).fields.find(({ field }) => field === 'eye')
  const content = Buffer.from(`image_id,eye\n${image.id},L\n`)
  const { body } = await kim.call(statePatientTable, {
    params: { id: dataset.id },
    query: { dry_run: 'false' },
    files: [{ name: 'eyes.csv', content }],
  })
  expect(body).toMatchObject({ applied: true, images: 0, changes: [] })
  expect(await eye()).toMatchObject({ value: 'L', stated: null })
  await state({ eye: 'L' })
  expect(await eye()).toMatchObject({ value: 'L', filed: 'L', stated: { by: 'kim' } })
  await state({ eye: null })
  expect(await eye()).toMatchObject({ value: 'L', stated: null })
})

test('an impossible value is refused, and nothing of the rest is kept', async () => {
  const { state, told } = await withPhotograph()
  const wrong = [
    { birth_date: '2999-01-01', sex: 'F' },
    { taken_at: '2999-01-01T00:00:00' },
    { age: 130 },
    { sex: 'X' as 'F' },
    { patient_id: '  ' },
    { scale: { field_degrees: 45 } as never },
    { axial_length: 3 },
    { refraction: 45 },
  ] satisfies PatientDataChange[]
  for (const body of wrong) expect((await state(body)).status).toBe(400)
  expect(valuesIn(await told())).toEqual({})
})

test('the image’s own scale takes precedence over its camera’s, and that over the dataset’s', async () => {
  const { kim, dataset, told, state, db, image } = await withDicom()
  const meta = { '00080070': 'Nidek ', '00081090': 'AFC-330' }
  await db
    .updateTable('image')
    .set({ dicom_meta: JSON.stringify(meta) })
    .where('id', '=', image.id)
    .execute()
  const { width } = image
  const rule = (micrometres: number, camera: { manufacturer?: string; model?: string } = {}) => ({
    manufacturer: '',
    model: '',
    image_width: width,
    ...camera,
    scale: { micrometres_per_pixel: micrometres },
  })
  const scale = async () => (await told()).scale
  const set = (SCALES: ReturnType<typeof rule>[]) =>
    kim.call(updateDataset, { params: { id: dataset.id }, body: { settings: { SCALES } } })
  expect(await scale()).toBe(null)
  await set([rule(7)])
  expect(await scale()).toEqual({ micrometres_per_pixel: 7, origin: 'dataset' })
  const nidek = { manufacturer: 'NIDEK' }
  await set([
    rule(7),
    rule(8, nidek),
    { ...rule(9, { ...nidek, model: 'AFC-330' }), image_width: 2 * width },
  ])
  expect(await scale()).toEqual({ micrometres_per_pixel: 18, origin: 'camera' })
  await state({ axial_length: 26.218 })
  expect((await scale())?.micrometres_per_pixel).toBeCloseTo(18 * 1.1, 3)
  // From the refraction if nobody has measured the length: -6 D are about 26.4 mm.
  await state({ axial_length: null, refraction: -6 })
  expect((await scale())?.micrometres_per_pixel).toBeCloseTo(18 * 1.107, 1)
  await state({ axial_length: 24 })
  expect((await scale())?.micrometres_per_pixel).toBeCloseTo(18, 3)
  await state({ axial_length: null, refraction: null, scale: { micrometres_per_pixel: 5 } })
  expect(await scale()).toEqual({ micrometres_per_pixel: 5, origin: 'image' })
})

test('nothing about another patient’s image is written into the study of the file’s patient', async () => {
  const { kim, params, state } = await withDicom()
  await state({ patient_id: 'SOMEBODY-ELSE' })
  const of = { ...params, object: 'annotations' } as const
  const answer = await kim.call(getResultObject, { params: of })
  expect(answer.status).toBe(409)
  expect(String(answer.bytes)).toContain('patientData.otherPatientInArchive')
})

test('a photograph assigned to another patient leaves the study created for the first', async () => {
  const { kim, dataset, given, state, db, image } = await withPhotograph()
  const other = await given.image(kim, dataset, { name: 'other.png' })
  const both = [image.id, other.id]
  const studies = async () => {
    for (const id of both) {
      const row = await db
        .selectFrom('image')
        .selectAll()
        .where('id', '=', id)
        .executeTakeFirstOrThrow()
      await identityOf(db, row)
    }
    const rows = await db.selectFrom('image').select('study_uid').where('id', 'in', both).execute()
    return new Set(rows.map(({ study_uid: uid }) => uid)).size
  }
  await state({ patient_id: 'P-1' })
  await callsOf(kim, other.id).state({ patient_id: 'P-1' })
  expect(await studies()).toBe(1)
  await state({ patient_id: 'P-2' })
  expect(await studies()).toBe(2)
})

test('a user who is not a member reads and states nothing', async () => {
  const { given, params } = await withPhotograph()
  const stranger = callsOf(await given.user('stranger'), params.id)
  expect((await stranger.state({ sex: 'F' })).status).toBe(404)
})

test('a table is tried out first, and is applied as a whole or not at all', async () => {
  const { kim, dataset, given, told, image } = await withPhotograph()
  const other = await given.image(kim, dataset, { name: 'other.png', folder: 'left' })
  const send = (text: string, dry_run: boolean, by = kim) =>
    by.call(statePatientTable, {
      params: { id: dataset.id },
      query: { dry_run: dry_run ? 'true' : 'false' },
      files: [{ name: 'patients.csv', content: Buffer.from(text) }],
    })
  const heading =
    '\uFEFFfile_name;patient_id;sex;birth_date;axial_length;field_degrees;circle_px\r\n'
  const good = `${heading}${image.file_name};"'=7";f;1960-05-01;24,5;45;1440\r\nleft/other.png;8;;;;;\r\n`
  const tried = await send(good, true)
  expect(tried.body).toMatchObject({ rows: 2, images: 2, problems: [], applied: false })
  expect(tried.body.changes).toHaveLength(6)
  expect(valuesIn(await told())).toEqual({})
  const bad = `${good}nobody.png;1;;;;;\r\n${image.file_name};2;;1960-13-01;;45;\r\n`
  const refused = await send(bad, false)
  expect(refused.body.applied).toBe(false)
  expect(refused.body.problems.map(({ row, column, told: { key } }) => [row, column, key])).toEqual(
    [
      [3, 'file_name', 'patientData.noImage'],
      [4, 'field_degrees', 'patientData.halfScale'],
      [4, 'birth_date', 'patientData.notTaken'],
      [4, 'file_name', 'patientData.twice'],
    ],
  )
  expect(valuesIn(await told())).toEqual({})
  expect((await send(good, false)).body).toMatchObject({ images: 2, applied: true })
  expect(valuesIn(await told())).toEqual({
    patient_id: '=7',
    sex: 'F',
    birth_date: '1960-05-01',
    axial_length: 24.5,
    scale: { field_degrees: 45, circle_px: 1440 },
  })
  expect(valuesIn(await callsOf(kim, other.id).told())).toEqual({ patient_id: '8' })
  expect((await send(good, false)).body).toMatchObject({ images: 0, changes: [] })
  for (const text of ['', 'sex\nF\n', 'file_name,sex\n"open', heading]) {
    expect((await send(text, true)).status).toBe(400)
  }
})

test('a table is read as spreadsheets save it: with decimal commas, in UTF-16 and in the Korean code page', async () => {
  const { kim, dataset, told, image } = await withPhotograph()
  const send = (content: Buffer) =>
    kim.call(statePatientTable, {
      params: { id: dataset.id },
      query: { dry_run: 'false' },
      files: [{ name: 'patients.csv', content }],
    })
  const lines = `image_id;patient_name;micrometres_per_pixel\r\n${image.id};홍길동;9,5\r\n`
  const utf16 = Buffer.from(`\uFEFF${lines}`, 'utf16le')
  expect((await send(utf16)).body).toMatchObject({ images: 1, applied: true })
  const expected = { patient_name: '홍길동', scale: { micrometres_per_pixel: 9.5 } }
  expect(valuesIn(await told())).toEqual(expected)
  // '김' in code page 949.
  const korean = Buffer.concat([
    Buffer.from(`image_id,patient_name\n${image.id},`),
    Buffer.from([0xb1, 0xe8]),
  ])
  expect((await send(korean)).body).toMatchObject({ images: 1, applied: true })
  expect(valuesIn(await told())).toEqual({ ...expected, patient_name: '김' })
})
