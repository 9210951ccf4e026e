import { readdir } from 'node:fs/promises'
import { join } from 'node:path'

import type { RgbImage } from '#raster/image'
import {
  type FollowedCalibre,
  followedCalibres,
  findPlaces,
  measureAtPlaces,
} from '#retina/calibres/same-places'
import { findFieldOfView } from '#retina/field-of-view'
import { prepareVessels, registerVessels } from '#retina/registration/register'
import { mean, median } from '#retina/statistics'
import { joinRuns } from '#retina/vessels/runs'

import { Random } from '../../training/quality/random.ts'
import { photographsFolder, readPhotograph } from '../../training/read-photographs.ts'
import { type Eye, openPipeline, type Pipeline } from '../evaluation/pipeline.ts'
import { print } from '../measure.ts'
import { type Light, viewMap, viewThrough } from '../registration/views.ts'

/** Run only if it is named: it takes some ten minutes. */
export const visitParts: Readonly<Record<string, () => Promise<void>>> = { visits: benchVisits }

const folder = 'hrf/images'
/** One photograph in this many. */
const thinning = 3
const visitsOfEye = 4
/** Diameter of the field of a simulated photograph, in pixels. */
const fieldPx = 1500
/** Share of the original's field that it shows. */
const shownShare = 0.95
/** Differences of position: radians, factors, and shares of the field's diameter and radius. */
const most = { turn: 0.07, zoom: 0.03, shift: 0.05, bend: 0.01 } as const
const light: Light = {
  gamma: [0.85, 1.2],
  gain: [0.85, 1.1],
  tilt: 0.15,
  fall: 0.25,
  blur: [0.0002, 0.0011],
  noise: [0.5, 4],
}

/** The calibres of an eye's visits in pixels, as each photograph alone gives them and at the same places. */
interface Course {
  readonly alone: readonly (number | null)[]
  readonly same: readonly (number | null)[]
}

/**
 * The spread of CRAE and CRVE within an eye that has not changed, over simulated visits: the same photograph in
 * another position, light, blur and noise. Real visits also differ by the pulse, the day and the eye's position.
 */
async function benchVisits(): Promise<void> {
  const courses = new Map<FollowedCalibre, Course[]>()
  await using pipeline = await openPipeline(print)
  const listed = (await readdir(join(photographsFolder, folder))).filter((name) =>
    name.endsWith('.jpg'),
  )
  const names = listed.toSorted().filter((_, i) => i % thinning === 0)
  for (const [i, name] of names.entries()) {
    const visits = simulateVisits(await readPhotograph(join(folder, name)), new Random(1000 + i))
    const measured = Object.entries(await coursesOf(pipeline, visits))
    for (const [calibre, course] of measured as [FollowedCalibre, Course][])
      courses.set(calibre, [...(courses.get(calibre) ?? []), course])
    print(`${name}: measured`)
  }
  print(`Simulated visits: ${visitsOfEye} of each of ${names.length} eyes (HRF)`)
  for (const [calibre, found] of courses) tellSpread(calibre, found)
}

function simulateVisits(photograph: RgbImage, random: Random): RgbImage[] {
  const field = findFieldOfView(photograph)
  if (field.kind === 'not-a-fundus') return []
  const radius = (shownShare * field.diameterPx) / 2
  return Array.from({ length: visitsOfEye }, () => {
    const angle = random.between(0, 2 * Math.PI)
    const shift = random.between(0, most.shift) * field.diameterPx
    const centre = {
      x: field.centre.x + shift * Math.cos(angle),
      y: field.centre.y + shift * Math.sin(angle),
    }
    const pose = {
      turn: random.between(-most.turn, most.turn),
      zoom: random.between(1 - most.zoom, 1 + most.zoom),
      bend: () => random.between(-most.bend, most.bend),
    }
    return viewThrough(viewMap({ centre, radius, fieldPx }, pose), photograph, { light, random })
  })
}

async function coursesOf(
  pipeline: Pipeline,
  visits: readonly RgbImage[],
): Promise<Partial<Record<FollowedCalibre, Course>>> {
  const eyes: Eye[] = []
  for (const visit of visits) eyes.push(await pipeline.analyse(visit))
  const [first, ...later] = eyes
  const places = first && findPlaces(first.maps, joinRuns(first.traced.nearDisc))
  const [vesselsOfFirst, ...vessels] = visits.map(prepareVessels)
  if (first === undefined || !places || vesselsOfFirst === undefined) return {}
  const changes = later.map(({ traced }, i) => {
    const own = vessels[i]
    const found = own && registerVessels(vesselsOfFirst, own)
    return found?.kind === 'registered'
      ? measureAtPlaces(places, joinRuns(traced.nearDisc), found.map)
      : {}
  })
  const courses: Partial<Record<FollowedCalibre, Course>> = {}
  for (const calibre of Object.keys(followedCalibres) as FollowedCalibre[]) {
    const alone = eyes.map((eye) => pixelsOf(eye, calibre))
    const [start = null] = alone
    const ratios = [1, ...changes.map((change) => change[calibre]?.ratio ?? null)]
    const same = ratios.map((ratio) => (start === null || ratio === null ? null : start * ratio))
    courses[calibre] = { alone, same }
  }
  return courses
}

function pixelsOf({ measures }: Eye, calibre: FollowedCalibre): number | null {
  const measure = measures.measures[calibre]
  return 'value' in measure ? measure.value / (measures.micrometresPerPixel ?? 1) : null
}

/** Standard deviations within an eye as shares of its mean, over visits that both ways measure. */
function tellSpread(calibre: FollowedCalibre, courses: readonly Course[]): void {
  const both = courses.map(({ alone, same }) =>
    alone.flatMap((value, i) => {
      const other = same[i] ?? null
      return value === null || other === null ? [] : [{ alone: value, same: other }]
    }),
  )
  const eyes = both.filter((pairs) => pairs.length > 1)
  const spreads = (way: 'alone' | 'same') =>
    eyes.map((pairs) => spreadOf(pairs.map((pair) => pair[way])))
  const [alone, same] = [spreads('alone'), spreads('same')]
  const [before, now] = [rootOf(alone), rootOf(same)]
  const count = (way: 'alone' | 'same') =>
    courses.flatMap((course) => course[way]).filter((value) => value !== null).length
  const logs = eyes.flatMap(([first, ...others]) =>
    others.map((pair) => Math.log(pair.same / (first?.same ?? 1))),
  )
  print(
    `${calibre}: SD within an eye ${percentOf(before)} alone, ${percentOf(now)} at the same places`,
  )
  print(
    `  ${percentOf(1 - now / before)} less (medians ${percentOf(median(alone) ?? 0)}, ${percentOf(median(same) ?? 0)}; ${eyes.length} eyes)`,
  )
  print(`  measured: ${count('alone')} alone, ${count('same')} at the same places`)
  print(`  SD of a change since the first visit at the same places: ${percentOf(rootOf(logs))}`)
}

function spreadOf(values: readonly number[]): number {
  const middle = mean(values)
  const squares = values.reduce((sum, value) => sum + (value - middle) ** 2, 0)
  return Math.sqrt(squares / (values.length - 1)) / middle
}

function rootOf(values: readonly number[]): number {
  return Math.sqrt(mean(values.map((value) => value * value)))
}

function percentOf(share: number): string {
  return `${(100 * share).toFixed(1)} %`
}
