import { readdir, readFile } from 'node:fs/promises'

import type { RgbImage } from '#raster/image'
import { findFieldOfView } from '#retina/field-of-view'
import { measureEye } from '#retina/measures'
import { prepareEye } from '#retina/prepared-eye'
import { assessQuality } from '#retina/quality/quality'
import sharp from 'sharp'

import { readPhotograph } from './cases.ts'
import { openPipeline } from './pipeline.ts'

/** Cost of one analysis; also the program that measures it, in a separate process. */
export interface Cost {
  readonly width: number
  readonly height: number
  readonly parts: readonly { readonly seconds: number }[]
  readonly seconds: number
  readonly ownMegabytes: number
  readonly networkMegabytes: number
}

await using pipeline = await openPipeline(() => {})
const image = await inSquare(
  await readPhotograph('idrid/images/IDRiD_001.jpg'),
  Number(process.argv[2]),
)
await measure(image)
process.stdout.write(`${JSON.stringify(await measure(image))}\n`)

async function measure(photograph: RgbImage): Promise<Cost> {
  const start = performance.now()
  const eye = prepareEye(photograph)
  if (eye.kind === 'not-a-fundus') throw new Error(eye.message)
  assessQuality(photograph, eye)
  const graded = performance.now()
  const maps = await pipeline.mapsOf(eye)
  const mapped = performance.now()
  measureEye(maps)
  const end = performance.now()
  return {
    width: photograph.width,
    height: photograph.height,
    parts: [graded - start, mapped - graded, end - mapped].map(inSeconds),
    ...inSeconds(end - start),
    ownMegabytes: process.resourceUsage().maxRSS / 1024,
    networkMegabytes: await childrenMegabytes(),
  }
}

function inSeconds(milliseconds: number): { seconds: number } {
  return { seconds: milliseconds / 1000 }
}

/** The field of a photograph in a square of the given side in pixels, filled as far as possible. */
async function inSquare(photograph: RgbImage, side: number): Promise<RgbImage> {
  const { width, height, data } = photograph
  const field = findFieldOfView(photograph)
  if (field.kind === 'not-a-fundus') throw new Error(field.message)
  const left = Math.max(0, Math.round(field.centre.x - field.diameterPx / 2))
  const wide = Math.min(width - left, Math.round(field.diameterPx))
  const made = await sharp(data, { raw: { width, height, channels: 3 } })
    .extract({ left, top: 0, width: wide, height })
    .resize({ width: side, height: side, fit: 'contain', background: 'black' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: made.info.width, height: made.info.height, data: new Uint8Array(made.data) }
}

/** The greatest resident size of all child processes, by Linux. */
async function childrenMegabytes(): Promise<number> {
  const threads = await readdir('/proc/self/task').catch(() => [])
  const lists = await Promise.all(
    threads.map((thread) => readFile(`/proc/self/task/${thread}/children`, 'utf8').catch(() => '')),
  )
  const children = lists.flatMap((list) => list.split(' ').filter((id) => id !== ''))
  const sizes = await Promise.all(
    children.map(async (id) => {
      const status = await readFile(`/proc/${id}/status`, 'utf8').catch(() => '')
      return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) / 1024
    }),
  )
  return sizes.reduce((sum, size) => sum + size, 0)
}
