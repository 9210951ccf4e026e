import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import { distance } from '#geometry/point'
import type { RgbImage } from '#raster/image'
import { findFieldOfView } from '#retina/field-of-view'
import { mapPlace } from '#retina/registration/quadratic-map'
import {
  type PreparedVessels,
  prepareVessels,
  type Registration,
  registerVessels,
} from '#retina/registration/register'
import sharp from 'sharp'

import { Random } from '../../training/quality/random.ts'
import { photographsFolder } from '../../training/read-photographs.ts'
import { print } from '../measure.ts'
import { cutViews, viewPx } from './views.ts'

/** Run only if they are named: they take minutes. */
export const registrationParts: Readonly<Record<string, () => Promise<void>>> = {
  registration: benchRegistration,
}

/** Sets of photographs, and how many of the first were used for the choice of thresholds. */
const sets = [
  { folder: 'idrid/grades', used: 151 },
  { folder: 'idrid/images', used: 0 },
  { folder: 'avrdb', used: 0 },
  { folder: 'chasedb1', used: 0 },
  { folder: 'les-av/images', used: 0 },
  { folder: 'drive/images', used: 0 },
] as const
/** One photograph in this many of the first set, all of the others. */
const thinning = 3
/** Longer side of a photograph as it is read. */
const longestSide = 2400
/** Errors are in pixels of photographs whose field is this wide. */
const statedPx = 2000
/** Other eyes with which each eye is compared: the next ones, as they are and mirrored. */
const neighbours = [1, 2]

interface Eye {
  readonly name: string
  readonly set: string
  readonly vessels: PreparedVessels
  readonly mirrored: PreparedVessels
}

interface TruePair {
  readonly name: string
  readonly overlap: number
  readonly registration: Registration
  /** At each place that both views show. */
  readonly errors: readonly number[]
  readonly cpuMs: number
}

async function benchRegistration(): Promise<void> {
  const truePairs: TruePair[] = []
  const eyes: Eye[] = []
  for (const { folder, used } of sets) {
    for (const [i, name] of (await photographsOf(folder)).slice(used).entries()) {
      if (used > 0 && i % thinning > 0) continue
      const photograph = await read(join(folder, name), false)
      truePairs.push(...registerViews(photograph, `${folder}/${name}`, new Random(i)))
      const [vessels, mirrored] = [photograph, await read(join(folder, name), true)].map(
        prepareVessels,
      )
      if (vessels === undefined || mirrored === undefined) continue
      eyes.push({ name, set: folder, vessels, mirrored })
    }
    print(`${folder}: read`)
  }
  tellTruePairs(truePairs)
  tellDifferentEyes(eyes)
}

async function photographsOf(folder: string): Promise<string[]> {
  const names = await readdir(join(photographsFolder, folder))
  return names.filter((name) => /^(?!.*(_av|HO)\.).*\.(jpg|png|tif)$/.test(name)).toSorted()
}

async function read(name: string, isMirrored: boolean): Promise<RgbImage> {
  const { data, info } = await sharp(join(photographsFolder, name))
    .toColourspace('srgb')
    .removeAlpha()
    .flop(isMirrored)
    .resize({ width: longestSide, height: longestSide, fit: 'inside', withoutEnlargement: true })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { width: info.width, height: info.height, data: new Uint8Array(data) }
}

function registerViews(photograph: RgbImage, name: string, random: Random): TruePair[] {
  const field = findFieldOfView(photograph)
  if (field.kind === 'not-a-fundus') return []
  const pair = cutViews(photograph, field, { overlap: random.between(0.4, 1), random })
  const begun = process.cpuUsage()
  const [first, second] = [prepareVessels(pair.first), prepareVessels(pair.second)]
  const registration: Registration =
    first === undefined || second === undefined
      ? { kind: 'refused', reason: 'no-field' }
      : registerVessels(first, second)
  const cpuMs = process.cpuUsage(begun).user / 1000
  const scale = statedPx / viewPx
  const errors =
    registration.kind === 'refused'
      ? []
      : pair.places.map(({ from, to }) => scale * distance(mapPlace(registration.map, from), to))
  return [{ name, overlap: pair.overlap, registration, errors, cpuMs }]
}

function tellTruePairs(pairs: readonly TruePair[]): void {
  const registered = pairs.filter(({ registration }) => registration.kind === 'registered')
  const errors = registered.flatMap((pair) => pair.errors)
  const share = (100 * registered.length) / pairs.length
  const times = pairs.map(({ cpuMs }) => cpuMs)
  print(`${pairs.length} pairs of views of one eye: ${share.toFixed(1)} % registered`)
  print(
    `  error: median ${at(errors, 0.5)}, 90th percentile ${at(errors, 0.9)} pixels of ${statedPx}`,
  )
  const medians = registered.map((pair) => Number(at(pair.errors, 0.5)))
  print(`  median error of a pair: 95th percentile ${at(medians, 0.95)}, largest ${at(medians, 1)}`)
  print(`  time on one core: median ${at(times, 0.5)}, 95th percentile ${at(times, 0.95)} ms`)
  for (const { name, overlap, registration } of pairs) {
    if (registration.kind === 'refused')
      print(`  refused: ${name}, overlap ${overlap.toFixed(2)}, ${registration.reason}`)
  }
}

function tellDifferentEyes(eyes: readonly Eye[]): void {
  const pairs = eyes.flatMap((eye, i) => [
    { name: `${eye.set}: ${eye.name} and itself mirrored`, a: eye.vessels, b: eye.mirrored },
    ...neighbours.flatMap((step) => {
      const other = eyes[(i + step) % eyes.length]
      if (other === undefined) return []
      const name = `${eye.set}: ${eye.name} and ${other.name}`
      return [
        { name, a: eye.vessels, b: other.vessels },
        { name: `${name} mirrored`, a: eye.vessels, b: other.mirrored },
      ]
    }),
  ])
  const begun = process.cpuUsage()
  const found = pairs.map(({ name, a, b }) => ({ name, registration: registerVessels(a, b) }))
  const ms = process.cpuUsage(begun).user / 1000 / pairs.length
  const wrong = found.filter(({ registration }) => registration.kind === 'registered')
  print(`${pairs.length} pairs of different eyes: ${wrong.length} registered`)
  print(`  time on one core without preparation: mean ${ms.toFixed(0)} ms`)
  for (const { name, registration } of wrong) {
    const agreement = registration.kind === 'registered' ? (registration.agreement ?? 0) : 0
    print(`  registered: ${name}, agreement ${agreement.toFixed(2)}`)
  }
}

function at(values: readonly number[], share: number): string {
  const sorted = values.toSorted((a, b) => a - b)
  return (sorted[Math.floor(share * (sorted.length - 1))] ?? NaN).toFixed(2)
}
