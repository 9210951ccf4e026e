import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'

import { createAccessToken } from '#contract/access-tokens'
import { register } from '#contract/account'
import { createAnnotation } from '#contract/annotations'
import { listAudit } from '#contract/audit'
import { createDataset } from '#contract/datasets'
import { uploadImage } from '#contract/images'
import { getEvents } from '#contract/live'

import { isInstalled } from '../scripts/debian.ts'
import { password, signedIn } from './http-client.ts'
import { proxies, startProxy } from './proxies.ts'
import { startFovea, type RunningFovea } from './running-fovea.ts'
import { secureFetch } from './secure-fetch.ts'

/** On Linux every address of 127.0.0.0/8 is this machine's. */
const ownAddress = '127.0.0.2'

/** Above the limits that proxies have by themselves. */
const largeBytes = 30_000_000

let fovea: RunningFovea

beforeAll(async () => {
  fovea = await startFovea({
    PUBLIC_URL: 'https://localhost',
    TRUST_PROXY: '1',
    ALLOW_REGISTRATION: 'true',
  })
  await signedIn(fovea.address, 'admin')
})

afterAll(() => fovea.stop())

for (const proxy of proxies) {
  const { name } = proxy
  const canRun = process.platform === 'linux' && isInstalled(proxy.debian)
  const reason = canRun ? '' : ` (SKIPPED: needs Linux and apt-get install ${proxy.debian})`
  test.skipIf(!canRun)(`everything works behind ${name} with TLS${reason}`, async () => {
    const { origin, plain, ca } = await startProxy(proxy, fovea.address)
    // As a page of the web app, but stating another address of its own.
    const fetching = secureFetch(
      { ca, localAddress: ownAddress },
      { origin, 'sec-fetch-site': 'same-origin', 'x-forwarded-for': '203.0.113.9' },
    )
    await expect.poll(() => isUp(fetching(origin)), { timeout: 20_000 }).toBe(true)
    const redirected = await fetch(`${plain}/datasets`, { redirect: 'manual' })
    expect(redirected.headers.get('location')).toMatch(/^https:\/\/localhost(:\d+)?\/datasets$/)

    const body = JSON.stringify({ username: name, password, confirm_password: password })
    const headers = { 'content-type': 'application/json' }
    const registered = await fetching(origin + register.path, { method: 'POST', headers, body })
    expect(registered.status).toBe(201)
    expect(registered.headers.get('strict-transport-security')).toContain('max-age=')
    expect(registered.headers.getSetCookie()).toEqual([
      expect.stringMatching(
        /^__Host-fovea_session=\S+; Path=\/; HttpOnly; Secure; SameSite=Strict$/,
      ),
    ])

    const user = await signedIn(origin, name, fetching)
    const dataset = await user.call(createDataset, {
      body: { name: `Behind ${name}`, categories: ['disc'] },
    })
    const file = { name: 'large.png', content: await largePhotograph() }
    const { image } = await user.call(uploadImage, { query: { dataset_id: dataset.id }, file })

    const stream = await user.call(getEvents, { query: { image_id: image.id } })
    const reading = textUntil(stream, '"type":"annotation"')
    const [category = 0] = dataset.categories
    await user.call(createAnnotation, { body: { image_id: image.id, category_id: category } })
    expect(await reading).toBe('found')

    const { token } = await user.call(createAccessToken, { body: { name: 'viewer' } })
    const study = await studyOf(`${origin}/api/dicomweb/dataset/${dataset.id}`, (address, accept) =>
      fetching(address, { headers: { authorization: `Bearer ${token}`, accept } }),
    )
    expect(study.byteLength).toBeGreaterThan(largeBytes)

    const admin = await signedIn(fovea.address, 'admin')
    const { events } = await admin.call(listAudit, {
      query: { username: name, action: 'uploadImage' },
    })
    expect(events.map(({ address }) => address)).toEqual([ownAddress])
  })
}

function isUp(asking: Promise<Response>): Promise<boolean> {
  return asking.then(
    ({ ok }) => ok,
    () => false,
  )
}

/** Stored without compression. */
function largePhotograph(): Promise<Buffer> {
  const background = { r: 90, g: 40, b: 20 }
  return sharp({ create: { width: 4000, height: 3000, channels: 3, background } })
    .png({ compressionLevel: 0 })
    .toBuffer()
}

/** Reads a stream until it contains a text; a proxy that kept it back would never pass it on. */
async function textUntil({ body }: Response, wanted: string): Promise<'found' | 'ended'> {
  let text = ''
  for await (const piece of body ?? []) {
    text += Buffer.from(piece).toString('utf8')
    if (text.includes(wanted)) return 'found'
  }
  return 'ended'
}

/** Finds the only study by QIDO-RS and retrieves it by WADO-RS. */
async function studyOf(
  root: string,
  get: (address: string, accept: string) => Promise<Response>,
): Promise<ArrayBuffer> {
  const found = await get(`${root}/studies`, 'application/dicom+json')
  const [study] = (await found.json()) as Record<string, { Value: string[] }>[]
  const uid = study?.['0020000D']?.Value[0] ?? ''
  const type = 'multipart/related; type="application/dicom"; transfer-syntax=*'
  const retrieved = await get(`${root}/studies/${uid}`, type)
  expect(retrieved.status).toBe(200)
  return retrieved.arrayBuffer()
}
