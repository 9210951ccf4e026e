import { expect, test } from 'vitest'

import { searchDirectory } from '#contract/account'
import { getDatasetData, listDatasets, updateDataset } from '#contract/datasets'
import { getExampleClinic, loadExampleClinic, removeExampleClinic } from '#contract/example-clinic'
import { getAgreement } from '#contract/statistics'
import { getSystem } from '#contract/system'
import { listTasks } from '#contract/tasks'
import { listUndo } from '#contract/undo'

import { startApp } from '../../testing/start-app.ts'

async function withClinic(language: 'en' | 'ko') {
  const started = await startApp({ works: true })
  const kim = await started.given.user('kim', { isAdmin: true })
  const { body } = await kim.call(loadExampleClinic, { body: { language } })
  const task = async () => {
    const { body: tasks } = await kim.call(listTasks)
    return tasks.find(({ id }) => id === body.task.id)
  }
  await expect
    .poll(async () => (await task())?.completed, { timeout: 60_000, interval: 250 })
    .toBe(true)
  expect(await task()).toMatchObject({ status: 'succeeded' })
  const params = { id: body.dataset_id }
  const data = async () => (await kim.call(getDatasetData, { params })).body
  return { ...started, kim, params, data }
}

test('four made-up patients have both eyes and two visits, in the language of the caller', async () => {
  const { kim, data, params } = await withClinic('ko')
  const { images, dataset, categories } = await data()
  expect(dataset).toMatchObject({ example: true, name: '예시 클리닉 (kim)' })
  expect(images).toHaveLength(12)
  const patients = Map.groupBy(images, ({ patientID }) => patientID)
  expect([...patients.keys()].toSorted()).toEqual([
    'EXAMPLE-A',
    'EXAMPLE-B',
    'EXAMPLE-C',
    'EXAMPLE-D',
  ])
  for (const own of patients.values()) {
    expect(new Set(own.map(({ laterality }) => laterality))).toEqual(new Set(['R', 'L']))
    expect(new Set(own.map(({ studyDate }) => studyDate)).size).toBe(2)
  }
  expect(images.every(({ patientNameKorean: a, patientName: b }) => /예시/.test(a + b))).toBe(true)
  expect(images.filter(({ annotated }) => annotated)).toHaveLength(2)
  const { body: agreement } = await kim.call(getAgreement, { params })
  expect(agreement.categories.map(({ name }) => name).toSorted()).toEqual(
    categories.map(({ name }) => name).toSorted(),
  )
  const exudates = agreement.categories.find(({ name }) => name === '경성 삼출물')
  expect(exudates?.dice).toBeGreaterThan(0.3)
  expect(exudates?.dice).toBeLessThan(0.95)
})

test('no other system hears of the patients, and neither statistics nor the directory', async () => {
  const { kim, db, params, data } = await withClinic('en')
  const PACS = { IP: '127.0.0.1', PORT: 104, CALLEDAETITLE: 'ARCHIVE' }
  const refused = await kim.call(updateDataset, { params, body: { settings: { PACS } } })
  expect(refused.status).toBe(409)
  expect(refused.body).toMatchObject({ key: 'exampleClinic.isolated' })
  const [image] = (await data()).images
  const posted = db
    .insertInto('outbox')
    .values({
      kind: 'any',
      key: '1',
      order_key: '1',
      image_id: image?.id ?? 0,
      payload: '{}',
      posted_at: new Date(),
      due_at: new Date(),
      gives_up_at: new Date(),
    })
    .execute()
  await expect(posted).rejects.toThrow('example clinic')
  expect((await kim.call(getSystem)).body.counts).toMatchObject({
    images: 0,
    annotations: 0,
    users: 1,
  })
  const found = await kim.call(searchDirectory, { query: { q: 'example' } })
  expect(found.body).toEqual([])
})

test('it is loaded once, and removed with everything that came with it', async () => {
  const { kim, db, params } = await withClinic('en')
  const twice = await kim.call(loadExampleClinic, { body: { language: 'en' } })
  expect(twice.body).toMatchObject({ key: 'exampleClinic.loaded' })
  const own = await kim.call(getExampleClinic)
  expect(own.body).toMatchObject({ dataset_id: params.id, photographs: 12 })

  expect((await kim.call(removeExampleClinic)).status).toBe(200)
  expect((await kim.call(getExampleClinic)).body.dataset_id).toBeNull()
  const { body } = await kim.call(listDatasets)
  expect(body.datasets.filter(({ example }) => example)).toEqual([])
  expect((await kim.call(listUndo, { query: { type: 'all' } })).body).toEqual([])
  const categories = await db.selectFrom('category').select('name').execute()
  expect(categories).toEqual([])
  expect((await kim.call(removeExampleClinic)).status).toBe(404)
})
