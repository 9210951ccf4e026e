import { expect, test } from 'vitest'

import { login } from '#contract/account'
import { exportAudit, exportAuditFhir, listAudit } from '#contract/audit'
import { getDatasetData, listMembers } from '#contract/datasets'
import { uploadImage } from '#contract/images'
import { deleteUser } from '#contract/users'
import { resourcesOf, type Bundle } from '#fhir/resource'
import { definitions } from '#fhir/testing/definitions'
import { validateResource } from '#fhir/validate'

import { withTrail } from './testing/with-trail.ts'

test('a page that reads a dataset repeatedly while work goes on leaves one row', async () => {
  const { admin, kim, dataset } = await withTrail()
  for (let i = 0; i < 3; i += 1) await kim.call(getDatasetData, { params: { id: dataset.id } })
  const { body } = await admin.call(listAudit, { query: { action: 'getDatasetData' } })
  expect(body.pagination.total).toBe(1)
})

test('administrators read who did what to which object, and can filter it', async () => {
  const { admin, dataset } = await withTrail()
  const query = { username: 'kim', action: 'listMembers', refused: 'false' as const }
  const { body } = await admin.call(listAudit, { query })
  expect(body.events[0]).toMatchObject({
    username: 'kim',
    address: '127.0.0.1',
    action: 'listMembers',
    object_type: 'dataset',
    object_id: dataset.id,
    outcome: 200,
  })
  expect(body.pagination.total).toBe(5)
  expect(
    (await admin.call(listAudit, { query: { from: '2000-01-01', to: '2000-12-31' } })).body.events,
  ).toEqual([])
})

test('the trail can be filtered by the beginning of a username, by dataset and by time', async () => {
  const { admin, kim, given } = await withTrail()
  const eve = await given.user('k_im.eve')
  const other = await given.dataset(kim)
  await eve.call(listMembers, { params: { id: other.id } })
  const users = async (query: object) =>
    new Set((await admin.call(listAudit, { query })).body.events.map((event) => event.username))
  expect(await users({ username: 'K' })).toEqual(new Set(['kim', 'k_im.eve']))
  expect(await users({ username: 'k_' })).toEqual(new Set(['k_im.eve']))
  expect(await users({ username: '%' })).toEqual(new Set())
  expect(await users({ dataset_id: other.id })).toEqual(new Set(['kim']))
  const minute = new Date().toISOString().slice(0, 16)
  expect(await users({ from: '2000-01-01T00:00', to: '2000-01-01T00:01' })).toEqual(new Set())
  expect(await users({ username: 'kim', from: `${minute.slice(0, 10)}T00:00` })).toEqual(
    new Set(['kim']),
  )
  expect((await admin.call(listAudit, { query: { from: 'yesterday' } })).status).toBe(400)
})

test('of a long trail the newest entries are listed, and a filter by time reaches the others', async () => {
  const { admin, tamper } = await withTrail()
  await tamper(`insert into audit_event (at, user_id, username, address, action, object_type, outcome, seal_number, hash, seal_version)
    select now() - make_interval(days => (10010 - n)), 1, 'park', '', 'listMembers', 'dataset', 200, -n, '\\x00', 1
    from generate_series(1, 10010) as n`)
  const list = async (query: object) =>
    (await admin.call(listAudit, { query: { username: 'park', ...query } })).body
  const last = await list({ limit: 999, page: 11 })
  expect(last).toMatchObject({ pagination: { total: 10_000, pages: 11 }, older: true })
  expect(last.events).toHaveLength(10)
  const at = last.events.at(-1)?.at.slice(0, 10) ?? ''
  const before = await list({ to: at })
  expect(before).toMatchObject({ pagination: { total: 11 }, older: false })
  expect((await admin.call(exportAudit)).bytes.toString().match(/,"park",/g)).toHaveLength(10_010)
})

test('an entry of a refused call states what was tried', async () => {
  const { admin, kim, given } = await withTrail()
  const eve = await given.user('eve')
  const theirs = await given.dataset(kim)
  await eve.call(listMembers, { params: { id: theirs.id } })
  await eve.call(uploadImage, {
    query: { dataset_id: theirs.id },
    files: [{ name: 'a.png', content: new Uint8Array([1]) }],
  })
  await eve.call(deleteUser, { params: { username: 'kim' } })
  const { events } = (await admin.call(listAudit, { query: { username: 'eve', refused: 'true' } }))
    .body
  expect(events.toReversed()).toMatchObject([
    { action: 'listMembers', object_type: 'dataset', object_id: theirs.id, outcome: 404 },
    { action: 'uploadImage', detail: { dataset_id: theirs.id }, outcome: 404 },
    { action: 'deleteUser', detail: { username: 'kim' }, outcome: 403 },
  ])
})

test('it contains no password', async () => {
  const { admin, db } = await withTrail()
  await admin.call(login, { body: { username: 'kim', password: 'Secret-Horse-9' } })
  const rows = await db.selectFrom('audit_event').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain('Secret-Horse-9')
})

test('the export is CSV in which spreadsheets find no formula', async () => {
  const { admin, given } = await withTrail()
  const eve = await given.user('-2.eve')
  await eve.call(listMembers, { params: { id: 999 } })
  const text = (await admin.call(exportAudit)).bytes.toString()
  expect(text.startsWith('\uFEFF"id","at","username"')).toBe(true)
  expect(text).toContain(`"'-2.eve"`)
  expect(text.trimEnd().split('\r\n').length).toBeGreaterThan(8)
})

test('the trail is exported as valid AuditEvents, each row as one with its seal', async () => {
  const { admin, given, db, dataset } = await withTrail()
  const eve = await given.user('eve')
  await eve.call(listMembers, { params: { id: dataset.id } })
  const answer = await admin.call(exportAuditFhir)
  expect(answer.headers['content-type']).toBe('application/fhir+json; fhirVersion=4.0')
  const bundle = JSON.parse(answer.bytes.toString()) as Bundle
  expect(validateResource(definitions, bundle)).toEqual([])
  const events = resourcesOf(bundle)
  const sealed = await db
    .selectFrom('audit_event')
    .select('hash')
    .where('hash', 'is not', null)
    .orderBy('id')
    .execute()
  expect(sealed.length).toBeGreaterThan(6)
  for (const [i, { hash }] of sealed.entries())
    expect(JSON.stringify(events[i])).toContain(hash?.toString('hex'))
  expect(events[sealed.length - 1]).toMatchObject({
    action: 'R',
    outcome: '4',
    agent: [{ altId: 'eve', network: { address: '127.0.0.1' } }],
    entity: [{ what: { identifier: { value: `dataset/${dataset.id}` } } }],
  })
  const none = await admin.call(exportAuditFhir, { query: { username: 'nobody' } })
  expect(validateResource(definitions, JSON.parse(none.bytes.toString()))).toEqual([])
})
