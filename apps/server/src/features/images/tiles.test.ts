import { readdir } from 'node:fs/promises'
import path from 'node:path'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { getImageTile, uploadImage } from '#contract/images'

import { startApp } from '../../testing/start-app.ts'

/** Left red, right blue, with the last column and row in white. */
function drawn(width: number, height: number): Promise<Buffer> {
  return sharp(
    Buffer.from(`<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}">
    <rect width="${width}" height="${height}" fill="#c02020"/>
    <rect x="${width / 2}" width="${width / 2}" height="${height}" fill="#2020c0"/>
    <rect y="${height - 40}" width="${width}" height="40" fill="#fff"/></svg>`),
  )
    .removeAlpha()
    .png()
    .toBuffer()
}

async function withImage(content: Buffer) {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim)
  const { body } = await kim.call(uploadImage, {
    query: { dataset_id: dataset.id },
    files: [{ name: 'large.png', content }],
  })
  const tile = (level: number, x: number, y: number, headers: Record<string, string> = {}) =>
    kim.call(getImageTile, { params: { id: body.image.id, level, x, y }, headers })
  return { ...started, tile }
}

async function colourOf(bytes: Buffer, left: number, top: number): Promise<number[]> {
  const pixel = sharp(bytes).extract({ left, top, width: 1, height: 1 })
  return [...(await pixel.raw().toBuffer())].map((value) => Math.round(value / 32) * 32)
}

test('tiles join to the whole image at each level', async () => {
  const { tile } = await withImage(await drawn(2500, 1500))
  const corner = await tile(0, 2, 1)
  expect(corner.status).toBe(200)
  expect(corner.headers['content-type']).toBe('image/jpeg')
  expect(await sharp(corner.bytes).metadata()).toMatchObject({ width: 452, height: 476 })
  expect(await colourOf(corner.bytes, 100, 100)).toEqual([32, 32, 192])
  expect(await colourOf(corner.bytes, 100, 460)).toEqual([256, 256, 256])
  expect(await colourOf((await tile(0, 0, 0)).bytes, 1000, 1000)).toEqual([192, 32, 32])
  const middle = await tile(0, 1, 0)
  expect(await colourOf(middle.bytes, 1240 - 1024, 5)).toEqual([192, 32, 32])
  expect(await colourOf(middle.bytes, 1260 - 1024, 5)).toEqual([32, 32, 192])
  const half = await tile(1, 1, 0)
  expect(await sharp(half.bytes).metadata()).toMatchObject({ width: 226, height: 750 })
  const small = await tile(2, 0, 0)
  expect(await sharp(small.bytes).metadata()).toMatchObject({ width: 625, height: 375 })
})

test('the browser caches a tile privately, and gets it once', async () => {
  const { tile } = await withImage(await drawn(1200, 900))
  const { headers } = await tile(0, 1, 0)
  expect(headers['cache-control']).toContain('private')
  expect((await tile(0, 1, 0, { 'if-none-match': String(headers['etag']) })).status).toBe(304)
})

test.each([
  [0, 2, 0],
  [0, 0, 1],
  [1, 1, 0],
  [12, 0, 0],
])('there is no tile %i/%i/%i of a small image', async (level, x, y) => {
  const { tile } = await withImage(await drawn(1200, 900))
  const answer = await tile(level, x, y)
  expect(answer.status).toBe(404)
})

test('many concurrent requests make the tiles once', async () => {
  const { tile, dataFolder } = await withImage(await drawn(3000, 2100))
  const wanted = [0, 1, 2].flatMap((x) => [0, 1, 2].map((y) => tile(0, x, y)))
  const answers = await Promise.all(wanted)
  expect(answers.map(({ status }) => status)).toEqual(Array.from(answers, () => 200))
  const kept = await readdir(path.join(dataFolder, 'renditions/tiles'))
  expect(kept).toHaveLength(1)
})

test('16-bit pictures have tiles in their shown grey scale', async () => {
  const noise = { type: 'gaussian', mean: 128, sigma: 30 } as const
  const deep = await sharp({
    create: { width: 1100, height: 600, channels: 3, background: '#fff', noise },
  })
    .toColourspace('rgb16')
    .png()
    .toBuffer()
  expect(await sharp(deep).metadata()).toMatchObject({ depth: 'ushort' })
  const { tile } = await withImage(deep)
  const { bytes } = await tile(0, 0, 0)
  const { channels } = await sharp(bytes).stats()
  expect(Math.round(channels[0]?.mean ?? 0)).toBeGreaterThan(120)
  expect(Math.round(channels[0]?.mean ?? 0)).toBeLessThan(136)
})

test('all tiles of an image that a person views are one access in the audit trail', async () => {
  const { db, given, tile } = await withImage(await drawn(2500, 1500))
  const places = [0, 1, 2].flatMap((x) => [0, 1].map((y) => [x, y] as const))
  await Promise.all(places.map(([x, y]) => tile(0, x, y)))
  await tile(1, 0, 0)
  const stranger = await given.user('stranger')
  for (const x of [0, 1]) {
    await stranger.call(getImageTile, { params: { id: 1, level: 0, x, y: 0 } })
  }
  const rows = await db
    .selectFrom('audit_event')
    .select(['username', 'object_type', 'object_id', 'outcome'])
    .where('action', '=', 'getImageTile')
    .orderBy('id')
    .execute()
  const about = { object_type: 'image', object_id: 1 }
  expect(rows).toEqual([
    { ...about, username: 'kim', outcome: 200 },
    { ...about, username: 'stranger', outcome: 404 },
    { ...about, username: 'stranger', outcome: 404 },
  ])
})
