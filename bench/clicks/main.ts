import { existsSync } from 'node:fs'
import path from 'node:path'

import { translate } from '#geometry/polygon'
import { type Part, partsOf } from '#raster/components'
import { crop } from '#raster/crop'
import type { RgbImage } from '#raster/image'
import { predictArea, regionAround } from '#retina/prediction/predict-area'

import { listLesionPhotographs } from '../../training/photographs.ts'
import { photographsFolder, readBitmap } from '../../training/read-photographs.ts'
import { Random } from '../../training/quality/random.ts'
import { extremesOf } from '../prediction/objects.ts'
import { type Clickable, Clicker, exact, type Hand, openClickable } from './clicking.ts'
import { judge } from './user.ts'

/**
 * Clicks on the objects that experts have outlined on IDRiD's held-out photographs, exactly and as a hand
 * does, and prints Dice's coefficient after each click, that of the extreme points for the same objects,
 * and the time of one look on one core: `node bench/clicks/main.ts [MODEL]`.
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

/** Pixels that a hand comes down beside the aim, along each axis: standard deviation. */
const offPx = 2

/** Dice's coefficients of one object. */
interface Measured {
  /** After each click. */
  readonly clicks: readonly number[]
  readonly extremes: number
}

const random = new Random(5)
const hands: readonly (readonly [name: string, hand: Hand])[] = [
  ['exact', exact],
  [
    `${offPx} px off`,
    ({ x, y }) => ({ x: x + offPx * random.normal(), y: y + offPx * random.normal() }),
  ],
]
const clicker = await Clicker.with(process.argv[2])
const measured = new Map<string, Measured[]>()
for (const { name, use, photograph } of await listLesionPhotographs(photographsFolder)) {
  if (use !== 'hold-out') continue
  process.stderr.write(`${name}\n`)
  const opened = await openClickable(photograph)
  for (const [suffix, structure] of structures) {
    for (const object of await objectsIn(`${name}_${suffix}`)) {
      for (const [hand, comesDown] of hands) {
        const about = `${structure}, ${hand}`
        const before = measured.get(about) ?? []
        measured.set(about, [...before, await measure(opened, object, comesDown)])
      }
    }
  }
}
printDice()
printTimes()

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

async function measure(opened: Clickable, object: Part, hand: Hand): Promise<Measured> {
  const { dice } = await clicker.clickOn(opened, object, mostClicks, hand)
  return { clicks: dice, extremes: predict(opened.image, object, hand) }
}

/** Dice's coefficient of the outline from the extreme points. */
function predict(image: RgbImage, object: Part, hand: Hand): number {
  const points = extremesOf(object).map(hand)
  const region = regionAround(points, padding, image)
  const placed = points.map(({ x, y }) => ({ x: x - region.x, y: y - region.y }))
  const area = predictArea(crop(image, region), placed, threshold) ?? []
  return judge(object, translate(area, region.x, region.y), image).dice
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
  const sorted = clicker.times.toSorted((a, b) => a - b)
  const quantile = (share: number) => (sorted[Math.floor(share * sorted.length)] ?? 0).toFixed(1)
  process.stdout.write(
    `one look of the network: median ${quantile(0.5)} ms, 95 % ${quantile(0.95)} ms\n`,
  )
}
