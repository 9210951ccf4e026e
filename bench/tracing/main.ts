import type { Point } from '#geometry/point'
import { distance, nearestOnSegment } from '#geometry/point'
import type { GreyImage, RgbImage } from '#raster/image'
import { resampleChannel } from '#raster/resample'
import { prepareEye } from '#retina/prepared-eye'
import type { TracingClick } from '#retina/tracing/pass-through'
import { fitRibbon } from '#retina/tracing/ribbon'
import { prepareTracing, type TraceablePhotograph, traceVessel } from '#retina/tracing/trace-vessel'
import { smoothCourse } from '#retina/vessels/course'

import { listCases } from '../../training/photographs.ts'
import { Random } from '../../training/quality/random.ts'
import { photographsFolder, readPhotograph } from '../../training/read-photographs.ts'
import { openPipeline } from '../evaluation/pipeline.ts'
import { type Pair, pairsOf } from './vessels.ts'

/**
 * Measures vessel tracing between two clicks against experts' centre lines:
 * `node bench/tracing/main.ts [train|hold-out] [most photographs of a set]`.
 */
const use = process.argv[2] ?? 'hold-out'
const mostPhotographs = Number(process.argv[3] ?? Infinity)
/** The share of a traced line that must lie near the expert's, and how near: pixels, or widths. */
const goal = { share: 0.95, px: 2, widths: 0.15 }

interface Measured {
  readonly near: number
  readonly length: number
  /** The share of the line near the expert's, if only the expert's is moved to the dark. */
  readonly most: number
  /** Distances from the expert's line, of what is allowed. */
  readonly misses: readonly number[]
  readonly ms: number
  readonly crossings: number
  readonly widthRatio: number
}

/** How exactly both ends are clicked on: standard deviation on either axis, in pixels. */
const hands = [
  { name: 'by a hand', error: 1.5 },
  { name: 'by exact clicks', error: 0.3 },
] as const

const cases = (await listCases(photographsFolder)).filter((each) => each.use === use)
await using pipeline = await openPipeline((line) => process.stderr.write(`${line}\n`))
for (const set of ['hrf', 'avrdb']) {
  const photographs = cases
    .filter(({ name }) => name.startsWith(`${set}-`))
    .slice(0, mostPhotographs)
  const ways = [false, true].flatMap((usesMap) =>
    hands.map((hand) => ({ usesMap, hand, measured: new Array<Measured>() })),
  )
  for (const [i, each] of photographs.entries()) {
    const photograph = await readPhotograph(each.photograph)
    const pairs = await pairsOf(each, photograph, new Random(i))
    const green = resampleChannel(photograph, 1, photograph)
    const map = await vesselMapOf(photograph)
    const prepared = [prepareTracing(green, null), prepareTracing(green, map)] as const
    for (const { usesMap, hand, measured } of ways) {
      const random = new Random(i)
      const traceable = prepared[usesMap ? 1 : 0]
      measured.push(...pairs.map((pair) => measure(traceable, pair, { ...hand, random })))
    }
  }
  process.stdout.write(`${set}, ${photographs.length} photographs\n`)
  for (const { usesMap, hand, measured } of ways) {
    process.stdout.write(`  ${hand.name}${usesMap ? ', by the vessel map, too' : ''}\n`)
    tell('all', measured)
    for (const count of [0, 1]) {
      tell(
        `${count} crossings`,
        measured.filter(({ crossings }) => crossings === count),
      )
    }
  }
}

/** As the analysis keeps it: from 0 to 255, at the network's resolution. */
async function vesselMapOf(photograph: RgbImage): Promise<GreyImage> {
  const eye = prepareEye(photograph)
  if (eye.kind === 'not-a-fundus') throw new Error(eye.message)
  const { vessel } = await pipeline.mapsOf(eye)
  return { ...vessel, data: vessel.data.map((probability) => Math.round(255 * probability)) }
}

interface Shaking {
  readonly error: number
  readonly random: Random
}

function measure(
  photograph: TraceablePhotograph,
  { ends, ...truth }: Pair,
  shaking: Shaking,
): Measured {
  const clicks = ends.map((end) => shaken(end, shaking))
  const begun = performance.now()
  const line = traceVessel(photograph, clicks)
  const ms = performance.now() - begun
  const tolerance = Math.max(goal.px, goal.widths * truth.width)
  const missesOf = (points: readonly Point[]) =>
    points.map((point) => distanceFrom(truth.centreLine, point) / tolerance)
  const misses = missesOf(line)
  const near = misses.filter((miss) => miss <= 1).length
  const moved = missesOf(fitRibbon(photograph.views, smoothCourse(truth.centreLine), 1))
  const most = moved.filter((miss) => miss <= 1).length / moved.length
  const width = line.reduce((sum, point) => sum + point.width, 0) / line.length
  const { crossings } = truth
  return { near, length: line.length, most, misses, ms, crossings, widthRatio: width / truth.width }
}

function shaken({ x, y }: Point, { error, random }: Shaking): TracingClick {
  return { x: x + error * random.normal(), y: y + error * random.normal(), error }
}

function distanceFrom(line: readonly Point[], point: Point): number {
  return line.slice(1).reduce((least, to, i) => {
    return Math.min(least, distance(point, nearestOnSegment(point, line[i] ?? to, to)))
  }, Infinity)
}

function tell(name: string, measured: readonly Measured[]): void {
  const sum = (of: (each: Measured) => number) => measured.reduce((all, each) => all + of(each), 0)
  const nearShare = sum(({ near }) => near) / sum(({ length }) => length)
  const good = sum(({ near, length }) => Number(near >= goal.share * length)) / measured.length
  const mostShare = sum((each) => each.most) / measured.length
  const lost = sum(({ misses }) => Number(misses.some((miss) => miss > 4))) / measured.length
  const times = measured.map(({ ms }) => ms).toSorted((a, b) => a - b)
  const ratios = measured.map(({ widthRatio }) => widthRatio).toSorted((a, b) => a - b)
  process.stdout.write(
    `    ${name}: ${measured.length} pairs, ${percent(nearShare)} of the length near (${percent(mostShare)} from the expert's own line), ` +
      `${percent(good)} of the pairs by 95 %, ${percent(lost)} astray, ` +
      `width ${at(ratios, 0.5).toFixed(2)} of the map's, ` +
      `${at(times, 0.5).toFixed(0)} ms (95th percentile ${at(times, 0.95).toFixed(0)})\n`,
  )
}

function at(sorted: readonly number[], share: number): number {
  return sorted[Math.floor(share * sorted.length)] ?? 0
}

function percent(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
