import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'

import { findComponents } from '#raster/components'
import type { Bitmap, RgbImage } from '#raster/image'
import { createBitmap } from '#raster/image'
import { cutWindow } from '#retina/clicks/cut-window'
import { findClicked, outlineOf, type ClickPhotograph } from '#retina/clicks/outline-clicks'
import { overviewOf, overviewSize } from '#retina/clicks/overview'
import type { Found } from '#retina/clicks/planes'
import { planeCount } from '#retina/clicks/planes'
import { windowSidePx, type Window } from '#retina/clicks/window'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'

import { listLesionPhotographs } from '../../training/photographs.ts'
import { photographsFolder, readBitmap, readPhotograph } from '../../training/read-photographs.ts'
import { firstClick, judge, type Outlined } from './user.ts'

/**
 * Clicks on the objects that experts have outlined on the photographs of IDRiD that no network was
 * trained on, and prints Dice's coefficient after each click, and the time of one on one core:
 * `node bench/clicks/main.ts [MODEL]`.
 */
const mostClicks = 4
/** Of one structure in one photograph, evenly chosen. */
const mostObjects = 6
const leastPixels = 20
const structures = [
  ['OD', 'disc'],
  ['HE', 'haemorrhage'],
  ['EX', 'hard exudate'],
  ['SE', 'soft exudate'],
  ['MA', 'microaneurysm'],
] as const

const model =
  process.argv[2] ?? path.join(import.meta.dirname, '../../packages/retina/clicks/network.onnx')
const session = await InferenceSession.create(await readFile(model), {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
})
const times: number[] = []
const dice = new Map<string, number[][]>()
for (const { name, use, photograph } of await listLesionPhotographs(photographsFolder)) {
  if (use !== 'hold-out') continue
  const image = await readPhotograph(photograph)
  process.stderr.write(`${name}\n`)
  for (const [suffix, structure] of structures) {
    const file = ['png', 'tif'].map((format) => `idrid/lesions/${name}_${suffix}.${format}`)
    const mask = file.find((each) => existsSync(path.join(photographsFolder, each)))
    if (mask === undefined) continue
    for (const object of objectsOf(await readBitmap(mask))) {
      const rows = dice.get(structure) ?? []
      dice.set(structure, [...rows, await clickOn(image, object)])
    }
  }
}

process.stdout.write('structure: objects | mean Dice after 1, 2, 3, 4 clicks\n')
for (const [structure, rows] of dice) {
  const means = Array.from({ length: mostClicks }, (_, click) =>
    (rows.reduce((sum, row) => sum + (row[click] ?? 0), 0) / rows.length).toFixed(3),
  )
  process.stdout.write(`${structure}: ${rows.length} | ${means.join(', ')}\n`)
}
const sorted = times.toSorted((a, b) => a - b)
const quantile = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(1)
process.stdout.write(
  `one look of the network: median ${quantile(0.5)} ms, 95 % ${quantile(0.95)} ms\n`,
)

async function clickOn(image: RgbImage, object: Outlined): Promise<number[]> {
  const photograph = await photographOf(image)
  const region = { x: 0, y: 0, width: image.width, height: image.height }
  const readPixels = (window: Window) =>
    Promise.resolve(cutWindow({ pixels: image, region }, window))
  const machine = { readPixels, infer }
  const clicks = [firstClick(object)]
  const result: number[] = []
  let found: Found | null = null
  for (;;) {
    found = await findClicked(photograph, clicks, found, machine)
    if (found === null) throw new Error('There is a click.')
    const { dice: reached, correction } = judge(object, outlineOf(found, clicks, image), image)
    result.push(reached)
    if (result.length === mostClicks) return result
    if (correction !== null) clicks.push(correction)
  }
}

async function infer(planes: Float32Array): Promise<Float32Array> {
  const shape = [1, planeCount, windowSidePx, windowSidePx]
  const start = performance.now()
  const { probability } = await session.run({ image: new Tensor('float32', planes, shape) })
  times.push(performance.now() - start)
  return probability?.data as Float32Array
}

async function photographOf(image: RgbImage): Promise<ClickPhotograph> {
  const { width, height, data } = image
  const size = overviewSize(image)
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  return { width, height, overview: overviewOf({ ...size, data: new Uint8Array(small) }) }
}

function objectsOf(mask: Bitmap): Outlined[] {
  const { labels, areas, width } = findComponents(mask, 8)
  const boxes = Array.from(areas, () => ({ left: Infinity, top: Infinity, right: 0, bottom: 0 }))
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] ?? 0
    const box = boxes[label]
    if (label === 0 || box === undefined) continue
    const [x, y] = [i % width, Math.floor(i / width)]
    box.left = Math.min(box.left, x)
    box.top = Math.min(box.top, y)
    box.right = Math.max(box.right, x + 1)
    box.bottom = Math.max(box.bottom, y + 1)
  }
  const large = boxes
    .map((box, label) => ({ ...box, label }))
    .filter(({ label }) => label > 0 && (areas[label] ?? 0) >= leastPixels)
  const step = Math.max(1, Math.ceil(large.length / mostObjects))
  return large
    .filter((_, i) => i % step === 0)
    .map(({ left, top, right, bottom, label }) => {
      const region = { x: left, y: top, width: right - left, height: bottom - top }
      const truth = createBitmap(region)
      for (let i = 0; i < truth.data.length; i++) {
        const at = (top + Math.floor(i / region.width)) * width + left + (i % region.width)
        truth.data[i] = labels[at] === label ? 1 : 0
      }
      return { region, truth }
    })
}
