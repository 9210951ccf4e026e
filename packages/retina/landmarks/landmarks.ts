import type { Point } from '#geometry/point'
import { distance } from '#geometry/point'
import { ringOf, signedArea } from '#geometry/polygon'
import { findComponents } from '#raster/components'
import type { GreyImage } from '#raster/image'
import { sampleAt } from '#raster/sample'
import { threshold } from '#raster/threshold'

import type { Disc, DiscDoubt, Fovea } from '../eye-maps.ts'
import type { FieldOfView, MapPlace } from '../field-of-view.ts'
import { mapWithinField } from '../field-of-view.ts'

/** Probabilities from 0 to 1 that a network gives, both maps of one size. */
export interface LandmarkMaps extends MapPlace {
  /** Probability that a pixel belongs to the optic disc. */
  readonly disc: GreyImage
  /** Probability that the fovea's centre is there. */
  readonly fovea: GreyImage
}

/** Minimum probability in the network's map for a disc. */
const faintest = 0.15
/** Less than this on average within its outline is faint. */
const faintMean = 0.6
/** Shares of the field's diameter that a disc has in photographs of 30 to 60 degrees. */
const smallestShare = 0.09
const largestShare = 0.25
/** Maximum distance at which two methods agree, in radii of the disc. */
const agreementRadii = 1.2
/** A candidate with more doubts is not the disc: calibres based on it would be meaningless. */
const mostDoubts = 1
const outlinePoints = 72
/** Maximum distance of the fovea from the disc, in disc diameters. */
const foveaNearest = 1.5
const foveaFarthest = 3.8
const faintestFovea = 0.1

/** The maps with nothing beyond the field of view and beyond the photograph. */
export function withinField(maps: LandmarkMaps, field: FieldOfView): LandmarkMaps {
  return {
    ...maps,
    disc: mapWithinField(maps.disc, maps, field),
    fovea: mapWithinField(maps.fovea, maps, field),
  }
}

/**
 * Finds the optic disc: the part of the network's map with the largest sum, outlined where the map falls to
 * one half (or to half of its largest value), by rays from its centre. Compared with the result of
 * `findBrightDisc`, if there is one. Null if the map shows no credible disc.
 */
export function findDisc(
  { origin, pixelsPerMapPixel: scale, disc: map }: LandmarkMaps,
  field: FieldOfView,
  bright: Point | null,
): Disc | null {
  const most = map.data.reduce((max, value) => Math.max(max, value), 0)
  if (most < faintest) return null
  const level = Math.min(0.5, most / 2)
  const part = strongestPart(map, level)
  const rays = outlineAround(map, part.centre, level)
  const toImage = ({ x, y }: Point): Point => ({ x: origin.x + x * scale, y: origin.y + y * scale })
  const outline = rays.map(toImage)
  const area = Math.abs(signedArea(ringOf(outline)))
  const centre = centroidOf(outline)
  const diameterPx = 2 * Math.sqrt(area / Math.PI)
  const share = diameterPx / field.diameterPx
  const doubts: DiscDoubt[] = []
  if (part.mean < faintMean) doubts.push('faint')
  if (share < smallestShare || share > largestShare) doubts.push('unusual-size')
  const disagree = bright !== null && distance(bright, centre) > (agreementRadii * diameterPx) / 2
  if (disagree) doubts.push('methods-disagree')
  return doubts.length > mostDoubts ? null : { centre, diameterPx, outline, doubts }
}

/** The connected part at or above a level whose values sum up to most. */
function strongestPart(map: GreyImage, level: number): { centre: Point; mean: number } {
  const { labels, areas } = findComponents(threshold(map, level), 8)
  const parts = Array.from(areas, () => ({ sum: 0, x: 0, y: 0 }))
  for (let i = 0; i < labels.length; i++) {
    const label = labels[i] ?? 0
    if (label === 0) continue
    const part = parts[label]
    const value = map.data[i] ?? 0
    if (part === undefined) continue
    part.sum += value
    part.x += value * ((i % map.width) + 0.5)
    part.y += value * (Math.floor(i / map.width) + 0.5)
  }
  const best = parts.reduce((most, part, i) => (part.sum > (parts[most]?.sum ?? 0) ? i : most), 0)
  const { sum, x, y } = parts[best] ?? { sum: 1, x: 0, y: 0 }
  return { centre: { x: x / sum, y: y / sum }, mean: sum / (areas[best] ?? 1) }
}

/** The points where rays from a centre first fall below a level. */
function outlineAround(map: GreyImage, { x, y }: Point, level: number): Point[] {
  const step = 0.25
  const farthest = Math.hypot(map.width, map.height)
  return Array.from({ length: outlinePoints }, (_, k) => {
    const angle = (2 * Math.PI * k) / outlinePoints
    const [dx, dy] = [Math.cos(angle), Math.sin(angle)]
    let before = Math.max(level, sampleAt(map, x, y))
    for (let away = step; away < farthest; away += step) {
      const value = sampleAt(map, x + away * dx, y + away * dy)
      if (value < level) {
        const at = away - (step * (level - value)) / Math.max(1e-9, before - value)
        return { x: x + at * dx, y: y + at * dy }
      }
      before = value
    }
    return { x, y }
  })
}

/** The centre of a polygon's area. */
function centroidOf(outline: readonly Point[]): Point {
  let [twice, x, y] = [0, 0, 0]
  for (const [i, b] of outline.entries()) {
    const a = outline.at(i - 1) ?? b
    const cross = a.x * b.y - b.x * a.y
    twice += cross
    x += cross * (a.x + b.x)
    y += cross * (a.y + b.y)
  }
  return twice === 0 ? (outline[0] ?? { x: 0, y: 0 }) : { x: x / (3 * twice), y: y / (3 * twice) }
}

/**
 * Finds the fovea: the centre of the network's strongest spot, at an anatomically plausible distance from the
 * disc if that is known. Null if the map shows none.
 */
export function findFovea(
  { origin, pixelsPerMapPixel: scale, fovea: map }: LandmarkMaps,
  disc: Disc | null,
): Fovea | null {
  let [best, probability] = [-1, faintestFovea]
  for (let i = 0; i < map.data.length; i++) {
    const value = map.data[i] ?? 0
    if (value <= probability) continue
    const at = {
      x: origin.x + ((i % map.width) + 0.5) * scale,
      y: origin.y + (Math.floor(i / map.width) + 0.5) * scale,
    }
    if (disc !== null && !isAsFar(at, disc)) continue
    ;[best, probability] = [i, value]
  }
  if (best < 0) return null
  const { x, y } = centreOfSpot(map, best, probability / 2)
  return { centre: { x: origin.x + x * scale, y: origin.y + y * scale }, probability }
}

function isAsFar(at: Point, { centre, diameterPx }: Disc): boolean {
  const away = distance(at, centre) / diameterPx
  return away >= foveaNearest && away <= foveaFarthest
}

/** The weighted centre of the pixels connected with a pixel at or above a level. */
function centreOfSpot(map: GreyImage, pixel: number, level: number): Point {
  const { labels } = findComponents(threshold(map, level), 8)
  let [sum, x, y] = [0, 0, 0]
  for (let i = 0; i < labels.length; i++) {
    if (labels[i] !== labels[pixel]) continue
    const value = map.data[i] ?? 0
    sum += value
    x += value * ((i % map.width) + 0.5)
    y += value * (Math.floor(i / map.width) + 0.5)
  }
  return { x: x / sum, y: y / sum }
}
