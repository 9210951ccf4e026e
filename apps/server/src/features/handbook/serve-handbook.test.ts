import { expect, test } from 'vitest'

import { createHttpServer } from '../../platform/http/server.ts'
import { serveHandbook } from './serve-handbook.ts'

async function handbook() {
  const options = { secure: false, trustProxy: false, hostNames: null, corsOrigins: [] } as const
  const app = await createHttpServer(options)
  serveHandbook(app, 'Clinic & Co')
  const get = (url: string) => app.inject({ url })
  return { get }
}

test('visitors read the pages, pictures and search results', async () => {
  const { get } = await handbook()
  const first = await get('/docs')
  expect(first.statusCode).toBe(200)
  expect(first.body).toContain('<title>Handbook of Fovea · Clinic &amp; Co</title>')
  expect(first.headers['content-security-policy']).toContain("script-src 'self'")
  expect((await get('/docs/operation/')).body).toContain('id="backup"')
  expect((await get('/docs/nothing')).statusCode).toBe(404)

  const searched = await get(`/docs/search?q=${encodeURIComponent('restore "backup"<b>')}`)
  expect(searched.body).toContain('href="/docs/operation#backup"')
  expect(searched.body).toContain('value="restore &quot;backup&quot;&lt;b&gt;"')

  const picture = await get('/docs/files/docs/pictures/annotator-en.webp')
  expect(picture).toMatchObject({ statusCode: 200, headers: { 'content-type': 'image/webp' } })
  for (const file of ['package.json', '../../etc/passwd', 'docs/mail.md', '.env']) {
    expect((await get(`/docs/files/${encodeURIComponent(file)}`)).statusCode).toBe(404)
  }
  for (const file of ['serve-handbook.ts', 'constructor']) {
    expect((await get(`/docs/assets/${file}`)).statusCode).toBe(404)
  }
})
