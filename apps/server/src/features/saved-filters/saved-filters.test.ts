import { expect, test } from 'vitest'

import { shareDataset } from '#contract/datasets'
import {
  deleteSavedFilter,
  listSavedFilters,
  mostSavedFilters,
  renameSavedFilter,
  saveFilter,
} from '#contract/saved-filters'

import { startApp } from '../../testing/start-app.ts'

const query = { reportState: 'toConfirm', order: 'patientName', ascending: 'true' } as const

async function withMembers() {
  const { given, db } = await startApp()
  const [kim, lee] = [await given.user('kim'), await given.user('lee')]
  const dataset = await given.dataset(kim)
  const params = { id: dataset.id }
  await kim.call(shareDataset, { params, body: { users: ['lee'] } })
  return { given, db, kim, lee, params }
}

test('a filter is saved, listed by name, renamed and deleted', async () => {
  const { kim, params } = await withMembers()
  await kim.call(saveFilter, { params, body: { name: 'to confirm', query } })
  const other = await kim.call(saveFilter, { params, body: { name: 'all', query: {} } })
  expect(other.status).toBe(201)
  const names = async () =>
    (await kim.call(listSavedFilters, { params })).body.map(({ name }) => name)
  expect(await names()).toEqual(['all', 'to confirm'])
  const one = { ...params, filter: other.body.id }
  await kim.call(renameSavedFilter, { params: one, body: { name: 'whole clinic' } })
  expect(await names()).toEqual(['to confirm', 'whole clinic'])
  await kim.call(deleteSavedFilter, { params: one })
  const { body } = await kim.call(listSavedFilters, { params })
  expect(body).toMatchObject([{ name: 'to confirm', query }])
})

test('a filter is its owner’s alone, and of one dataset', async () => {
  const { given, kim, lee, params } = await withMembers()
  const { body } = await kim.call(saveFilter, { params, body: { name: 'mine', query } })
  expect((await lee.call(listSavedFilters, { params })).body).toEqual([])
  const one = { ...params, filter: body.id }
  expect((await lee.call(deleteSavedFilter, { params: one })).status).toBe(404)
  const renamed = await lee.call(renameSavedFilter, { params: one, body: { name: 'lee’s' } })
  expect(renamed.status).toBe(404)
  const other = await given.dataset(kim)
  const elsewhere = { id: other.id, filter: body.id }
  expect((await kim.call(deleteSavedFilter, { params: elsewhere })).status).toBe(404)
  expect((await kim.call(listSavedFilters, { params })).body).toHaveLength(1)
})

test('a name is used once by each person', async () => {
  const { kim, lee, params } = await withMembers()
  const body = { name: 'mine', query }
  expect((await kim.call(saveFilter, { params, body })).status).toBe(201)
  expect((await lee.call(saveFilter, { params, body })).status).toBe(201)
  const again = await kim.call(saveFilter, { params, body })
  expect([again.status, again.body]).toMatchObject([409, { code: 'name_taken' }])
})

test('days may move with the calendar', async () => {
  const { kim, params } = await withMembers()
  const moving = { studyDate__gte: 'today-6', studyDate__lte: 'today' }
  await kim.call(saveFilter, { params, body: { name: 'last week', query: moving } })
  const { body } = await kim.call(listSavedFilters, { params })
  expect(body).toMatchObject([{ query: moving }])
})

test('a query that the list would refuse is refused, and so are too many filters', async () => {
  const { db, kim, params } = await withMembers()
  for (const refused of [
    { order: 'nothing' },
    { studyDate__gte: '2026-02-30' },
    { studyDate__gte: 'tomorrow' },
    { bogus: 'x' },
  ]) {
    const body = { name: 'refused', query: refused as never }
    expect((await kim.call(saveFilter, { params, body })).status).toBe(400)
  }
  await kim.call(saveFilter, { params, body: { name: 'first', query } })
  const first = await db.selectFrom('saved_filter').selectAll().executeTakeFirstOrThrow()
  const { id: _id, ...row } = first
  await db
    .insertInto('saved_filter')
    .values(
      Array.from({ length: mostSavedFilters - 1 }, (_, place) => ({
        ...row,
        query: JSON.stringify(query),
        name: `filter ${place}`,
      })),
    )
    .execute()
  expect((await kim.call(saveFilter, { params, body: { name: 'more', query } })).status).toBe(409)
})
