import { expect, test } from 'vitest'

import { crop, type Region } from '#raster/crop'
import type { RgbImage } from '#raster/image'

import { cutWindow } from './cut-window.ts'
import { windowReader } from './window-reader.ts'
import { windowSidePx as sidePx } from './window.ts'

const size = { width: 600, height: 400 }
const image: RgbImage = {
  ...size,
  data: Uint8Array.from({ length: 3 * size.width * size.height }, (_, i) => (i * 7) % 256),
}
const whole = { x: 0, y: 0, ...size }

test('one part of the photograph serves several windows, which look as if cut from all of it', async () => {
  const read: Region[] = []
  const readPixels = windowReader(size, (region) => {
    read.push(region)
    return Promise.resolve(crop(image, region))
  })
  const narrow = { centre: { x: 300, y: 200 }, side: 40, sidePx }
  const wider = { centre: { x: 310, y: 195 }, side: 90, sidePx }
  for (const window of [narrow, wider]) {
    expect(await readPixels(window)).toEqual(cutWindow({ pixels: image, region: whole }, window))
  }
  expect(read).toEqual([{ x: 220, y: 120, width: 160, height: 160 }])
  await readPixels({ centre: { x: 10, y: 10 }, side: 90, sidePx })
  expect(read).toHaveLength(2)
  await readPixels(narrow)
  expect(read).toHaveLength(2)
})

test('only the last parts are kept', async () => {
  let reads = 0
  const readPixels = windowReader(size, (region) => {
    reads += 1
    return Promise.resolve(crop(image, region))
  })
  const first = { centre: { x: 20, y: 20 }, side: 10, sidePx }
  await readPixels(first)
  for (let x = 100; x < 600; x += 100) await readPixels({ centre: { x, y: 300 }, side: 10, sidePx })
  expect(reads).toBe(6)
  await readPixels({ centre: { x: 500, y: 300 }, side: 10, sidePx })
  expect(reads).toBe(6)
  await readPixels(first)
  expect(reads).toBe(7)
})

test('beyond the photograph its last pixels go on', () => {
  const window = { centre: { x: 600, y: 100 }, side: sidePx, sidePx }
  const { data } = cutWindow({ pixels: image, region: whole }, window)
  const row = data.subarray(3 * sidePx * 10, 3 * sidePx * 11)
  const last = [...row.subarray((3 * sidePx) / 2 - 3, (3 * sidePx) / 2)]
  expect([...row.subarray(-3)]).toEqual(last)
  const y = 100 - sidePx / 2 + 10
  expect(last).toEqual([...image.data.subarray(3 * (y * 600 + 599), 3 * (y + 1) * 600)])
})
