import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { crc32 } from 'node:zlib'

import sharp from 'sharp'
import { describe, expect, test } from 'vitest'

import { getAnnotatorData } from '#contract/annotations'
import { getDatasetData } from '#contract/datasets'
import { deleteImage, getImage, uploadImage, uploadImages } from '#contract/images'

import { examplePhotograph, fixtureFile } from '../../testing/fixture-file.ts'
import { pngOf } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

async function withDataset() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim, { name: 'Fundus' })
  const upload = (name: string, content: Uint8Array, folder?: string) =>
    kim.call(uploadImage, {
      query: { dataset_id: dataset.id, ...(folder === undefined ? {} : { folder }) },
      files: [{ name, content }],
    })
  return { ...started, kim, dataset, upload }
}

test('the original is kept and returned byte for byte', async () => {
  const { upload, kim, dataFolder } = await withDataset()
  const content = await pngOf(40, 30, 1)
  const { body } = await upload('왼쪽 눈.png', content)
  expect(body.image).toMatchObject({
    file_name: '왼쪽 눈.png',
    width: 40,
    height: 30,
    size: content.length,
  })
  const download = await kim.call(getImage, {
    params: { id: body.image.id },
    query: { asAttachment: 'true' },
  })
  expect(download.bytes).toEqual(content)
  const part = (headers: Record<string, string>) =>
    kim.call(getImage, {
      params: { id: body.image.id },
      query: { asAttachment: 'true' },
      headers: { range: 'bytes=10-', ...headers },
    })
  const rest = await part({ 'if-range': String(download.headers['etag']) })
  expect(rest).toMatchObject({ status: 206, bytes: content.subarray(10) })
  expect(await part({ 'if-range': '"another file"' })).toMatchObject({ status: 200 })
  expect(await part({ range: `bytes=${content.length}-` })).toMatchObject({ status: 416 })
  expect(String(download.headers['content-disposition'])).toContain(
    encodeURIComponent('왼쪽 눈.png'),
  )
  expect(await readFile(path.join(dataFolder, 'datasets/Fundus/왼쪽 눈.png'))).toEqual(content)
})

test('a thumbnail is small, private to the browser, and not sent twice', async () => {
  const { upload, kim } = await withDataset()
  const { body } = await upload('wide.png', await pngOf(1000, 500, 2))
  const ask = { params: { id: body.image.id }, query: { width: 250, thumbnail: 'true' as const } }
  const first = await kim.call(getImage, ask)
  expect(await sharp(first.bytes).metadata()).toMatchObject({
    width: 250,
    height: 125,
    format: 'webp',
  })
  expect(first.headers['cache-control']).toContain('private')
  const second = await kim.call(getImage, {
    ...ask,
    headers: { 'if-none-match': String(first.headers['etag']) },
  })
  expect(second.status).toBe(304)
  const full = await kim.call(getImage, { params: ask.params })
  expect(await sharp(full.bytes).metadata()).toMatchObject({ width: 1000, height: 500 })
})

test('the camera’s orientation is applied once', async () => {
  const { upload, kim } = await withDataset()
  const turned = await sharp(await pngOf(60, 20, 3))
    .jpeg()
    .withMetadata({ orientation: 6 })
    .toBuffer()
  const { body } = await upload('turned.jpg', turned)
  expect(body.image).toMatchObject({ width: 20, height: 60 })
  const shown = await kim.call(getImage, { params: { id: body.image.id } })
  expect(await sharp(shown.bytes).metadata()).toMatchObject({ width: 20, height: 60 })
})

test('identical bytes return the existing image', async () => {
  const { upload } = await withDataset()
  const content = await pngOf(40, 30, 1)
  const first = await upload('a.png', content)
  const second = await upload('b.png', content)
  expect(second.body).toMatchObject({
    existing: true,
    image: { id: first.body.image.id, file_name: 'a.png' },
  })
})

test('another picture under a taken name is refused, until the other is deleted', async () => {
  const { upload, kim } = await withDataset()
  const first = await upload('a.png', await pngOf(40, 30, 1))
  const second = await upload('a.png', await pngOf(40, 30, 2))
  expect(second.status).toBe(409)
  expect(second.body.message).toContain('a.png')
  await kim.call(deleteImage, { params: { id: first.body.image.id } })
  const third = await upload('a.png', await pngOf(40, 30, 2))
  expect(third.status).toBe(409)
  expect(third.body.message).toContain('undo list')
})

describe('a file that is not an image, or not a complete one', () => {
  test.each([
    ['page.png', '<!doctype html><script>alert(1)</script>', 415],
    ['drawing.png', '<svg xmlns="http://www.w3.org/2000/svg"/>', 415],
    ['paper.jpg', '%PDF-1.7', 415],
    ['empty.png', '', 415],
    ['eye.dcm', 'x'.repeat(400), 415],
  ])('%s with the content of something else is refused', async (name, content, status) => {
    const { upload, kim, dataset } = await withDataset()
    const answer = await upload(name, Buffer.from(content))
    expect(answer.status).toBe(status)
    expect(answer.body.message).toContain('Accepted formats: JPEG')
    expect((await kim.call(getDatasetData, { params: { id: dataset.id } })).body.total).toBe(0)
  })

  test('a truncated picture is refused, and nothing of it is kept', async () => {
    const { upload, kim, dataset } = await withDataset()
    const whole = await sharp(await pngOf(400, 300, 1))
      .jpeg()
      .toBuffer()
    const answer = await upload('cut.jpg', whole.subarray(0, whole.length / 2))
    expect(answer.status).toBe(422)
    expect(answer.body.message).toContain('damaged or incomplete')
    expect((await kim.call(getDatasetData, { params: { id: dataset.id } })).body.total).toBe(0)
  })

  test('a picture above the pixel limit is refused without being decoded', async () => {
    const { upload } = await withDataset()
    const huge = claiming(await pngOf(20, 20, 1), 21_000, 20_000)
    expect((await upload('huge.png', huge)).status).toBe(413)
  })

  test('a file larger than the limit is refused', async () => {
    const { given } = await startApp({ uploadBytes: 1000 })
    const kim = await given.user()
    const dataset = await given.dataset(kim)
    const answer = await kim.call(uploadImage, {
      query: { dataset_id: dataset.id },
      files: [{ name: 'a.png', content: Buffer.alloc(5000) }],
    })
    expect(answer.status).toBe(413)
  })
})

/** A PNG file whose header states another size. */
function claiming(png: Buffer, width: number, height: number): Buffer {
  const copy = Buffer.from(png)
  copy.writeUInt32BE(width, 16)
  copy.writeUInt32BE(height, 20)
  copy.writeUInt32BE(crc32(copy.subarray(12, 29)), 29)
  return copy
}

test.each(['.hidden.png', 'nul.png', `${'x'.repeat(300)}.png`])(
  'the file name %j never reaches the disk',
  async (name) => {
    const { upload } = await withDataset()
    expect((await upload(name, await pngOf(20, 20, 1))).status).toBe(400)
  },
)

test('a path in the file name or the folder does not lead out of the dataset', async () => {
  const { upload } = await withDataset()
  const stripped = await upload('../../../../evil.png', await pngOf(20, 20, 1))
  expect(stripped.body.image.path).toBe('evil.png')
  const backslashes = await upload('..\\..\\windows.png', await pngOf(20, 20, 4))
  expect(backslashes.body.image.path).toBe('windows.png')
  for (const folder of ['..', 'a/../../b', '/etc', 'a//b']) {
    expect((await upload('x.png', await pngOf(20, 20, 2), folder)).status).toBe(400)
  }
})

test('folders are listed level by level, and a folder shows what is below it', async () => {
  const { upload, kim, dataset } = await withDataset()
  await upload('1.png', await pngOf(20, 20, 1), 'left/2026')
  await upload('2.png', await pngOf(20, 20, 2), 'left')
  await upload('3.png', await pngOf(20, 20, 3), 'left_over')
  const list = async (folder?: string) =>
    (
      await kim.call(getDatasetData, {
        params: { id: dataset.id },
        query: folder === undefined ? {} : { folder },
      })
    ).body
  expect((await list()).subdirectories).toEqual(['left', 'left_over'])
  const left = await list('left')
  expect(left.subdirectories).toEqual(['2026'])
  expect(left.images.map((image) => image.path).toSorted()).toEqual([
    'left/2.png',
    'left/2026/1.png',
  ])
})

test('several files in one request have their own outcomes', async () => {
  const { kim, dataset } = await withDataset()
  const answer = await kim.call(uploadImages, {
    query: { dataset_id: dataset.id },
    files: [
      { name: 'good.png', content: await pngOf(20, 20, 1) },
      { name: 'bad.png', content: Buffer.from('no image') },
      { name: 'also good.png', content: await pngOf(20, 20, 2) },
    ],
  })
  expect(answer.body.uploaded.map(({ image }) => image.file_name)).toEqual([
    'good.png',
    'also good.png',
  ])
  expect(answer.body.refused).toMatchObject([{ file_name: 'bad.png' }])
})

test('another user’s image does not exist for users who are not members', async () => {
  const { upload, given } = await withDataset()
  const { body } = await upload('a.png', await pngOf(20, 20, 1))
  const stranger = await given.user('stranger')
  const params = { id: body.image.id }
  for (const endpoint of [getImage, deleteImage, getAnnotatorData]) {
    const hidden = await stranger.call(endpoint, { params })
    const missing = await stranger.call(endpoint, { params: { id: 999_999 } })
    expect(hidden.status).toBe(404)
    expect(hidden.bytes).toEqual(missing.bytes)
  }
})

test('neighbours follow the list that the user came from', async () => {
  const { upload, kim } = await withDataset()
  const ids: number[] = []
  for (const [i, name] of ['b.png', 'a.png', 'c.png'].entries()) {
    ids.push((await upload(name, await pngOf(20, 20, i))).body.image.id)
  }
  const [b = 0, a = 0, c = 0] = ids
  const around = async (id: number, query: object) => {
    const { body } = await kim.call(getAnnotatorData, { params: { id }, query })
    const { previous, next, neighbours } = body.image
    expect(neighbours.map(({ id: each }) => each)).toEqual([previous, next].filter(Boolean))
    return [previous, next]
  }
  expect(await around(b, {})).toEqual([a, c])
  const { body } = await kim.call(getAnnotatorData, { params: { id: b }, query: {} })
  const { id, width, height, version } = (
    await kim.call(getAnnotatorData, { params: { id: a }, query: {} })
  ).body.image
  expect(body.image.neighbours[0]).toEqual({ id, width, height, version })
  expect(await around(b, { order: '-file_name' })).toEqual([c, a])
  expect(await around(b, { order: 'id' })).toEqual([null, a])
  expect(await around(b, { file_name__icontains: 'b' })).toEqual([null, null])
})

describe('real files', () => {
  test.each([
    [examplePhotograph('05_h.jpg'), { width: 1752, height: 1168 }],
    [
      fixtureFile('dicom/syntaxes/000_rgb_le.dcm'),
      { width: 400, height: 300, patientID: 'P0000', laterality: 'R' },
    ],
  ])('%s is taken in, shown and described', async (file, expected) => {
    const { upload, kim } = await withDataset()
    const answer = await upload(path.basename(file), await readFile(file))
    expect(answer.status).toBe(201)
    expect(answer.body.image).toMatchObject(expected)
    const shown = await kim.call(getImage, { params: { id: answer.body.image.id } })
    const { width, height } = await sharp(shown.bytes).metadata()
    expect({ width, height }).toEqual({ width: expected.width, height: expected.height })
  })
})

test('files from a user who is not a member are not even received', async () => {
  const { given, dataset, dataFolder, db } = await withDataset()
  const eve = await given.user('eve')
  const refused = await eve.call(uploadImage, {
    query: { dataset_id: dataset.id },
    // More than the server accepts: if it received the upload, it would refuse its size.
    files: [{ name: 'huge.png', content: Buffer.alloc(65 * 2 ** 20) }],
  })
  expect(refused).toMatchObject({ status: 404, body: { code: 'not_found' } })
  expect(await readdir(dataFolder)).not.toContain('temporary')
  const trail = await db
    .selectFrom('audit_event')
    .select(['action', 'outcome'])
    .where('username', '=', 'eve')
    .where('action', '=', 'uploadImage')
    .execute()
  expect(trail).toEqual([{ action: 'uploadImage', outcome: 404 }])
})
