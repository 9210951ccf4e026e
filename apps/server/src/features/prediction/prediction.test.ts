import { existsSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { request } from 'node:http'
import type { AddressInfo } from 'node:net'

import sharp from 'sharp'
import { expect, test } from 'vitest'

import { uploadImage } from '#contract/images'
import { predictArea, predictClicked } from '#contract/prediction'
import { boxOf } from '#geometry/box'
import { area } from '#geometry/polygon'
import { parseSegmentation } from '#geometry/segmentation'

import { startApp } from '../../testing/start-app.ts'

/** A bright blot, wider than high, on a mottled ground; the four points are its extremes. */
const blot = { x: 400, y: 300, rx: 60, ry: 40 }
const points: [number, number][] = [
  [blot.x - blot.rx, blot.y],
  [blot.x, blot.y - blot.ry],
  [blot.x + blot.rx, blot.y],
  [blot.x, blot.y + blot.ry],
]
const drawn = `<svg xmlns="http://www.w3.org/2000/svg" width="800" height="600">
  <rect width="800" height="600" fill="#8a3010"/>
  <ellipse cx="${blot.x}" cy="${blot.y}" rx="${blot.rx}" ry="${blot.ry}" fill="#f0c060"/></svg>`

async function withImage() {
  const started = await startApp()
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim)
  const files = [{ name: 'eye.png', content: await sharp(Buffer.from(drawn)).png().toBuffer() }]
  const { body } = await kim.call(uploadImage, { query: { dataset_id: dataset.id }, files })
  const imageId = body.image.id
  const predict = (input: object) =>
    kim.call(predictArea, { params: { imageId }, body: { points, ...input } })
  const click = (...clicks: { x: number; y: number; inside: boolean }[]) =>
    kim.call(predictClicked, { params: { imageId }, body: { clicks } })
  return { ...started, kim, imageId, predict, click }
}

test('the outline of an object is returned in image pixels, and the call is in the audit trail', async () => {
  const { predict, db, imageId } = await withImage()
  const { status, body } = await predict({})
  expect(status).toBe(200)
  const shape = parseSegmentation(body.segmentation)
  const expected = Math.PI * blot.rx * blot.ry
  expect(Math.abs(area(shape) / expected - 1)).toBeLessThan(0.05)
  expect(shape).toHaveLength(1)
  expect(body.model).toEqual({ name: 'extreme-points', version: expect.any(String) })
  const row = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', 'predictArea')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ username: 'kim', outcome: 200, object_id: imageId })
})

test('a lower threshold draws wider, a higher one tighter', async () => {
  const { predict } = await withImage()
  const areas: number[] = []
  for (const threshold of [10, 80, 99]) {
    const { body } = await predict({ threshold })
    areas.push(area(parseSegmentation(body.segmentation)))
  }
  expect(areas).toEqual(areas.toSorted((a, b) => b - a))
  expect(new Set(areas).size).toBe(3)
})

test('an object as large as the image is outlined, too', async () => {
  const { predict } = await withImage()
  const whole: [number, number][] = [
    [0, 300],
    [400, 0],
    [800, 300],
    [400, 600],
  ]
  const { status, body } = await predict({ points: whole, padding: 500 })
  expect(status).toBe(200)
  for (const [i, value] of body.segmentation.flat().entries()) {
    expect(value).toBeGreaterThanOrEqual(0)
    expect(value).toBeLessThanOrEqual(i % 2 === 0 ? 800 : 600)
  }
})

test.each([
  ['three points', { points: points.slice(1) }, 'exactly four points'],
  ['five points', { points: [...points, [1, 1]] }, 'exactly four points'],
  ['a point outside', { points: [...points.slice(1), [900, 300]] }, 'Point 4 (900, 300)'],
  ['one line', { points: [0, 10, 20, 30].map((at) => [at, at]) }, 'one line or in one place'],
  ['one place', { points: Array.from({ length: 4 }, () => [50, 50]) }, 'one line or in one place'],
  ['too much padding', { padding: 501 }, 'padding'],
  ['no threshold', { threshold: 0 }, 'threshold'],
])('%s: refused in words', async (_, input, words) => {
  const { predict } = await withImage()
  const { status, body } = await predict(input)
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(words)
})

test('a click outlines the object, which the network is credited for', async () => {
  const { click, db, imageId } = await withImage()
  const { status, body } = await click({ x: blot.x + 5, y: blot.y, inside: true })
  expect(status).toBe(200)
  const box = boxOf(parseSegmentation(body.segmentation))
  expect(Math.abs((box?.width ?? 0) / (2 * blot.rx) - 1)).toBeLessThan(0.15)
  expect(Math.abs((box?.height ?? 0) / (2 * blot.ry) - 1)).toBeLessThan(0.15)
  expect(body.model).toEqual({ name: 'clicks', version: expect.any(String) })
  const row = await db
    .selectFrom('audit_event')
    .selectAll()
    .where('action', '=', 'predictClicked')
    .executeTakeFirstOrThrow()
  expect(row).toMatchObject({ username: 'kim', outcome: 200, object_id: imageId })
})

test.each([
  ['none', [], 'clicks'],
  ['the first one beside the object', [{ ...blot, inside: false }], 'must lie inside'],
  ['one outside the image', [{ x: 900, y: 300, inside: true }], 'Click 1 (900, 300)'],
])('clicks are refused in words: %s', async (_, clicks, words) => {
  const { click } = await withImage()
  const { status, body } = await click(...clicks.map(({ x, y, inside }) => ({ x, y, inside })))
  expect(status).toBe(400)
  expect(JSON.stringify(body)).toContain(words)
})

test('a server at its capacity answers that it is busy, and then continues', async () => {
  const { predict } = await withImage()
  const answers = await Promise.all(Array.from({ length: 12 }, () => predict({})))
  const statuses = answers.map(({ status }) => status)
  expect(new Set(statuses)).toEqual(new Set([200, 503]))
  expect(statuses.filter((status) => status === 200).length).toBeGreaterThanOrEqual(4)
  expect((await predict({})).status).toBe(200)
})

test('a disconnected caller frees the place, which the trail records', async () => {
  const { app, kim, imageId, db, parts, predict } = await withImage()
  await rm(parts.temporaryFolder, { recursive: true, force: true })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const { port } = app.server.address() as AddressInfo
  const body = JSON.stringify({ points, padding: 500 })
  const call = request({
    port,
    path: `/api/model/prediction/${imageId}`,
    method: 'POST',
    headers: {
      cookie: Array.from(kim.cookies, ([name, value]) => `${name}=${value}`).join('; '),
      'content-type': 'application/json',
    },
  })
  call.on('error', () => undefined)
  call.end(body)
  // The folder is created again when the photograph is about to be decoded.
  await expect.poll(() => existsSync(parts.temporaryFolder)).toBe(true)
  call.destroy()
  const outcomes = () =>
    db.selectFrom('audit_event').select('outcome').where('action', '=', 'predictArea').execute()
  await expect.poll(outcomes, { timeout: 60_000 }).toEqual([{ outcome: 503 }])
  expect((await predict({})).status).toBe(200)
})
