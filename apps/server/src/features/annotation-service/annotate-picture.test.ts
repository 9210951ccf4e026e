import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'

import { expect, onTestFinished, test } from 'vitest'

import { compressRle } from '#coco/rle-string'
import { annotateByService } from '#contract/annotation-service'
import { updateDataset } from '#contract/datasets'
import { area } from '#geometry/polygon'
import { parseSegmentation } from '#geometry/segmentation'

import { pngOf } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

const found = {
  images: [{ id: 1, width: 80, height: 60, file_name: 'image.png' }],
  categories: [{ id: 1, name: 'lesion', supercategory: '' }],
  annotations: [
    { id: 1, image_id: 1, category_id: 1, segmentation: [[1, 1, 9, 1, 9, 9]], isbbox: false },
  ],
}

async function withService(answer: RequestListener) {
  const server = createServer(answer)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const host = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const started = await startApp({ outboundHosts: [host] })
  const kim = await started.given.user('kim')
  const lee = await started.given.user('lee')
  const dataset = await started.given.dataset(kim, { sharedWith: [lee] })
  const image = await started.given.image(kim, dataset)
  const set = (annotate_url: string, who = kim) =>
    who.call(updateDataset, { params: { id: dataset.id }, body: { settings: { annotate_url } } })
  const annotate = async (content?: Uint8Array) =>
    lee.call(annotateByService, {
      params: { id: dataset.id, imageId: image.id },
      files: [{ name: 'image.png', content: content ?? (await pngOf(8, 8, 1)) }],
    })
  const audited = () =>
    started.db
      .selectFrom('audit_event')
      .selectAll()
      .where('action', '=', 'annotateByService')
      .execute()
  return {
    ...started,
    kim,
    lee,
    dataset,
    image,
    set,
    annotate,
    audited,
    url: `http://${host}/find`,
  }
}

function answering(body: unknown, contentType = 'application/json'): RequestListener {
  return (request, response) => {
    request.resume()
    response.setHeader('content-type', contentType)
    response.end(typeof body === 'string' ? body : JSON.stringify(body))
  }
}

test('a member has a picture annotated by the service that the owner has set', async () => {
  let received = ''
  const { set, annotate, audited, url, image } = await withService(async (request, response) => {
    received = `${request.method} ${request.url} ${await text(request)}`
    answering({ coco: found })(request, response)
  })
  expect((await set(url)).body.annotate_url).toBe(url)
  const { status, body } = await annotate()
  expect(status).toBe(200)
  expect(body.annotations).toEqual([
    {
      id: 1,
      image_id: 1,
      category_id: 1,
      segmentation: [[1, 1, 9, 1, 9, 9]],
      keypoints: [],
      isbbox: false,
    },
  ])
  expect(received).toMatch(/^POST \/find /)
  expect(received).toMatch(/name="image"; filename="image.png"\r\ncontent-type: image\/png/i)
  expect(await audited()).toMatchObject([{ username: 'lee', object_id: image.id, outcome: 200 }])
})

test('a service may answer with the bare COCO structure', async () => {
  const { set, annotate, url } = await withService(answering(found))
  await set(url)
  expect((await annotate()).body.categories).toEqual([{ id: 1, name: 'lesion' }])
})

test('masks arrive as outlines, compressed or not, with their holes', async () => {
  const size: [number, number] = [4, 5]
  // Columns of 4 pixels: 3 x 3 pixels from the corner, except the one in the middle.
  const counts = [0, 3, 1, 1, 1, 1, 1, 3, 9]
  const masks = [{ size, counts }, compressRle({ size, counts })]
  const annotations = masks.map((segmentation) => ({ category_id: 1, segmentation }))
  const { set, annotate, url } = await withService(answering({ ...found, annotations }))
  await set(url)
  const { body } = await annotate()
  const outlines = body.annotations.map(({ segmentation }) => parseSegmentation(segmentation))
  expect(outlines.map((outline) => area(outline))).toEqual([8, 8])
  expect(outlines.map(([polygon]) => polygon?.holes.length)).toEqual([1, 1])
})

test('a user who asks too often learns when to ask again; others are not delayed', async () => {
  const { kim, dataset, image, set, annotate, advance, url } = await withService(answering(found))
  await set(url)
  for (let asked = 0; asked < 20; asked += 1) expect((await annotate()).status).toBe(200)
  const { status, body } = await annotate()
  expect([status, body.code]).toEqual([429, 'too_many_attempts'])
  expect(body.message).toMatch(/20 times within a minute. Try again in \d+ s\./)
  const others = await kim.call(annotateByService, {
    params: { id: dataset.id, imageId: image.id },
    files: [{ name: 'image.png', content: await pngOf(8, 8, 1) }],
  })
  expect(others.status).toBe(200)
  advance(61)
  expect((await annotate()).status).toBe(200)
})

test.each<[string, RequestListener, string]>([
  [
    'a mask whose runs do not add up',
    answering({
      ...found,
      annotations: [{ category_id: 1, segmentation: { size: [4, 5], counts: [1, 2] } }],
    }),
    'annotations.0.segmentation',
  ],
  ['no JSON', answering('<html>', 'text/html'), 'did not answer with JSON'],
  ['broken JSON', answering('{'), 'valid JSON'],
  ['other JSON', answering({ result: 1 }), 'categories'],
  [
    'a segmentation that is none',
    answering({ ...found, annotations: [{ category_id: 1, segmentation: ['x'] }] }),
    'annotations.0.segmentation',
  ],
  ['a failure', (_request, response) => response.writeHead(500).end('/etc/secret'), 'status 500'],
])('a service that answers %s is told with the reason', async (_what, answer, reason) => {
  const { set, annotate, audited, url } = await withService(answer)
  await set(url)
  const { status, body } = await annotate()
  expect([status, body.code]).toEqual([502, 'service_failed'])
  expect(body.message).toMatch(/^Could not read data from URL: /)
  expect(body.message).toContain(reason)
  expect(body.message).not.toContain('secret')
  expect(await audited()).toMatchObject([{ outcome: 502 }])
})

test('only the owner sets the address, and only one that the operator allows', async () => {
  const { set, lee, url, annotate } = await withService(answering(found))
  expect((await set(url, lee)).status).toBe(403)
  const elsewhere = await set('http://elsewhere.example/')
  expect([elsewhere.status, elsewhere.body.code]).toEqual([403, 'host_not_allowed'])
  for (const address of ['nonsense', 'ftp://127.0.0.1/', 'http://me:secret@127.0.0.1/']) {
    expect([address, (await set(address)).status]).toEqual([address, 400])
  }
  const unset = await annotate()
  expect([unset.status, unset.body.message]).toEqual([
    409,
    expect.stringContaining('Annotate url is invalid'),
  ])
  await set(url)
  expect((await set('')).body.annotate_url).toBe('')
})

test('an address that the operator has removed from the list since is not called', async () => {
  let calls = 0
  const { db, annotate, dataset } = await withService(() => (calls += 1))
  await db
    .updateTable('dataset')
    .set({ annotate_url: 'http://localhost:1/' })
    .where('id', '=', dataset.id)
    .execute()
  const { status, body } = await annotate()
  expect([status, body.code, calls]).toEqual([403, 'host_not_allowed', 0])
})

test('a file that is not a picture is not sent, and an image of another dataset is not found there', async () => {
  let calls = 0
  const { annotate, set, url, given, kim, image } = await withService(() => (calls += 1))
  await set(url)
  expect((await annotate(Buffer.from('<svg/>'))).status).toBe(415)
  const other = await given.dataset(kim)
  const files = [{ name: 'image.png', content: await pngOf(8, 8, 1) }]
  const params = { id: other.id, imageId: image.id }
  expect((await kim.call(annotateByService, { params, files })).status).toBe(404)
  expect(calls).toBe(0)
})
