import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import { ringOf } from '#geometry/polygon'
import { ringToRle } from '#coco/polygon-to-rle'
import { encodeBitmap, intersectionOfRles, rleArea } from '#coco/rle'
import type { Bitmap } from '#raster/image'
import type { Disc, Laterality } from '#retina/eye-maps'
import { lateralityOf } from '#retina/landmarks/laterality'

import { landmarkCases, readLabels, readPhotograph, type LandmarkCase } from './cases.ts'
import { groupsOf, useInWords } from './groups.ts'
import { fixed, type Section, shareInWords, table, titles } from './page.ts'
import type { Pipeline } from './pipeline.ts'
import { meanOf, medianOf, shareOf } from './statistics.ts'

/** Errors are in radii of the disc; null if the landmark was not found or has no reference. */
interface Judged extends LandmarkCase {
  readonly knowsDisc: boolean
  readonly discError: number | null
  readonly dice: number | null
  readonly diameterError: number | null
  readonly foveaError: number | null
  /** Laterality by the landmarks found, and the reference. */
  readonly eye: { readonly told: Laterality; readonly known: Laterality }
  readonly doubts: number
}

/** Compares discs and foveas found with experts' marks. */
export async function evaluateLandmarks(pipeline: Pipeline): Promise<Section> {
  const judged: Judged[] = []
  for (const each of await landmarkCases()) {
    judged.push(await judge(pipeline, each))
    pipeline.say(`disc and fovea: ${each.name}`)
  }
  const groups = groupsOf(judged)
  const discs = groups.map(({ set, use, members }) => {
    const known = members.filter(({ knowsDisc }) => knowsDisc)
    const errors = known.map(({ discError }) => discError ?? Infinity)
    const found = errors.filter((error) => Number.isFinite(error))
    const dices = known.flatMap(({ dice }) => dice ?? [])
    const sizes = known.flatMap(({ diameterError }) => diameterError ?? [])
    return [
      set,
      useInWords[use],
      known.length,
      shareInWords(shareOf(errors.filter((error) => error < 1).length, known.length)),
      `${fixed(medianOf(found), 2)}, ${fixed(Math.max(...found), 2)}`,
      dices.length === 0 ? '–' : `${fixed(meanOf(dices))} (${dices.length})`,
      sizes.length === 0 ? '–' : `${(100 * meanOf(sizes)).toFixed(1)} %`,
      known.filter(({ doubts }) => doubts > 0).length,
    ]
  })
  const foveas = groups.flatMap(({ set, use, members }) => {
    const known = members.filter(({ fovea }) => fovea !== null)
    if (known.length === 0) return []
    const errors = known.map(({ foveaError }) => foveaError ?? Infinity)
    const found = errors.filter((error) => Number.isFinite(error))
    return [
      [
        set,
        useInWords[use],
        known.length,
        shareInWords(shareOf(errors.filter((error) => error < 1).length, known.length)),
        `${fixed(medianOf(found), 2)}, ${fixed(Math.max(...found), 2)}`,
        known.length - found.length,
        ...eyesIn(known),
      ],
    ]
  })
  const columns = [
    'Set',
    'Photographs were',
    'Number',
    'Within one disc radius',
    'Error in radii: median, largest',
  ]
  return {
    title: titles.landmarks,
    text: `${table([...columns, 'Dice', 'Error of the diameter', 'With doubts'], discs)}

${table([...columns, 'Not found', 'Eye determined', 'Wrong eye'], foveas)}

Centres of IDRiD and masks of LES-AV and of three photographs of IDRiD come from the sets' authors. If only the centre is marked, the radius is that of the disc that was found. *With doubts*: the analysis reports the disc as uncertain. *Eye determined*: the number of photographs in which the places of disc and fovea determine the eye; a report warns if the file states the other one.`,
  }
}

/** Number of eyes with inferred laterality, and number of wrong ones. */
function eyesIn(known: readonly Judged[]): [told: number, wrong: number] {
  const told = known.filter(({ eye }) => eye.told !== 'unknown')
  return [told.length, told.filter(({ eye }) => eye.told !== eye.known).length]
}

async function judge(pipeline: Pipeline, each: LandmarkCase): Promise<Judged> {
  const { disc, fovea } = await pipeline.landmarksOf(await readPhotograph(each.photograph))
  const mask = each.discMask === null ? null : await readMask(each.discMask)
  const truth = mask === null ? null : circleOf(mask)
  const centre = each.disc ?? truth?.centre ?? null
  const radius = truth?.radius ?? (disc === null ? NaN : disc.diameterPx / 2)
  return {
    ...each,
    knowsDisc: centre !== null,
    discError: errorOf(disc, centre, radius),
    foveaError: errorOf(fovea, each.fovea, radius),
    eye: { told: lateralityOf(disc, fovea), known: sideOf(centre, each.fovea) },
    ...errorsOfShape(disc, mask, truth),
    doubts: disc?.doubts.length ?? 0,
  }
}

/** By the disc's side of the fovea only. */
function sideOf(disc: Point | null, fovea: Point | null): Laterality {
  if (disc === null || fovea === null) return 'unknown'
  return disc.x > fovea.x ? 'right' : 'left'
}

function errorOf(
  found: { readonly centre: Point } | null,
  truth: Point | null,
  radius: number,
): number | null {
  return found === null || truth === null ? null : distance(found.centre, truth) / radius
}

function errorsOfShape(disc: Disc | null, mask: Bitmap | null, truth: Round | null) {
  if (disc === null || mask === null || truth === null) return { dice: null, diameterError: null }
  return {
    dice: diceOf(disc.outline, mask),
    diameterError: Math.abs(disc.diameterPx / 2 / truth.radius - 1),
  }
}

async function readMask(file: string): Promise<Bitmap> {
  const labels = await readLabels(file)
  return { ...labels, data: labels.data.map((value) => Math.min(1, value)) }
}

interface Round {
  readonly centre: Point
  readonly radius: number
}

/** The circle of the same area around the same middle. */
function circleOf({ width, data }: Bitmap): Round {
  let [x, y, area] = [0, 0, 0]
  for (let i = 0; i < data.length; i++) {
    if (data[i] === 0) continue
    x += (i % width) + 0.5
    y += Math.floor(i / width) + 0.5
    area += 1
  }
  return { centre: { x: x / area, y: y / area }, radius: Math.sqrt(area / Math.PI) }
}

function diceOf(outline: readonly Point[], { width, height, data }: Bitmap): number {
  const found = ringToRle(ringOf(outline), [height, width])
  const truth = encodeBitmap(data, [height, width], 'row-major')
  return (2 * rleArea(intersectionOfRles([found, truth]))) / (rleArea(found) + rleArea(truth))
}
