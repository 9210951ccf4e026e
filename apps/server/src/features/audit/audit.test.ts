import { sql } from 'kysely'
import { expect, test } from 'vitest'

import { login } from '#contract/account'
import { exportAudit, listAudit, verifyAudit } from '#contract/audit'
import { getDatasetData } from '#contract/datasets'

import { startApp } from '../../testing/start-app.ts'
import { pruneAudit, sealAudit } from './seal.ts'

async function withTrail() {
  const started = await startApp()
  const admin = await started.given.user('admin', { isAdmin: true })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim)
  for (let i = 0; i < 5; i += 1) await kim.call(getDatasetData, { params: { id: dataset.id } })
  const verify = async () => (await admin.call(verifyAudit)).body
  /** As somebody would who has the database's password. */
  const tamper = async (statement: string) => {
    await sql.raw('alter table audit_event disable trigger audit_event_kept').execute(started.db)
    await sql.raw(statement).execute(started.db)
    await sql.raw('alter table audit_event enable trigger audit_event_kept').execute(started.db)
  }
  return { ...started, admin, kim, dataset, verify, tamper }
}

test('administrators read who did what with which object, and can narrow it down', async () => {
  const { admin, dataset } = await withTrail()
  const query = { username: 'kim', action: 'getDatasetData', refused: 'false' as const }
  const { body } = await admin.call(listAudit, { query })
  expect(body.events[0]).toMatchObject({
    username: 'kim',
    address: '127.0.0.1',
    action: 'getDatasetData',
    object_type: 'dataset',
    object_id: dataset.id,
    outcome: 200,
  })
  expect(body.pagination.total).toBe(6)
  expect(
    (await admin.call(listAudit, { query: { from: '2000-01-01', to: '2000-12-31' } })).body.events,
  ).toEqual([])
})

test('no password is in it', async () => {
  const { admin, db } = await withTrail()
  await admin.call(login, { body: { username: 'kim', password: 'Secret-Horse-9' } })
  const rows = await db.selectFrom('audit_event').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('Secret-Horse-9')
})

test('the export is CSV that no spreadsheet takes for a formula', async () => {
  const { admin, given } = await withTrail()
  const eve = await given.user('-2.eve')
  await eve.call(getDatasetData, { params: { id: 999 } })
  const text = (await admin.call(exportAudit)).bytes.toString()
  expect(text.startsWith('\uFEFF"id","at","username"')).toBe(true)
  expect(text).toContain(`"'-2.eve"`)
  expect(text.trimEnd().split('\r\n').length).toBeGreaterThan(8)
})

test('a row cannot be changed or removed through the application’s own account', async () => {
  const { db } = await withTrail()
  await expect(db.updateTable('audit_event').set({ username: 'nobody' }).execute()).rejects.toThrow(
    'append-only',
  )
  await expect(db.deleteFrom('audit_event').execute()).rejects.toThrow('append-only')
})

test.each([
  ['changed', `update audit_event set username = 'nobody' where id = 3`],
  ['removed', 'delete from audit_event where id = 3'],
  ['swapped with another', "update audit_event set at = at + interval '1 hour' where id in (2, 3)"],
])('a row that was %s is found', async (_, statement) => {
  const { verify, tamper } = await withTrail()
  expect(await verify()).toMatchObject({ intact: true, broken_at: null })
  await tamper(statement)
  expect(await verify()).toMatchObject({ intact: false, broken_at: expect.any(Number) })
})

test('rows past their time go, and the chain of the rest stays whole', async () => {
  const { db, verify } = await withTrail()
  await sealAudit(db)
  const { at } = await db
    .selectFrom('audit_event')
    .select('at')
    .where('id', '=', 4)
    .executeTakeFirstOrThrow()
  await pruneAudit(db, at)
  const rows = await db.selectFrom('audit_event').select('id').orderBy('id').execute()
  expect(rows[0]?.id).toBe(4)
  expect(await verify()).toMatchObject({ intact: true })
})

test('many at once are sealed in one chain', async () => {
  const { kim, dataset, verify, db } = await withTrail()
  await Promise.all([
    ...Array.from({ length: 30 }, () => kim.call(getDatasetData, { params: { id: dataset.id } })),
    sealAudit(db),
    sealAudit(db),
  ])
  expect(await verify()).toMatchObject({ intact: true })
})
