import sharp from 'sharp'
import { expect, test } from 'vitest'

import { indexedToPng } from './write-png.ts'
import { bitmapsToTiff } from './write-tiff.ts'

const size = { width: 11, height: 3 }
const at = (...places: number[]) => {
  const bitmap = new Uint8Array(33)
  for (const place of places) bitmap[place] = 1
  return bitmap
}

test('a PNG with a palette shows its colours to another reader', async () => {
  const png = await indexedToPng(at(0, 32), size, [
    [0, 0, 0],
    [255, 128, 7],
  ])
  const { data, info } = await sharp(png).raw().toBuffer({ resolveWithObject: true })
  expect(info).toMatchObject({ ...size, channels: 3 })
  expect([...data.subarray(0, 6)]).toEqual([255, 128, 7, 0, 0, 0])
  expect([...data.subarray(-3)]).toEqual([255, 128, 7])
})

test('a TIFF file has a page for each bitmap, which libtiff reads', async () => {
  const pages = [
    { name: 'disc', bitmap: at(0, 10) },
    { name: '출혈', bitmap: at(11, 32) },
    { name: 'c', bitmap: at() },
  ]
  const tiff = await bitmapsToTiff(pages, size)
  expect(await sharp(tiff).metadata()).toMatchObject({ pages: 3, ...size, format: 'tiff' })
  for (const [page, { bitmap }] of pages.entries()) {
    const { data, info } = await sharp(tiff, { page })
      .toColourspace('b-w')
      .raw()
      .toBuffer({ resolveWithObject: true })
    const lit = Array.from({ length: 33 }, (_, i) => (data[i * info.channels] === 0 ? 0 : 1))
    expect(lit).toEqual([...bitmap])
  }
})
