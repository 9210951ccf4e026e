import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { brotliCompressSync, gzipSync } from 'node:zlib'

import fastify, { type FastifyInstance } from 'fastify'
import { beforeAll, expect, test } from 'vitest'

import { workerSecurityPolicies } from './security.ts'
import { serveWebApp } from './web-app.ts'

const program = 'export const answer = 42\n'.repeat(100)
const page = '<!doctype html><title>Fovea</title>'.repeat(20)
const immutable = 'public, max-age=31536000, immutable'

let app: FastifyInstance

beforeAll(async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-web-'))
  await mkdir(path.join(folder, 'assets'))
  const files = {
    'index.html': page,
    'assets/app.js': program,
    'assets/operations-worker.js': program,
  }
  for (const [name, content] of Object.entries(files)) {
    const file = path.join(folder, name)
    await writeFile(file, content)
    await writeFile(`${file}.br`, brotliCompressSync(content))
    await writeFile(`${file}.gz`, gzipSync(content))
  }
  await writeFile(path.join(folder, 'assets/tiny.js'), '0')
  app = fastify()
  await serveWebApp(app, folder)
  return async () => {
    await app.close()
    await rm(folder, { recursive: true })
  }
})

const get = (url: string, headers: Record<string, string> = {}) => app.inject({ url, headers })
const brotli = { 'accept-encoding': 'gzip, deflate, br, zstd' }

test.each([
  ['gzip, deflate, br, zstd', 'br', brotliCompressSync(program)],
  ['gzip', 'gzip', gzipSync(program)],
  ['gzip;q=0.5, br;q=0.1', 'gzip', gzipSync(program)],
  ['br;q=0, gzip;q=0', undefined, Buffer.from(program)],
  ['identity', undefined, Buffer.from(program)],
])('a browser that accepts %s gets the file as %s', async (accepted, encoding, bytes) => {
  const answer = await get('/assets/app.js', { 'accept-encoding': accepted })
  expect(answer.statusCode).toBe(200)
  expect(answer.headers['content-encoding']).toBe(encoding)
  expect(answer.headers['content-type']).toBe('application/javascript; charset=utf-8')
  expect(answer.headers['content-length']).toBe(`${bytes.length}`)
  expect(answer.headers['cache-control']).toBe(immutable)
  expect(String(answer.headers.vary).toLowerCase()).toBe('accept-encoding')
  expect(answer.rawPayload.equals(bytes)).toBe(true)
})

test('each encoding has an ETag of its own, by which a browser revalidates it', async () => {
  const compressed = await get('/', brotli)
  const plain = await get('/')
  expect(compressed.headers.etag).not.toBe(plain.headers.etag)
  const asked = { ...brotli, 'if-none-match': String(compressed.headers.etag) }
  const again = await get('/', asked)
  expect(again.statusCode).toBe(304)
  expect(again.body).toBe('')
  expect(String(again.headers.vary).toLowerCase()).toBe('accept-encoding')
})

test('HEAD describes the compressed file without sending it', async () => {
  const answer = await app.inject({ method: 'HEAD', url: '/assets/app.js', headers: brotli })
  expect(answer.headers['content-encoding']).toBe('br')
  expect(answer.headers['content-length']).toBe(`${brotliCompressSync(program).length}`)
  expect(answer.rawPayload).toHaveLength(0)
})

test('a range is one of the bytes that are sent', async () => {
  const plain = await get('/assets/app.js', { range: 'bytes=7-11' })
  expect(plain.statusCode).toBe(206)
  expect(plain.body).toBe('const')
  const bytes = brotliCompressSync(program)
  const compressed = await get('/assets/app.js', { ...brotli, range: 'bytes=2-5' })
  expect(compressed.headers['content-range']).toBe(`bytes 2-5/${bytes.length}`)
  expect(compressed.rawPayload.equals(bytes.subarray(2, 6))).toBe(true)
})

test('a file without a compressed form is sent as it is', async () => {
  const answer = await get('/assets/tiny.js', brotli)
  expect(answer.headers['content-encoding']).toBeUndefined()
  expect(answer.body).toBe('0')
})

test('every address of a screen gets the compressed page, which is always revalidated', async () => {
  const answer = await get('/dataset/1', brotli)
  expect(answer.headers).toMatchObject({
    'content-encoding': 'br',
    'content-type': 'text/html; charset=utf-8',
    'cache-control': 'no-cache',
  })
  expect(answer.rawPayload.equals(brotliCompressSync(page))).toBe(true)
})

test.each(['/', '/Datasets/', '/report/7/patient?image=7', '/admin/audit', '/annotate/%ED%95%9C'])(
  'a browser gets the page for %s',
  async (url) => {
    const answer = await get(url, { accept: 'text/html,application/xhtml+xml,*/*;q=0.8' })
    expect([answer.statusCode, answer.body]).toEqual([200, page])
  },
)

test.each(['/metrics', '/healthz', '/wp-login.php', '/dataset', '/dataset/1/2', '/admin/nothing'])(
  'the page for %s, where there is no screen, says that it was not found',
  async (url) => {
    const answer = await get(url, { accept: 'text/html' })
    expect([answer.statusCode, answer.body]).toEqual([404, page])
    expect(answer.headers['cache-control']).toBe('no-cache')
  },
)

test.each([
  ['/.env', '*/*'],
  ['/.git/config', 'text/html'],
  ['/dataset/.htaccess', 'text/html'],
  ['/%2Eenv', 'text/html'],
  ['/metrics', 'application/openmetrics-text'],
  ['/datasets', 'application/json'],
])('%s, asked for as %s, is not there', async (url, accept) => {
  const answer = await get(url, { accept })
  expect(answer.statusCode).toBe(404)
  expect(answer.body).not.toContain('doctype')
})

test('the compressed script of the operations worker keeps its own policy', async () => {
  const answer = await get('/assets/operations-worker.js', brotli)
  expect(answer.headers['content-security-policy']).toBe(
    workerSecurityPolicies['operations-worker'],
  )
})

test('the compressed files have no addresses of their own', async () => {
  expect((await get('/assets/app.js.br')).statusCode).toBe(404)
})
