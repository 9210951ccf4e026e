import { expect, test } from 'vitest'

import { startExport } from '#contract/exports'
import { getSystem } from '#contract/system'

import { startApp } from '../../testing/start-app.ts'

test('an administrator sees the actual versions, storage, database, queue and counts', async () => {
  const { given } = await startApp()
  const admin = await given.user('admin', { isAdmin: true })
  const dataset = await given.dataset(admin)
  const image = await given.image(admin, dataset)
  const { body } = await admin.call(getSystem)
  expect(body.versions).toMatchObject({ product: '1.0.0', node: process.versions.node })
  expect(body.counts).toEqual({ users: 1, datasets: 1, images: 1, annotations: 0 })
  expect(body.storage.images_bytes).toBe(image.size)
  expect(body.storage.free_bytes).toBeGreaterThan(0)
  expect(body.database.migrations[0]).toBe('0001_accounts.sql')
  expect(body.queue).toEqual([])
  const works = { database: 'works', storage: 'works', decoder: 'works', models: 'works' }
  expect(body.readiness).toEqual(works)
})

test('the queue calls tasks as the page of tasks does', async () => {
  const { given } = await startApp()
  const admin = await given.user('admin', { isAdmin: true })
  const dataset = await given.dataset(admin)
  await admin.call(startExport, { params: { id: dataset.id }, body: {} })
  const group = { message: 'Exports', key: 'exports.group' }
  expect((await admin.call(getSystem)).body.queue).toMatchObject([
    { group_told: group, queued: 1, running: 0, succeeded: 0, failed: 0 },
  ])
})
