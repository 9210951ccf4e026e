import { expect, test } from 'vitest'

import { search } from '#contract/search'

import { startApp } from '../../testing/start-app.ts'

test('datasets and patients are found by a part of name or ID, only those that the reader may see', async () => {
  const { given, db } = await startApp()
  const [kim, lee] = [await given.user('kim'), await given.user('lee')]
  const boss = await given.user('boss', { isAdmin: true })
  const own = await given.dataset(kim, { name: 'Yoon’s study' })
  const foreign = await given.dataset(lee, { name: 'Secret yoon' })
  const patients = [
    { of: kim, dataset: own, patient_id: 'P-7', patient_name: 'Yoon Seok' },
    { of: kim, dataset: own, patient_id: 'P-7', patient_name: 'Yoon Seok' },
    { of: lee, dataset: foreign, patient_id: 'P-8', patient_name: 'Yoon Ara' },
  ]
  for (const { of, dataset, ...patient } of patients) {
    const { id } = await given.image(of, dataset)
    await db.updateTable('image').set(patient).where('id', '=', id).execute()
  }
  const found = async (reader: typeof kim, q: string) =>
    (await reader.call(search, { query: { q } })).body
  expect(await found(kim, 'YOON')).toEqual({
    datasets: [{ id: own.id, name: 'Yoon’s study' }],
    patients: [
      {
        patient_id: 'P-7',
        patient_name: 'Yoon Seok',
        dataset: { id: own.id, name: 'Yoon’s study' },
        images: 2,
      },
    ],
  })
  const byAdmin = await found(boss, 'yoon')
  expect(byAdmin.datasets.map(({ name }) => name)).toEqual(['Yoon’s study', 'Secret yoon'])
  expect(byAdmin.patients.map(({ patient_id: id }) => id)).toEqual(['P-7', 'P-8'])
  expect((await found(kim, 'P-')).patients).toHaveLength(1)
  expect((await found(kim, '%%')).patients).toEqual([])
})

test('a single letter is not searched for, and each search leaves a row in the audit trail', async () => {
  const { given, db } = await startApp()
  const kim = await given.user('kim')
  expect((await kim.call(search, { query: { q: ' a ' } })).status).toBe(400)
  await kim.call(search, { query: { q: 'ab' } })
  const rows = await db
    .selectFrom('audit_event')
    .select('action')
    .where('action', '=', 'search')
    .execute()
  expect(rows.length).toBeGreaterThan(0)
})
