import { expect, test } from 'vitest'

import { getDatasetData, updateDataset } from '#contract/datasets'
import { getMics, testMics, type MicsChange } from '#contract/mics'

import { startApp } from '../../testing/start-app.ts'
import { Site } from './site-file.ts'
import { connectionOf } from './storage.ts'

const operations = {
  ping: { sql: 'select 1 from dual', binds: [] },
  findOrder: { sql: 'select 1 from dual', binds: [] },
}
const oracle = Site.parse({ adapter: 'oracle', operations })
const demo = Site.parse({ adapter: 'demo' })

async function givenDataset(site: Parameters<typeof startApp>[0] = {}) {
  const started = await startApp(site)
  const kim = await started.given.user('kim')
  const { id } = await started.given.dataset(kim)
  const save = (change: Partial<MicsChange>) =>
    kim.call(updateDataset, { params: { id }, body: { settings: { MICS: change } } })
  const connection = async () => {
    const row = await started.db.selectFrom('dataset').selectAll().executeTakeFirstOrThrow()
    return connectionOf(started.parts, row)
  }
  return { ...started, kim, id, save, connection }
}

test('settings begin as documented, and a password is accepted and never returned', async () => {
  const { kim, id, save, db, connection } = await givenDataset({
    site: oracle,
    outboundHosts: ['10.1.0.9:1521'],
  })
  const before = await kim.call(getDatasetData, { params: { id } })
  expect(before.body.dataset.settings.MICS).toEqual({
    REQUIRE: false,
    REQUIRESEND: false,
    IP: '',
    PORT: 1521,
    SERVICENAME: 'ORCL',
    USERNAME: '',
    PASSWORDSET: false,
  })
  const saved = await save({ IP: '10.1.0.9', USERNAME: 'fovea', PASSWORD: 'hunter2' })
  expect(saved.body.settings.MICS).toMatchObject({ USERNAME: 'fovea', PASSWORDSET: true })
  const after = await kim.call(getDatasetData, { params: { id } })
  expect(JSON.stringify([saved.body, after.body])).not.toContain('hunter2')
  const stored = await db.selectFrom('dataset').selectAll().execute()
  expect(JSON.stringify(stored)).not.toContain('hunter2')
  expect((await connection()).password).toBe('hunter2')
})

test('a password stays while host and user do, and is not sent to another host', async () => {
  const { save, connection } = await givenDataset({
    site: oracle,
    outboundHosts: ['10.1.0.9:1521', '10.1.0.8:1521'],
  })
  const there = { IP: '10.1.0.9', USERNAME: 'fovea' }
  await save({ ...there, PASSWORD: 'hunter2' })
  await save({ ...there, REQUIRE: true })
  expect(await connection()).toMatchObject({ password: 'hunter2', settings: { REQUIRE: true } })
  await save({ ...there, IP: '10.1.0.8' })
  expect((await connection()).password).toBe('')
})

test('a host that the operator does not allow is refused, saved or tried', async () => {
  const { kim, id, save } = await givenDataset({ site: oracle, outboundHosts: ['10.1.0.9'] })
  expect((await save({ IP: '10.1.0.9' })).status).toBe(200)
  const answers = [
    await save({ IP: '10.1.0.7' }),
    await kim.call(testMics, { params: { id }, body: { IP: '10.1.0.7' } }),
  ]
  for (const { status, body } of answers) {
    expect(status).toBe(403)
    expect(body).toMatchObject({ code: 'host_not_allowed' })
  }
})

test('sending results is refused if the order system takes none', async () => {
  const { save } = await givenDataset({ site: oracle })
  const refused = await save({ REQUIRESEND: true })
  expect(refused.status).toBe(409)
  expect(refused.body.message).toContain('takes no results')
})

test('a connection test answers in one sentence; the demonstration identifies itself', async () => {
  const none = await givenDataset()
  const nothing = await none.kim.call(testMics, { params: { id: none.id }, body: {} })
  expect(nothing.body).toMatchObject({ success: false, key: 'mics.noSite' })
  const { kim, id } = await givenDataset({ site: demo })
  expect((await kim.call(getMics, { params: { id } })).body).toEqual({
    adapter: 'demo',
    writes: true,
  })
  const { body } = await kim.call(testMics, { params: { id }, body: {} })
  expect(body.success).toBe(true)
  expect(body.message).toContain('demonstration')
})
