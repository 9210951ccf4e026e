import { expect, test } from 'vitest'

import { createAccessToken, deleteAccessToken } from '#contract/access-tokens'
import {
  changePassword,
  getCurrentUser,
  login,
  logout,
  logoutByGet,
  register,
} from '#contract/account'
import { auditActions } from '#contract/audit-actions'
import { auditObjects } from '#contract/audit-objects'
import { listDatasets, shareDataset } from '#contract/datasets'
import { searchStudies } from '#contract/dicomweb'
import { endpoints } from '#contract/endpoints'
import { healthcheck } from '#contract/info'
import { countUndelivered } from '#contract/outbox'
import { listTasks } from '#contract/tasks'
import { listUndo } from '#contract/undo'

import { endExpired } from '../../apps/server/src/features/session/end-expired.ts'
import type { Db } from '../../apps/server/src/platform/database/database.ts'
import {
  aboutSomebodysData,
  ask,
  inputOf,
  inSafeOrder,
} from '../../apps/server/src/testing/every-call.ts'
import { goodPassword } from '../../apps/server/src/testing/given.ts'
import { startApp } from '../../apps/server/src/testing/start-app.ts'
import { world } from '../../apps/server/src/testing/world.ts'

test('every access to somebody’s data leaves exactly one row in the audit trail, refused or not', async () => {
  const { given, ids, kim, db } = await world()
  const stranger = await given.user('stranger')
  for (const [name, endpoint] of inSafeOrder(aboutSomebodysData)) {
    const before = await newestAudit(db)
    await ask(stranger, endpoint, inputOf(name, ids))
    const { status } = await ask(kim, endpoint, inputOf(name, ids))
    const rows = await auditSince(db, before)
    expect(rows.map((row) => [row.action, row.username, row.outcome])).toEqual([
      [name, 'stranger', 404],
      [name, 'kim', status],
    ])
    expect([...auditObjects.keys()]).toEqual(
      expect.arrayContaining(rows.map((row) => row.object_type)),
    )
  }
})

test('a change that fails leaves no trace but the refusal', async () => {
  const { kim, ids, db } = await world()
  const before = await newestAudit(db)
  await kim.call(shareDataset, { params: { id: ids.dataset }, body: { users: ['nobody'] } })
  const rows = await auditSince(db, before)
  expect(rows).toMatchObject([{ action: 'shareDataset', outcome: 400, dataset_id: ids.dataset }])
})

test('who signs in, fails to, signs out, or changes how they sign in leaves one row, without secrets', async () => {
  const { given, visitor, db } = await startApp({ allowRegistration: true })
  const [kim, lee] = [await given.user('kim'), await given.user('lee')]
  const dataset = await given.dataset(kim)
  const before = await newestAudit(db)
  const secret = 'Typed-Into-The-Wrong-Box-9'
  await visitor.call(login, { body: { username: 'LEE', password: secret } })
  await visitor.call(login, { body: { username: secret, password: 'x' } })
  const made = await kim.call(createAccessToken, { body: { name: 'viewer' } })
  const search = (token: string) =>
    visitor.call(searchStudies, {
      params: { id: dataset.id },
      headers: { authorization: `Bearer ${token}` },
    })
  await search(made.body.token)
  await search(`${made.body.token}x`)
  await search(`${made.body.token}y`)
  await kim.call(deleteAccessToken, { params: { id: made.body.id } })
  const next = { new_password: secret, confirm_password: secret }
  await kim.call(changePassword, { body: { password: goodPassword, ...next } })
  await kim.call(logout)
  await lee.call(logoutByGet)
  await visitor.call(logout)
  const account = { username: 'new', password: secret, confirm_password: secret, name: '' }
  await visitor.call(register, { body: account })
  const rows = await auditSince(db, before)
  const named = { token_name: 'viewer' }
  const token = { access_token: made.body.id, ...named }
  expect(rows.map((row) => [row.action, row.username, row.outcome, row.detail])).toEqual([
    ['login', 'lee', 401, {}],
    ['login', '', 401, { account: 'unknown' }],
    ['createAccessToken', 'kim', 201, { ...named, scopes: ['dicomweb'] }],
    ['searchStudies', 'kim', 200, token],
    ['searchStudies', '', 401, {}],
    ['deleteAccessToken', 'kim', 200, named],
    ['changePassword', 'kim', 200, {}],
    ['logout', 'kim', 200, {}],
    ['logoutByGet', 'lee', 200, {}],
    ['register', 'new', 201, {}],
  ])
  const all = JSON.stringify(await db.selectFrom('audit_event').selectAll().execute())
  for (const hidden of [secret, goodPassword, made.body.token]) expect(all).not.toContain(hidden)
})

test('a session that ends because its time is over leaves one row', async () => {
  const { given, db, parts, advance } = await startApp()
  const kim = await given.user('kim')
  const before = await newestAudit(db)
  await endExpired(db, parts.clock())
  advance(3601)
  await Promise.all([endExpired(db, parts.clock()), endExpired(db, parts.clock())])
  expect(await auditSince(db, before)).toMatchObject([
    { action: 'sessionExpired', username: 'kim', object_id: kim.id, address: '127.0.0.1' },
  ])
})

test('lists that show patients leave a row, polling by pages does not', async () => {
  const { given, db } = await startApp()
  const admin = await given.user('admin', { isAdmin: true })
  const before = await newestAudit(db)
  for (const list of [listTasks, listTasks, listDatasets]) await admin.call(list)
  await admin.call(listUndo, { query: { type: 'all', limit: 50 } })
  for (const asked of [countUndelivered, getCurrentUser, healthcheck]) {
    expect((await admin.call(asked)).status).toBe(200)
  }
  const rows = await auditSince(db, before)
  expect(rows.map(({ action }) => action)).toEqual(['listTasks', 'listDatasets', 'listUndo'])
})

test('every action of the trail has a name for its readers', () => {
  const audited = [...endpoints].filter(([, call]) => call.audited).map(([name]) => name)
  expect(audited.length).toBeGreaterThan(100)
  expect(audited.filter((name) => !auditActions.has(name))).toEqual([])
})

async function newestAudit(db: Db): Promise<number> {
  const row = await db
    .selectFrom('audit_event')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow()
  return row.id ?? 0
}

function auditSince(db: Db, id: number) {
  return db.selectFrom('audit_event').selectAll().where('id', '>', id).orderBy('id').execute()
}
