import { expect, test } from 'vitest'

import { createAccessToken, deleteAccessToken, listAccessTokens } from '#contract/access-tokens'
import { changePassword } from '#contract/account'
import { listDatasets } from '#contract/datasets'
import { searchStudies } from '#contract/dicomweb'

import { goodPassword } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

async function withToken(days = 90) {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const { id } = await started.given.dataset(kim)
  const created = await kim.call(createAccessToken, { body: { name: 'OHIF', days } })
  expect(created.status).toBe(201)
  const { token } = created.body
  const search = async (authorization: string, datasetId = id) => {
    const headers = { authorization }
    const params = { id: datasetId }
    return (await started.visitor.call(searchStudies, { params, headers })).status
  }
  return { ...started, kim, datasetId: id, created: created.body, token, search }
}

test('a program acts for the user of its token, in DICOMweb only', async () => {
  const { given, visitor, db, search, token, created, kim } = await withToken()
  expect(await search(`Bearer ${token}`)).toBe(200)
  const basic = Buffer.from(`kim:${token}`).toString('base64')
  expect(await search(`Basic ${basic}`)).toBe(200)
  expect(await search(`Bearer ${token}x`)).toBe(401)
  expect(await search('Basic a2lt')).toBe(401)
  const others = await given.dataset(await given.user('other'))
  expect(await search(`Bearer ${token}`, others.id)).toBe(404)
  const headers = { authorization: `Bearer ${token}` }
  expect((await visitor.call(listDatasets, { headers })).status).toBe(403)
  const [listed] = (await kim.call(listAccessTokens)).body
  expect(listed).toMatchObject({ id: created.id, name: 'OHIF', last_used_at: expect.any(String) })
  expect(JSON.stringify(await db.selectFrom('access_token').selectAll().execute())).not.toContain(
    token,
  )
  const trail = db
    .selectFrom('audit_event')
    .select('username')
    .where('action', '=', 'searchStudies')
  expect(await trail.where('outcome', '=', 200).execute()).toEqual([
    { username: 'kim' },
    { username: 'kim' },
  ])
})

test('a token ends when it expires, when its user ends it, and with a new password', async () => {
  const { given, kim, token, search, advance, created } = await withToken(2)
  const other = await given.user('other')
  const params = { id: created.id }
  expect((await other.call(deleteAccessToken, { params })).status).toBe(404)
  advance(24 * 3600)
  expect(await search(`Bearer ${token}`)).toBe(200)
  advance(24 * 3600)
  expect(await search(`Bearer ${token}`)).toBe(401)
  const lee = await given.user('lee')
  const own = await given.dataset(lee)
  const create = async () => (await lee.call(createAccessToken, { body: { name: 'viewer' } })).body
  const ended = await create()
  await lee.call(deleteAccessToken, { params: { id: ended.id } })
  expect(await search(`Bearer ${ended.token}`, own.id)).toBe(401)
  const left = await create()
  expect(await search(`Bearer ${left.token}`, own.id)).toBe(200)
  const password = { password: goodPassword, new_password: 'another', confirm_password: 'another' }
  await lee.call(changePassword, { body: password })
  expect(await search(`Bearer ${left.token}`, own.id)).toBe(401)
  expect((await kim.call(listAccessTokens)).status).toBe(401)
})
