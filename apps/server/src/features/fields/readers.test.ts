import { expect, test } from 'vitest'

import { getAnnotatorData, saveAnnotatorData } from '#contract/annotations'
import { getDatasetData } from '#contract/datasets'
import { downloadExport, listExports, startExport, type ExportFormat } from '#contract/exports'
import { getFieldHistory, setFields } from '#contract/fields'
import { drGrade } from '#contract/fields/built-in/dr-grade'
import type { Field } from '#contract/fields/field'
import { readersDiffer, type FieldValue } from '#contract/fields/value'
import { statePatientData } from '#contract/patient-data'
import { getImageReport } from '#contract/reports'
import { getStatistics } from '#contract/statistics'
import { listTasks } from '#contract/tasks'

import type { Account } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

const grade: Field = { ...drGrade, perReader: { showsOthers: false } }
const pressure: Field = {
  key: 'pressure',
  type: 'number',
  subject: 'eye',
  words: { en: 'Pressure', ko: '안압' },
  cannotTell: false,
  required: false,
  decimals: 0,
  perReader: { showsOthers: true },
}
const referable: Field = {
  key: 'referable',
  type: 'yesNo',
  subject: 'image',
  words: { en: 'Referable', ko: '의뢰 필요' },
  cannotTell: false,
  required: false,
  perReader: { showsOthers: false },
  computed: {
    cases: [{ if: { field: 'dr_grade', in: ['2', '3', '4'] }, value: true }],
    otherwise: false,
  },
}

async function started(options: Parameters<typeof startApp>[0] = {}) {
  const app = await startApp(options)
  const kim = await app.given.user('kim')
  const lee = await app.given.user('lee')
  const dataset = await app.given.dataset(kim, { sharedWith: [lee] })
  const params = { id: dataset.id }
  const body = { fields: [grade, pressure, referable], replaces: {} }
  expect((await kim.call(setFields, { params, body })).status).toBe(200)
  const addImage = async () => (await app.given.image(kim, dataset)).id
  const listed = async (query: object = {}) =>
    (await kim.call(getDatasetData, { params, query: { order: 'id', ...query } })).body.images
  return { ...app, kim, lee, dataset, params, addImage, listed }
}

interface Change {
  readonly from: FieldValue
  readonly to: FieldValue
}

async function state(
  reader: Account,
  id: number,
  key: string,
  value: string | number | Change,
): Promise<void> {
  const change = typeof value === 'object' ? value : { from: null, to: value }
  const body = { image: { id, fields: { [key]: change } } }
  expect((await reader.call(saveAnnotatorData, { body })).status).toBe(200)
}

async function annotatorImage(reader: Account, id: number) {
  return (await reader.call(getAnnotatorData, { params: { id } })).body.image
}

test('each reader states a value that neither sees the other’s nor meets it as a conflict', async () => {
  const { kim, lee, addImage, listed } = await started()
  const id = await addImage()
  await state(kim, id, 'dr_grade', '2')
  expect(await annotatorImage(lee, id)).toMatchObject({ fields: {}, others: [] })
  await state(lee, id, 'dr_grade', '1')
  expect((await annotatorImage(kim, id)).fields).toEqual({ dr_grade: '2', referable: true })
  expect((await annotatorImage(lee, id)).fields).toEqual({ dr_grade: '1', referable: false })
  const { body } = await lee.call(getFieldHistory, { params: { id } })
  expect(body.changes.map(({ key, after, by }) => [key, after, by])).toEqual([
    ['referable', false, 'lee'],
    ['dr_grade', '1', 'lee'],
  ])
  const stale = { image: { id, fields: { dr_grade: { from: '2', to: '3' } } } }
  expect((await lee.call(saveAnnotatorData, { body: stale })).body).toMatchObject({
    key: 'fields.staleValues',
    current: { fields: { dr_grade: '1' } },
  })
  expect((await listed())[0]?.fields).toEqual({
    dr_grade: readersDiffer,
    referable: readersDiffer,
  })
})

test('lists show and filter by the value that all readers gave, or that they differ', async () => {
  const { kim, lee, addImage, listed } = await started()
  const [same, other, single] = [await addImage(), await addImage(), await addImage()]
  for (const [id, ofKim, ofLee] of [
    [same, '2', '2'],
    [other, '2', '3'],
  ] as const) {
    await state(kim, id, 'dr_grade', ofKim)
    await state(lee, id, 'dr_grade', ofLee)
  }
  await state(lee, single, 'dr_grade', '2')
  const where = async (wanted: object) =>
    (await listed({ fields: JSON.stringify({ dr_grade: { in: [wanted] } }) })).map(({ id }) => id)
  expect(await where(readersDiffer)).toEqual([other])
  const two = (await listed()).filter(({ fields }) => fields['dr_grade'] === '2')
  expect(two.map(({ id }) => id)).toEqual([same, single])
  await state(lee, other, 'dr_grade', { from: '3', to: '2' })
  expect(await where(readersDiffer)).toEqual([])
})

test('a field may show the values of other readers, and those of an eye follow its image', async () => {
  const { kim, lee, addImage, listed } = await started()
  const [image, later] = [await addImage(), await addImage()]
  await state(kim, image, 'pressure', 14)
  await state(lee, image, 'pressure', 16)
  expect((await annotatorImage(kim, image)).others).toEqual([
    { key: 'pressure', value: 16, reader: 'lee' },
  ])
  for (const id of [image, later]) {
    const body = { patient_id: 'P1', eye: 'R', taken_at: '2026-03-01T10:00:00' } as const
    expect((await kim.call(statePatientData, { params: { id }, body })).status).toBe(200)
  }
  expect((await listed()).map(({ fields }) => fields['pressure'])).toEqual([
    readersDiffer,
    readersDiffer,
  ])
  expect((await annotatorImage(lee, later)).fields).toEqual({ pressure: 16 })
})

test('a field that is shared again takes an agreed value in place of those of its readers', async () => {
  const { kim, lee, addImage, listed, params } = await started()
  const id = await addImage()
  await state(kim, id, 'dr_grade', '2')
  await state(lee, id, 'dr_grade', '3')
  const body = { fields: [drGrade], replaces: { dr_grade: 1, pressure: 1, referable: 1 } }
  expect((await kim.call(setFields, { params, body })).status).toBe(200)
  expect((await annotatorImage(lee, id)).fields).not.toHaveProperty('dr_grade')
  await state(lee, id, 'dr_grade', '4')
  expect((await listed())[0]?.fields).toMatchObject({ dr_grade: '4' })
  const { report } = (await kim.call(getImageReport, { params: { id } })).body
  expect(report.stated).toMatchObject([{ value: '4', isAgreed: true, entered: { name: 'lee' } }])
})

test('the report names each reader, and statistics show how far they agree', async () => {
  const { kim, lee, addImage, params } = await started()
  const readings = [
    ['0', '0', 10, 12],
    ['1', '1', 14, 15],
    ['2', '3', 18, 20],
    ['4', '4', 22, 23],
  ] as const
  const ids: number[] = []
  for (const [ofKim, ofLee, first, second] of readings) {
    const id = await addImage()
    ids.push(id)
    await state(kim, id, 'dr_grade', ofKim)
    await state(lee, id, 'dr_grade', ofLee)
    await state(kim, id, 'pressure', first)
    await state(lee, id, 'pressure', second)
  }
  const { report } = (await kim.call(getImageReport, { params: { id: ids[2] ?? 0 } })).body
  const grades = report.stated.filter(({ field }) => field.key === 'dr_grade')
  expect(grades.map(({ value, entered }) => [entered?.name, value])).toEqual([
    ['kim', '2'],
    ['lee', '3'],
  ])
  const { fields } = (await kim.call(getStatistics, { params })).body
  const ofField = (key: string) => fields.find(({ field }) => field.key === key)?.agreement
  expect(ofField('dr_grade')).toMatchObject({
    subjects: 4,
    same: 3,
    pairs: [{ readers: ['kim', 'lee'], subjects: 4, same: 3, icc: null, limits: null }],
  })
  // 1 - observed / expected squared distance: 1/4 against 89/16 - 2 * 7/4 * 2 + 26/4.
  const distance = (17 + 4) / 4 + 26 / 4 - 2 * (7 / 4) * 2
  expect(ofField('dr_grade')?.pairs[0]?.kappa?.value).toBeCloseTo(1 - 0.25 / distance, 9)
  const [numbers] = ofField('pressure')?.pairs ?? []
  expect(numbers?.limits?.bias.value).toBeCloseTo(-1.5, 9)
  expect(numbers?.icc?.value).toBeGreaterThan(0.9)
  expect(numbers?.kappa).toBeNull()
})

test('exports name the readers beside the values', async () => {
  const { kim, lee, addImage, params } = await started({ works: true })
  const id = await addImage()
  await state(kim, id, 'dr_grade', '2')
  await state(lee, id, 'dr_grade', '3')
  const exported = async (format: ExportFormat) => {
    const body = { format, with_empty_images: true }
    const task = await kim.call(startExport, { params, body })
    await expect
      .poll(async () => {
        const { body: tasks } = await kim.call(listTasks)
        return tasks.find((each) => each.id === task.body.id)?.status
      })
      .toBe('succeeded')
    const [row] = (await kim.call(listExports, { params })).body
    return (await kim.call(downloadExport, { params: { id: row?.id ?? 0 } })).bytes.toString()
  }
  const [image] = (JSON.parse(await exported('coco')) as { images: object[] }).images
  expect(image).toMatchObject({ reader_fields: { kim: { dr_grade: '2' }, lee: { dr_grade: '3' } } })
  expect(image).not.toHaveProperty('fields.dr_grade')
  const [head = '', line = ''] = (await exported('csv')).split('\r\n')
  expect(head).toContain('"field:dr_grade:readers"')
  expect(line).toContain('"readers differ"')
  expect(line).toContain('"{""kim"":""2"",""lee"":""3""}"')
})
