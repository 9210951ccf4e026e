import { expect, test } from 'vitest'

import { listTokensOfUsers, revokeTokenOfUser } from '#contract/access-tokens'
import { getCurrentUser } from '#contract/account'
import { listAudit } from '#contract/audit'
import { createCategory } from '#contract/categories'
import { createDataset, deleteDataset, listDatasets, shareDataset } from '#contract/datasets'
import { endpoints } from '#contract/endpoints'
import { startExport } from '#contract/exports'
import { deleteImage, uploadImage } from '#contract/images'
import { listUsers } from '#contract/users'
import { scopes } from '#contract/scopes'
import { endOtherSessions } from '#contract/sessions'
import { deleteForGood } from '#contract/undo'

import { inputOf } from '../../testing/every-call.ts'
import { programOf } from '../../testing/program.ts'
import { startApp } from '../../testing/start-app.ts'
import { nothing, world } from '../../testing/world.ts'
import { listen } from '../live/testing/listen.ts'

const everything = [...scopes]

test('a scope decides what a program may do, whatever its user may', async () => {
  const { given, visitor } = await startApp()
  const kim = await given.user('kim')
  const reader = await programOf(visitor, kim, { scopes: ['read'] })
  const writer = await programOf(visitor, kim, { scopes: ['annotate'] })
  const { body } = await writer.call(createDataset, { body: { name: 'by a program' } })
  const params = { id: body.id }
  expect((await reader.call(listDatasets)).body.datasets).toMatchObject([
    { name: 'by a program', rights: ['view'] },
  ])
  const refused = await reader.call(createDataset, { body: { name: 'other' } })
  expect(refused).toMatchObject({
    status: 403,
    body: { code: 'missing_scope', params: { scope: 'annotate' } },
    headers: { 'www-authenticate': 'Bearer error="insufficient_scope", scope="annotate"' },
  })
  expect((await writer.call(deleteDataset, { params })).body.code).toBe('missing_scope')
  expect((await writer.call(startExport, { params, body: {} })).body.code).toBe('missing_scope')
  // Not by the undo list either, whose call needs another right for each kind of object.
  await kim.call(deleteDataset, { params })
  const forGood = { query: { id: body.id, instance: 'dataset' } } as const
  expect((await writer.call(deleteForGood, forGood)).status).toBe(403)
  const all = await programOf(visitor, kim, { scopes: everything })
  expect((await all.call(endOtherSessions)).body.code).toBe('forbidden')
})

test('a token gives no more than its user has now, and ends with an administrator’s word', async () => {
  const { given, visitor, db } = await startApp()
  const [kim, lee] = [await given.user('kim'), await given.user('lee')]
  const boss = await given.user('boss', { isAdmin: true })
  const dataset = await given.dataset(kim, { sharedWith: [lee] })
  const program = await programOf(visitor, lee, { scopes: everything, name: 'OHIF' })
  const ids = async () => (await program.call(listDatasets)).body.datasets.map(({ id }) => id)
  expect(await ids()).toEqual([dataset.id])
  await kim.call(shareDataset, { params: { id: dataset.id }, body: { users: [] } })
  expect(await ids()).toEqual([])
  expect((await program.call(listUsers)).status).toBe(403)
  const listed = (await boss.call(listTokensOfUsers)).body
  expect(listed).toMatchObject([{ username: 'lee', name: 'OHIF', scopes: everything }])
  expect((await kim.call(listTokensOfUsers)).status).toBe(403)
  await db
    .updateTable('app_user')
    .set({ subscription_expiration: '2000-01-01' })
    .where('id', '=', lee.id)
    .execute()
  expect((await program.call(listDatasets)).status).toBe(401)
  const other = await programOf(visitor, kim, { scopes: ['read'] })
  await boss.call(revokeTokenOfUser, { params: { id: other.tokenId } })
  const ended = await other.call(listDatasets)
  expect(ended.headers['www-authenticate']).toBe('Bearer error="invalid_token"')
  expect(ended).toMatchObject({ status: 401, body: { key: 'programs.wrongToken' } })
})

test('the audit trail names the token beside its user', async () => {
  const { given, visitor } = await startApp()
  const boss = await given.user('boss', { isAdmin: true })
  const program = await programOf(visitor, boss, { scopes: ['annotate'], name: 'nightly import' })
  await program.call(createDataset, { body: { name: 'imported' } })
  const { events } = (await boss.call(listAudit, { query: { action: 'createDataset' } })).body
  expect(events).toMatchObject([{ username: 'boss', detail: { token_name: 'nightly import' } }])
})

test('a program that calls too often is told when to go on', async () => {
  const { given, visitor, advance } = await startApp({ tokenRequestsPerMinute: 3 })
  const program = await programOf(visitor, await given.user('kim'), { scopes: ['read'] })
  for (let n = 0; n < 3; n += 1) await program.call(getCurrentUser)
  const refused = await program.call(getCurrentUser)
  expect(refused).toMatchObject({ status: 429, body: { code: 'too_many_requests' } })
  advance(Number(refused.headers['retry-after']))
  expect((await program.call(getCurrentUser)).status).toBe(200)
})

test('a page of another site calls by a token alone, and only from a listed origin', async () => {
  const origin = 'https://tools.example.org'
  const http = { secure: false, trustProxy: false, hostNames: null, corsOrigins: [origin] } as const
  const { given, visitor, app } = await startApp({ http })
  const kim = await given.user('kim')
  const program = await programOf(visitor, kim, { scopes: ['annotate'] })
  const headers = { origin, 'sec-fetch-site': 'cross-site' }
  const body = { name: 'from a page' }
  expect((await kim.call(createDataset, { body, headers })).body.code).toBe('unsafe_request')
  const made = await program.call(createDataset, { body, headers })
  expect(made.status).toBe(201)
  expect(made.headers['access-control-allow-origin']).toBe(origin)
  const preflight = (from: string) =>
    app.inject({
      method: 'OPTIONS',
      url: '/api/dataset/',
      headers: { origin: from, 'access-control-request-method': 'POST' },
    })
  const { statusCode, headers: allowed } = await preflight(origin)
  expect(statusCode).toBe(204)
  expect(allowed['access-control-allow-headers']).toContain('authorization')
  expect(allowed).not.toHaveProperty('access-control-allow-credentials')
  expect((await preflight('https://evil.example')).headers).not.toHaveProperty(
    'access-control-allow-origin',
  )
})

test('a token restricted to a dataset reaches nothing else by any call, for an administrator neither', async () => {
  const started = await world('SECRETTHING')
  const { kim, given, visitor, db } = started
  await db.updateTable('app_user').set({ is_admin: true }).where('id', '=', kim.id).execute()
  const open = await given.dataset(kim, { name: 'open' })
  const program = await programOf(visitor, kim, { scopes: everything, datasets: [open.id] })
  expect((await program.call(listDatasets)).body.datasets.map(({ name }) => name)).toEqual(['open'])
  const { heard } = await listen(started, { ...program })
  const told: string[] = []
  const reached: string[] = []
  for (const [name, endpoint] of endpoints) {
    if (endpoint.scopes.length === 0 || name === 'getEvents') continue
    const { status, bytes, headers } = await program.call(endpoint, inputOf(name, started.ids))
    const text = `${JSON.stringify(headers)} ${bytes.toString('latin1')}`
    if (text.includes('SECRETTHING')) told.push(name)
    if (endpoint.changesState && status < 300) reached.push(name)
  }
  expect(told).toEqual([])
  expect(reached).toEqual([])
  expect(JSON.stringify(heard)).not.toContain(`"dataset_id":${started.ids.dataset}`)
  expect((await program.call(createCategory, { body: { name: 'x' } })).status).toBe(403)
  const image = await given.image(program, open)
  expect((await program.call(deleteImage, { params: { id: image.id } })).status).toBe(200)
  const foreign = { query: { dataset_id: nothing.dataset }, files: [] }
  expect((await program.call(uploadImage, foreign)).status).toBe(404)
})
