import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { getCurrentUser, login, logout, register } from '#contract/account'
import { createDataset, listDatasets } from '#contract/datasets'
import { getImage } from '#contract/images'
import { healthcheck } from '#contract/info'

import { serveWebApp } from '../../apps/server/src/platform/http/web-app.ts'
import { goodPassword } from '../../apps/server/src/testing/given.ts'
import { startApp } from '../../apps/server/src/testing/start-app.ts'

test('every kind of answer bears the headers that protect a page', async () => {
  const { visitor, given, app } = await startApp()
  const kim = await given.user('kim')
  const image = await given.image(kim, await given.dataset(kim))
  const answers = [
    await visitor.call(healthcheck),
    await visitor.call(getCurrentUser),
    await kim.call(getImage, { params: { id: image.id } }),
    await app.inject('/nowhere'),
    await app.inject('/api/'),
  ]
  for (const { headers } of answers) {
    const policy = String(headers['content-security-policy'])
    expect(policy).toContain("default-src 'self'")
    expect(policy).toContain("frame-ancestors 'none'")
    expect(policy).not.toContain('unsafe')
    expect(headers).toMatchObject({
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'x-frame-options': 'DENY',
    })
    expect(headers).not.toHaveProperty('access-control-allow-origin')
  }
})

test('what is JSON is never kept by anything on the way', async () => {
  const { given } = await startApp()
  const kim = await given.user('kim')
  expect((await kim.call(listDatasets)).headers['cache-control']).toBe('no-store')
})

test('hidden files and lists of files are not served', async () => {
  const webFolder = await mkdtemp(path.join(tmpdir(), 'fovea-web-'))
  onTestFinished(() => rm(webFolder, { recursive: true, force: true }))
  await writeFile(path.join(webFolder, 'index.html'), 'the page')
  await writeFile(path.join(webFolder, '.env'), 'a secret')
  await mkdir(path.join(webFolder, 'assets'))
  await writeFile(path.join(webFolder, 'assets/app.js'), 'the program')
  const app = fastify()
  onTestFinished(() => app.close())
  await serveWebApp(app, webFolder)
  expect((await app.inject('/assets/app.js')).body).toBe('the program')
  for (const url of ['/.env', '/assets/../.env', '/%2eenv', '/assets/', '/assets/%2e%2e/.env']) {
    const { body } = await app.inject(url)
    expect(body).not.toContain('a secret')
    expect(body).not.toContain('app.js')
  }
})

test('the API page is for administrators', async () => {
  const { given, app } = await startApp()
  const admin = await given.user('admin', { isAdmin: true })
  const kim = await given.user('kim')
  const open = (cookies: Record<string, string>) => app.inject({ url: '/api/json', cookies })
  expect((await open({})).statusCode).toBe(401)
  expect((await open(Object.fromEntries(kim.cookies))).statusCode).toBe(403)
  const page = await open(Object.fromEntries(admin.cookies))
  expect(page.statusCode).toBe(200)
  const described = page.json()
  expect(described.paths['/api/image/{id}'].get.operationId).toBe('getImage')
})

test.each([
  ['broken JSON', '{"name": ', 'application/json', 400],
  [
    'JSON nested ten thousand deep',
    `${'['.repeat(10_000)}${']'.repeat(10_000)}`,
    'application/json',
    400,
  ],
  ['a body of another type', '<name>x</name>', 'text/xml', 415],
  ['seventeen megabytes', `"${'x'.repeat(17 * 2 ** 20)}"`, 'application/json', 413],
])('%s is refused in words', async (_, payload, type, status) => {
  const { given, app } = await startApp()
  const kim = await given.user('kim')
  const answer = await app.inject({
    method: 'POST',
    url: createDataset.path,
    payload,
    headers: { 'content-type': type },
    cookies: Object.fromEntries(kim.cookies),
  })
  expect(answer.statusCode).toBe(status)
  expect(answer.json()).toMatchObject({ message: expect.any(String), code: expect.any(String) })
  expect(answer.body).not.toMatch(/node_modules|at .*\.ts/)
})

test.each(['is_admin', 'owner', 'id', 'users', '__proto__', 'constructor', 'prototype'])(
  'the field %s cannot be smuggled in',
  async (field) => {
    const { given, app, db } = await startApp()
    const kim = await given.user('kim')
    const cookies = Object.fromEntries(kim.cookies)
    const headers = { 'content-type': 'application/json' }
    const payload = `{"name": "x", "${field}": {"is_admin": true}}`
    const created = await app.inject({
      method: 'POST',
      url: createDataset.path,
      payload,
      headers,
      cookies,
    })
    expect(created.statusCode).toBe(400)
    const account = `{"username": "eve", "password": "${goodPassword}", "confirm_password": "${goodPassword}", "name": "", "${field}": true}`
    await app.inject({ method: 'POST', url: register.path, payload: account, headers })
    const admins = await db
      .selectFrom('app_user')
      .selectAll()
      .where('is_admin', '=', true)
      .execute()
    expect(admins).toEqual([])
  },
)

test('when the database fails, the answer has a reference and nothing else', async () => {
  const { visitor, asOwner } = await startApp()
  await asOwner('alter table app_user rename to gone')
  const answer = await visitor.call(login, { body: { username: 'kim', password: 'x' } })
  expect(answer.status).toBe(500)
  expect(answer.body.message).toContain('reference')
  expect(answer.bytes.toString()).not.toMatch(/password_hash|app_user|select|column/)
})

test('quotes, operators and wildcards in a query are text', async () => {
  const { given } = await startApp()
  const kim = await given.user(`o.brien`)
  await given.dataset(kim, { name: `'; drop table dataset; --` })
  const { body } = await kim.call(listDatasets)
  expect(body.datasets.map((dataset) => dataset.name)).toEqual([`'; drop table dataset; --`])
})

test('without sign-in, a name that leads here from another site is refused', async () => {
  const { app } = await startApp({
    loginEnabled: false,
    http: { hostNames: ['localhost', 'fovea.clinic.lan'] },
  })
  const ask = (host: string) => app.inject({ url: listDatasets.path, headers: { host } })
  for (const host of ['evil.example', 'localhost.evil.example', 'a b']) {
    expect((await ask(host)).statusCode).toBe(403)
  }
  for (const host of ['localhost:8080', '127.0.0.1:8080', '[::1]:8080', 'Fovea.clinic.lan']) {
    expect((await ask(host)).statusCode).toBe(200)
  }
})

test('a kept photograph is asked for before it is shown again, and not shown after signing out', async () => {
  const { given } = await startApp()
  const kim = await given.user('kim')
  const image = await given.image(kim, await given.dataset(kim))
  const first = await kim.call(getImage, { params: { id: image.id } })
  expect(first.headers['cache-control']).toBe('private, no-cache')
  const headers = { 'if-none-match': String(first.headers['etag']) }
  const again = await kim.call(getImage, { params: { id: image.id }, headers })
  expect([again.status, again.bytes.length]).toEqual([304, 0])
  const out = await kim.call(logout)
  expect(out.headers['clear-site-data']).toBe('"cache"')
  expect((await kim.call(getImage, { params: { id: image.id }, headers })).status).toBe(401)
})
