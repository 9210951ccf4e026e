import { existsSync } from 'node:fs'
import { readFile } from 'node:fs/promises'
import path from 'node:path'
import { performance } from 'node:perf_hooks'

import { translate } from '#geometry/polygon'
import { partsOf, type Part } from '#raster/components'
import { crop } from '#raster/crop'
import type { RgbImage } from '#raster/image'
import { cutWindow } from '#retina/clicks/cut-window'
import { findClicked, outlineOf, type ClickPhotograph } from '#retina/clicks/outline-clicks'
import { overviewOf, overviewSize } from '#retina/clicks/overview'
import { planeCount, type Found } from '#retina/clicks/planes'
import { windowSidePx, type Window } from '#retina/clicks/window'
import { predictArea, regionAround } from '#retina/prediction/predict-area'
import { InferenceSession, Tensor } from 'onnxruntime-node'
import sharp from 'sharp'

import { listLesionPhotographs } from '../../training/photographs.ts'
import { photographsFolder, readBitmap, readPhotograph } from '../../training/read-photographs.ts'
import { extremesOf } from '../prediction/objects.ts'
import { firstClick, judge } from './user.ts'

/**
 * Clicks on the objects that experts have outlined on IDRiD's held-out photographs, and prints Dice's
 * coefficient after each click, that of the extreme points for the same objects, and the time of one look
 * on one core: `node bench/clicks/main.ts [MODEL]`.
 */
const mostClicks = 4
/** Maximum objects of one structure in one photograph, evenly chosen. */
const mostObjects = 6
const leastPixels = 20
/** Usual settings of the tool for extreme points. */
const padding = 50
const threshold = 80
const structures = [
  ['OD', 'disc'],
  ['HE', 'haemorrhage'],
  ['EX', 'hard exudate'],
  ['SE', 'soft exudate'],
  ['MA', 'microaneurysm'],
] as const

/** Dice's coefficients of one object. */
interface Measured {
  /** After each click. */
  readonly clicks: readonly number[]
  readonly extremes: number
}

interface Opened {
  readonly image: RgbImage
  readonly photograph: ClickPhotograph
}

const model =
  process.argv[2] ?? path.join(import.meta.dirname, '../../packages/retina/clicks/network.onnx')
const session = await InferenceSession.create(await readFile(model), {
  executionProviders: ['cpu'],
  intraOpNumThreads: 1,
  interOpNumThreads: 1,
})
const times: number[] = []
const measured = new Map<string, Measured[]>()
for (const { name, use, photograph } of await listLesionPhotographs(photographsFolder)) {
  if (use !== 'hold-out') continue
  process.stderr.write(`${name}\n`)
  const opened = await open(photograph)
  for (const [suffix, structure] of structures) {
    for (const object of await objectsIn(`${name}_${suffix}`)) {
      const before = measured.get(structure) ?? []
      measured.set(structure, [...before, await measure(opened, object)])
    }
  }
}
printDice()
printTimes()

async function open(file: string): Promise<Opened> {
  const image = await readPhotograph(file)
  const { width, height, data } = image
  const size = overviewSize(image)
  const small = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(size.width, size.height, { fit: 'fill', kernel: 'linear' })
    .raw()
    .toBuffer()
  const overview = overviewOf({ ...size, data: new Uint8Array(small) })
  return { image, photograph: { width, height, overview } }
}

/** Some objects of a map, if there is one. */
async function objectsIn(map: string): Promise<Part[]> {
  const file = ['png', 'tif']
    .map((format) => `idrid/lesions/${map}.${format}`)
    .find((each) => existsSync(path.join(photographsFolder, each)))
  if (file === undefined) return []
  const parts = partsOf(await readBitmap(file), 8, leastPixels)
  const step = Math.max(1, Math.ceil(parts.length / mostObjects))
  return parts.filter((_, i) => i % step === 0)
}

async function measure(opened: Opened, object: Part): Promise<Measured> {
  return { clicks: await clickOn(opened, object), extremes: predict(opened.image, object) }
}

async function clickOn({ image, photograph }: Opened, object: Part): Promise<number[]> {
  const region = { x: 0, y: 0, width: image.width, height: image.height }
  const readPixels = (window: Window) =>
    Promise.resolve(cutWindow({ pixels: image, region }, window))
  const clicks = [firstClick(object)]
  const result: number[] = []
  let found: Found | null = null
  for (;;) {
    found = await findClicked(photograph, clicks, found, { readPixels, infer })
    if (found === null) throw new Error('There is a click.')
    const { dice, correction } = judge(object, outlineOf(found, clicks, image), image)
    result.push(dice)
    if (result.length === mostClicks) return result
    if (correction !== null) clicks.push(correction)
  }
}

/** Dice's coefficient of the outline from the exact extreme points. */
function predict(image: RgbImage, object: Part): number {
  const points = extremesOf(object)
  const region = regionAround(points, padding, image)
  const placed = points.map(({ x, y }) => ({ x: x - region.x, y: y - region.y }))
  const area = predictArea(crop(image, region), placed, threshold) ?? []
  return judge(object, translate(area, region.x, region.y), image).dice
}

async function infer(planes: Float32Array): Promise<Float32Array> {
  const shape = [1, planeCount, windowSidePx, windowSidePx]
  const start = performance.now()
  const { probability } = await session.run({ image: new Tensor('float32', planes, shape) })
  times.push(performance.now() - start)
  return probability?.data as Float32Array
}

function printDice(): void {
  process.stdout.write('structure: objects | mean Dice after 1, 2, 3, 4 clicks | extreme points\n')
  for (const [structure, objects] of measured) {
    const clicks = Array.from({ length: mostClicks }, (_, click) =>
      mean(objects.map((object) => object.clicks[click] ?? 0)),
    )
    const extremes = mean(objects.map((object) => object.extremes))
    process.stdout.write(`${structure}: ${objects.length} | ${clicks.join(', ')} | ${extremes}\n`)
  }
}

function mean(values: readonly number[]): string {
  return (values.reduce((sum, value) => sum + value, 0) / values.length).toFixed(3)
}

function printTimes(): void {
  const sorted = times.toSorted((a, b) => a - b)
  const quantile = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(1)
  process.stdout.write(
    `one look of the network: median ${quantile(0.5)} ms, 95 % ${quantile(0.95)} ms\n`,
  )
}
