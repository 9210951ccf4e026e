import { connect } from 'node:net'

import { expect, test } from 'vitest'

import { endpoints } from '#contract/endpoints'
import { healthcheck } from '#contract/info'
import { uploadImages } from '#contract/images'
import { listDatasets } from '#contract/datasets'

import { addressOf, textsOf } from '../../apps/server/src/testing/client.ts'
import { inputOf } from '../../apps/server/src/testing/every-call.ts'
import { startApp } from '../../apps/server/src/testing/start-app.ts'
import { world } from '../../apps/server/src/testing/world.ts'

const smuggled = ['is_admin', 'owner', 'owner_id', 'users', 'group', 'id', 'constructor'] as const

/** Preferences are free, and the protocol lets providers send more (Back-Channel Logout 1.0, 2.5). */
const takeMore = new Set(['savePreferences', 'endProviderSession'])

test('no call takes a field that its schema does not name, whatever its name', async () => {
  const { app, given, db, ids } = await world()
  const admin = await given.user('admin', { isAdmin: true })
  const cookies = Object.fromEntries(admin.cookies)
  const usersBefore = await db.selectFrom('app_user').selectAll().orderBy('id').execute()
  for (const [name, { method, path, body, upload }] of endpoints) {
    if (body.def.type !== 'object' || upload !== undefined || takeMore.has(name)) continue
    const input = inputOf(name, ids)
    const known = 'shape' in body ? Object.keys(body.shape as object) : []
    const url = addressOf(path, input.params ?? {})
    const query = textsOf(input.query ?? {})
    for (const field of [...smuggled, '__proto__'].filter((each) => !known.includes(each))) {
      const usual = JSON.stringify(input.body ?? {})
      const payload = `{"${field}": true${usual === '{}' ? '' : ','}${usual.slice(1)}`
      const headers = { 'content-type': 'application/json' }
      const { statusCode } = await app.inject({ method, url, query, payload, headers, cookies })
      expect([name, field, statusCode]).toEqual([name, field, 400])
    }
  }
  expect(await db.selectFrom('app_user').selectAll().orderBy('id').execute()).toEqual(usersBefore)
})

/** Against SQL, regular expressions, paths and logs. */
const texts = [
  `'; drop table app_user; --`,
  '{"$gt": ""}',
  '%_\\',
  '(a+)+$',
  `${'a'.repeat(5000)}!`,
  '../../../etc/passwd',
  '%2e%2e%2f',
  '\u0000',
  '\r\nset-cookie: a=b',
  '1e309',
  '2147483648',
  '9007199254740991',
  '99999999999999999999',
]

test('any text in an address is an answer or a refusal, never a failure', async () => {
  const { app, given, db, ids } = await world()
  await db.deleteFrom('export').execute()
  const admin = await given.user('admin', { isAdmin: true })
  const cookies = Object.fromEntries(admin.cookies)
  for (const [name, { method, path, query, response }] of endpoints) {
    if (method !== 'GET' || response === 'events') continue
    const { params = {}, query: usual = {} } = inputOf(name, ids)
    const keys = 'shape' in query ? Object.keys(query.shape as object) : []
    for (const text of texts) {
      const urls = [
        ...[...keys, 'is_admin'].map((key) => ({ params, query: { ...usual, [key]: text } })),
        ...Object.keys(params).map((key) => ({ params: { ...params, [key]: text }, query: usual })),
      ]
      for (const each of urls) {
        const url = addressOf(path, each.params)
        const answer = await app.inject({ method, url, query: textsOf(each.query), cookies })
        const failure = answer.statusCode >= 500 ? answer.body : undefined
        expect([name, each, failure]).toEqual([name, each, undefined])
        expect(answer.headers).not.toHaveProperty('set-cookie')
      }
    }
  }
})

/** A body once for each number and text in it, with that one replaced. */
function replaced(body: unknown, number: number, text: string): string[] {
  const whole = JSON.stringify(body)
  const leaves = [...whole.matchAll(/(?<=[:,[])(?:-?[\d.]+|"[^"]*")(?=[,\]}])/g)]
  return leaves.map(({ 0: leaf, index }) => {
    const other = leaf.startsWith('"') ? `"${text}"` : String(number)
    return `${whole.slice(0, index)}${other}${whole.slice(index + leaf.length)}`
  })
}

test('ids that no row can have and halves of characters are refused, never a failure', async () => {
  const { app, given, ids } = await world()
  const admin = await given.user('admin', { isAdmin: true })
  const cookies = Object.fromEntries(admin.cookies)
  let tried = 0
  for (const [name, { method, path, upload }] of endpoints) {
    if (method === 'GET' || upload !== undefined) continue
    const { params = {}, query = {}, body } = inputOf(name, ids)
    const payloads = [2 ** 31, Number.MAX_SAFE_INTEGER].flatMap((number) => [
      ...Object.keys(params).map((key) => ({ params: { ...params, [key]: number }, body })),
      ...replaced(body ?? {}, number, '\\ud800').map((text) => ({ params, body: text })),
    ])
    for (const each of payloads) {
      const { statusCode } = await app.inject({
        method,
        url: addressOf(path, each.params),
        query: textsOf(query),
        cookies,
        headers: { 'content-type': 'application/json' },
        payload: typeof each.body === 'string' ? each.body : JSON.stringify(each.body ?? {}),
      })
      const isRefused = statusCode >= 400 && statusCode < 500
      expect([name, each, statusCode, isRefused || name === 'savePreferences']).toEqual([
        name,
        each,
        statusCode,
        true,
      ])
      tried += 1
    }
  }
  expect(tried).toBeGreaterThan(100)
})

/** The server's answer to these bytes, up to the end of the connection. */
async function answerTo(port: number, request: string): Promise<string> {
  const socket = connect(port, '127.0.0.1')
  let text = ''
  socket.setEncoding('latin1').on('data', (piece: string) => (text += piece))
  // A request refused while it is still being sent is cut off.
  socket.on('error', () => undefined)
  socket.write(request)
  await new Promise((resolve) => socket.on('close', resolve))
  return text
}

test.each([
  [
    'TRACE',
    'TRACE /api/info/ HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
    /^HTTP\/1.1 4\d\d /,
  ],
  [
    'a header of 100 kB',
    `GET /api/info/ HTTP/1.1\r\nhost: a\r\nx-long: ${'x'.repeat(100_000)}\r\n\r\n`,
    // Cut off while it is still being sent, the answer may be lost.
    /^(HTTP\/1.1 431 |$)/,
  ],
  [
    'two lengths',
    'POST /api/dataset/ HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ncontent-length: 3\r\n\r\n{}x',
    /^HTTP\/1.1 400 /,
  ],
  [
    'a length beside chunks',
    'POST /api/dataset/ HTTP/1.1\r\nhost: a\r\ncontent-length: 2\r\ntransfer-encoding: chunked\r\n\r\n0\r\n\r\n',
    /^HTTP\/1.1 400 /,
  ],
  [
    'a parameter that comes twice',
    'GET /api/info/?poll=true&poll=false HTTP/1.1\r\nhost: a\r\nconnection: close\r\n\r\n',
    /^HTTP\/1.1 400 /,
  ],
])('%s is refused', async (_, request, answer) => {
  const { app } = await startApp()
  await app.listen({ port: 0, host: '127.0.0.1' })
  const port = Number(new URL(app.listeningOrigin).port)
  expect(await answerTo(port, request)).toMatch(answer)
  expect((await fetch(`${app.listeningOrigin}${healthcheck.path}`)).status).toBe(200)
})

test('a body that never comes to its end is given up', async () => {
  const { app } = await startApp()
  expect(app.server.requestTimeout).toBeGreaterThan(0)
  expect(app.server.requestTimeout).toBeLessThan(300_000)
  expect(app.server.headersTimeout).toBeLessThanOrEqual(app.server.requestTimeout)
})

test('more parts than a form has are refused', async () => {
  const { given } = await startApp()
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  const files = Array.from({ length: 1500 }, (_, i) => ({
    name: `${i}.png`,
    content: Buffer.of(i),
  }))
  const { status } = await kim.call(uploadImages, { query: { dataset_id: dataset.id }, files })
  expect([400, 413]).toContain(status)
})

test('a thousand calls at once do not hold up the healthcheck, and all are answered', async () => {
  const { given, visitor } = await startApp()
  const kim = await given.user('kim')
  let answered = 0
  const flood = Array.from({ length: 1000 }, async () => {
    const { status } = await kim.call(listDatasets)
    answered += 1
    return status
  })
  expect((await visitor.call(healthcheck)).status).toBe(200)
  expect(answered).toBeLessThan(1000)
  expect(new Set(await Promise.all(flood))).toEqual(new Set([200]))
})
