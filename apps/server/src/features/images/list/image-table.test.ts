import { expect, test } from 'vitest'

import { readIso } from '#clock/clock-time'
import { getAnnotatorData } from '#contract/annotations'
import { getDatasetData } from '#contract/datasets'
import { imageOrderKeys } from '#contract/image-filters'
import { reportStates } from '#contract/images'
import { message } from '#contract/messages/message'
import { exportPatients } from '#contract/patient-table'
import { reviewAnalysis } from '#contract/reviews'

import { analysed } from '../../../testing/analysed.ts'
import { startApp } from '../../../testing/start-app.ts'
import { setPredictionStatus } from '../../analysis/queries.ts'
import { acquiredColumns } from '../acquired.ts'

/** Four images of three patients; `d` is a picture without a patient. */
async function withPatients() {
  const started = await startApp()
  const kim = await started.given.user()
  const dataset = await started.given.dataset(kim)
  const ids: Record<string, number> = {}
  const patients = {
    a: {
      patient_id: 'P-10',
      patient_name: '홍길동',
      patient_age: '009M',
      patient_sex: 'M',
      study_date: '2026-03-01',
      ...acquiredColumns(readIso('2026-03-01T08:00:00'), null),
      laterality: 'R',
      metadata: JSON.stringify({ ORD_SEQ: 'O10' }),
      mics_state: 'Unreferred',
    },
    b: {
      patient_id: 'P-2',
      patient_name: 'Adams',
      patient_birth_date: '1954-03-02',
      patient_sex: 'F',
      study_date: '2026-03-02',
      laterality: 'L',
      metadata: JSON.stringify({ ORD_SEQ: 'O9' }),
      mics_state: 'Finished',
    },
    c: {
      patient_id: 'P-2',
      patient_name: 'Adams',
      patient_age: '070Y',
      patient_sex: 'F',
      study_date: '2026-02-28',
      ...acquiredColumns(readIso('2026-03-01T23:59:00'), null),
      mics_state: 'Referred',
    },
    d: { mics_state: 'Unselected' },
  } as const
  for (const [name, columns] of Object.entries(patients)) {
    const { id } = await started.given.image(kim, dataset, { name: `${name}.png` })
    ids[name] = id
    await started.db.updateTable('image').set(columns).where('id', '=', id).execute()
  }
  const list = async (query: object) => {
    const answer = await kim.call(getDatasetData, { params: { id: dataset.id }, query })
    return answer.body.images.map(({ file_name }) => file_name[0]).join('')
  }
  return { ...started, kim, dataset, ids, list }
}

test('the table shows the age on the day of the photograph, by birth date or as stated in the file', async () => {
  const { kim, dataset } = await withPatients()
  const { body } = await kim.call(getDatasetData, { params: { id: dataset.id }, query: {} })
  const ages = body.images.map(({ file_name, patientAge }) => [file_name[0], patientAge])
  expect(Object.fromEntries(ages)).toEqual({ a: '009M', b: '072Y', c: '070Y', d: '' })
})

test('the table can be ordered by any of its columns, and unknown values come first', async () => {
  const { list } = await withPatients()
  expect(await list({ order: 'stateMICS' })).toBe('dacb')
  expect(await list({ order: 'studyDate' })).toBe('dcab')
  expect(await list({ order: 'orderID' })).toBe('cdba')
  expect(await list({ order: 'studyDate_image' })).toBe('bdac')
  expect(await list({ order: 'studyDateTime' })).toBe('dacb')
  expect(await list({ order: 'patientAge' })).toBe('dacb')
  expect(await list({ order: 'patientName' })).toBe('dbca')
  expect(await list({ order: 'laterality' })).toBe('cdba')
  expect(await list({ order: '-patientName' })).toBe('acbd')
})

test('`ascending` overrides the sign of the order', async () => {
  const { list } = await withPatients()
  expect(await list({ order: 'patientID', ascending: 'false' })).toBe('cbad')
  expect(await list({ order: '-patientID', ascending: 'true' })).toBe('dabc')
})

test('a range of study days includes both ends, and excludes images without a day', async () => {
  const { list } = await withPatients()
  expect(await list({ studyDate__gte: '2026-03-01', studyDate__lte: '2026-03-02' })).toBe('ab')
  expect(await list({ studyDate__lte: '2026-02-28' })).toBe('c')
  expect(await list({ studyDate__gte: '2026-03-03' })).toBe('')
})

test('is filtered by patient and by state', async () => {
  const { list, kim, dataset } = await withPatients()
  expect(await list({ patientID__icontains: 'p-2' })).toBe('bc')
  expect(await list({ patientID: 'P-2' })).toBe('bc')
  expect(await list({ patientID: 'P-' })).toBe('')
  expect(await list({ patientID: 'p-2' })).toBe('')
  expect(await list({ patientName__icontains: '길동' })).toBe('a')
  expect(await list({ stateMICS: 'Finished' })).toBe('b')
  const params = { id: dataset.id }
  const refused = { studyDate__gte: '2026-02-30' }
  expect((await kim.call(getDatasetData, { params, query: refused })).status).toBe(400)
})

test('shows and filters the status of the AI’s report: the grade, and the reviews of clinicians', async () => {
  const { list, kim, db, dataset, ids } = await withPatients()
  const risk = {
    kind: 'plugged-in',
    value: 0.2,
    unit: 'probability',
    event: 'stroke',
    horizonYears: 10,
    band: 'moderate',
    regulatory: { status: 'none', number: '' },
    intendedUse: '',
    limits: '',
  }
  const finish = async (name: string) => {
    const id = ids[name] ?? 0
    const analysis_id = await analysed(db, id, { numbers: { quality: {}, risk } })
    await setPredictionStatus(db, id, message('analysis.statusDone'), true)
    return { query: { original_id: id }, body: { analysis_id, decision: 'confirmed' as const } }
  }
  await finish('a')
  const [b, c] = [await finish('b'), await finish('c')]
  await kim.call(reviewAnalysis, b)
  await kim.call(reviewAnalysis, c)
  await kim.call(reviewAnalysis, { ...c, body: { ...c.body, decision: 'rejected' } })
  const why = message('quality.blurred')
  await setPredictionStatus(db, ids['d'] ?? 0, message('analysis.statusNotGradable', { why }))
  const states = async () => {
    const found = reportStates.map(async (reportState) => [
      reportState,
      await list({ reportState }),
    ])
    return Object.fromEntries(await Promise.all(found))
  }
  const others = { notAnalysed: '', underWay: '', failed: '' }
  expect(await states()).toEqual({ ...others, toConfirm: 'a', confirmed: 'b', withheld: 'cd' })
  const { images } = (await kim.call(getDatasetData, { params: { id: dataset.id }, query: {} }))
    .body
  expect(images).toMatchObject([
    { reportState: 'toConfirm', riskBand: 'moderate', review: null },
    { reportState: 'confirmed', riskBand: 'moderate', review: { decision: 'confirmed' } },
    { reportState: 'withheld', review: { decision: 'rejected', by: { username: 'user1' } } },
    { reportState: 'withheld', riskBand: null, review: null },
  ])
  const { body } = await kim.call(getAnnotatorData, { params: { id: ids['b'] ?? 0 }, query: {} })
  expect(body.image.review).toMatchObject({
    decision: 'confirmed',
    analysis_id: b.body.analysis_id,
  })
  // Another analysis has no review yet.
  await finish('b')
  await setPredictionStatus(db, ids['d'] ?? 0, message('analysis.statusFailed', { why }))
  await setPredictionStatus(db, ids['c'] ?? 0, null)
  const now = { toConfirm: 'ab', confirmed: '', withheld: '', failed: 'd', notAnalysed: 'c' }
  expect(await states()).toEqual({ ...now, underWay: '' })
})

test.each(imageOrderKeys)('neighbours follow the table ordered by %s', async (order) => {
  const { list, kim, ids } = await withPatients()
  for (const ascending of ['true', 'false'] as const) {
    const names = (await list({ order, ascending })).split('')
    expect(names.toSorted()).toEqual(['a', 'b', 'c', 'd'])
    for (const [i, name] of names.entries()) {
      const { body } = await kim.call(getAnnotatorData, {
        params: { id: ids[name] ?? 0 },
        query: { order, ascending },
      })
      const at = (index: number) => ids[names[index] ?? ''] ?? null
      expect([body.image.previous, body.image.next]).toEqual([at(i - 1), at(i + 1)])
    }
  }
})

test('by visit, the images of a patient’s day are together, in every order and for neighbours', async () => {
  const { list, kim, ids, dataset, given, db } = await withPatients()
  for (const name of ['e', 'f']) {
    const { id } = await given.image(kim, dataset, { name: `${name}.png` })
    ids[name] = id
    await db
      .updateTable('image')
      .set({ patient_id: 'P-2', patient_name: 'Adams', study_date: '2026-03-02' })
      .where('id', '=', id)
      .execute()
  }
  expect(await list({ order: 'file_name' })).toBe('abcdef')
  expect(await list({ order: 'file_name', by_visit: 'true' }), 'visits by day').toBe('dcabef')
  expect(await list({ order: '-file_name', by_visit: 'true' })).toBe('febacd')
  expect(await list({ order: 'patientName', by_visit: 'true' }), 'visits by name').toBe('dcbefa')
  const query = { order: 'patientName', by_visit: 'true' } as const
  const { body } = await kim.call(getAnnotatorData, { params: { id: ids['b'] ?? 0 }, query })
  expect([body.image.previous, body.image.next]).toEqual([ids['c'], ids['e']])
})

test('the CSV has the newest study of each patient, and every image without a patient', async () => {
  const { kim, dataset, ids } = await withPatients()
  const params = { id: dataset.id }
  const answer = await kim.call(exportPatients, { params, query: { order: 'patientName' } })
  expect(answer.headers['content-disposition']).toContain('dataset')
  expect(answer.headers['content-disposition']).toContain('_export.csv')
  expect(answer.bytes.toString()).toBe(
    [
      '\uFEFF"studyDate","orderID","studyDate_image","stateMICS","patientID","patientName","patientSex","patientAge","ORD_SEQ","BNCH_NM"',
      '"","","","Unselected","","","","","",""',
      '"2026-03-02","O9","","Finished","P-2","Adams","F","072Y","O9",""',
      '"2026-03-01","O10","2026-03-01T08:00:00","Unreferred","P-10","홍길동","M","009M","O10",""',
      '',
    ].join('\r\n'),
  )
  const one = await kim.call(exportPatients, { params, query: { image_id: ids['c'] ?? 0 } })
  expect(one.bytes.toString().split('\r\n')).toHaveLength(3)
  expect(one.bytes.toString()).toContain('"070Y"')
})
