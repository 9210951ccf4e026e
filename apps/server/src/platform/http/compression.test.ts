import { Readable } from 'node:stream'
import { brotliDecompressSync, gunzipSync } from 'node:zlib'

import { expect, onTestFinished, test } from 'vitest'

import { getCurrentUser } from '#contract/account'
import { createCategory, listCategories } from '#contract/categories'
import { retrieveFrames, retrieveInstanceMetadata } from '#contract/dicomweb'
import { getImage } from '#contract/images'
import { healthcheck } from '#contract/info'

import { withFiles } from '../../testing/dicomweb-client.ts'
import { startApp } from '../../testing/start-app.ts'
import { sendBytes } from './send-bytes.ts'
import { createHttpServer } from './server.ts'

const headers = { 'accept-encoding': 'gzip, deflate, br' }

test('JSON is compressed in the way that the caller prefers', async () => {
  const { given, app } = await startApp()
  const kim = await given.user('kim')
  for (let number = 0; number < 20; number += 1) {
    await kim.call(createCategory, { body: { name: `Haemorrhage ${number}` } })
  }
  const cookies = Object.fromEntries(kim.cookies)
  const list = (accepted: object) =>
    app.inject({ url: listCategories.path, cookies, headers: { ...accepted } })
  const plain = await list({})
  expect(plain.headers['content-encoding']).toBeUndefined()
  const brotli = await list(headers)
  expect(brotli.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'application/json; charset=utf-8',
    'cache-control': 'no-store',
    vary: 'accept-encoding',
  })
  expect(brotli.rawPayload.length).toBeLessThan(plain.rawPayload.length / 3)
  expect(brotliDecompressSync(brotli.rawPayload).equals(plain.rawPayload)).toBe(true)
  const gzip = await list({ 'accept-encoding': 'gzip' })
  expect(gunzipSync(gzip.rawPayload).equals(plain.rawPayload)).toBe(true)
})

test('a short answer is not compressed', async () => {
  const { visitor } = await startApp()
  const answer = await visitor.call(healthcheck, { headers })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.bytes.length).toBeGreaterThan(0)
})

test('an answer about who is signed in is not compressed, however long it is', async () => {
  const { given, db } = await startApp()
  const kim = await given.user('kim')
  await db
    .updateTable('app_user')
    .set({ name: 'kim '.repeat(1000) })
    .execute()
  const answer = await kim.call(getCurrentUser, { headers })
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.body.user.name).toHaveLength(4000)
})

test('metadata of DICOMweb is compressed, pictures and pixel data are not', async () => {
  const { kim, dataset, given, placeOf } = await withFiles('000_jpeg')
  const params = await placeOf()
  const image = await given.image(kim, dataset, { width: 400, height: 300 })
  const original = { params: { id: image.id }, query: { asAttachment: 'true' } } as const
  for (const answer of [
    await kim.call(getImage, { ...original, headers }),
    await kim.call(retrieveFrames, { params: { ...params, frames: '1' }, headers }),
  ]) {
    expect(answer.status).toBe(200)
    expect(answer.headers['content-encoding']).toBeUndefined()
  }
  const metadata = await kim.call(retrieveInstanceMetadata, { params, headers })
  expect(metadata.headers['content-encoding']).toBe('br')
  expect(JSON.parse(brotliDecompressSync(metadata.bytes).toString())).toHaveLength(1)
})

/** A server whose only answer is an endless document. */
async function serveEndlessly() {
  const app = await createHttpServer({
    secure: false,
    trustProxy: false,
    hostNames: null,
    corsOrigins: [],
  })
  onTestFinished(() => app.close())
  const content = Readable.from(endless())
  app.get('/', (request, reply) =>
    sendBytes(request, reply, { contentType: 'application/json', content }),
  )
  return { address: await app.listen({ port: 0 }), content }
}

async function* endless() {
  for (let number = 0; ; number += 1) yield `${number},`
}

test('a document is sent while it is written, and no further if the caller leaves', async () => {
  const { address, content } = await serveEndlessly()
  const gone = new AbortController()
  const answer = await fetch(address, { headers, signal: gone.signal })
  expect(answer.headers.get('content-encoding')).toBe('br')
  const piece = await answer.body?.getReader().read()
  expect(Buffer.from(piece?.value ?? []).toString()).toMatch(/^0,1,2,/)
  gone.abort()
  await expect.poll(() => content.destroyed).toBe(true)
})
