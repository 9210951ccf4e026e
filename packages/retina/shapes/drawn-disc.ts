import { boxContains, boxOf } from '#geometry/box'
import type { Point } from '#geometry/point'
import type { MultiPolygon, Polygon, Ring } from '#geometry/polygon'
import { area, centroid, pointsOf } from '#geometry/polygon'

import { type CupToDisc, measureCupToDisc } from './cup-disc.ts'

/** What people have drawn on one photograph; areas and places in image pixels. */
export interface DrawnStructures {
  readonly discs: readonly MultiPolygon[]
  readonly cups: readonly MultiPolygon[]
  readonly foveas: readonly Point[]
  /** As stated; null: unknown. It decides where the nose is if no fovea is drawn. */
  readonly laterality: 'right' | 'left' | null
}

/** A quarter of the disc, on the side of the photograph or of the nose. */
type RimQuadrant = 'inferior' | 'superior' | 'nasal' | 'temporal' | 'left' | 'right'

/** A drawn cup against the drawn disc around it. */
export interface DrawnDisc {
  readonly ratios: CupToDisc
  /**
   * The mean width of the rim in each quarter of the disc, in image pixels, in the order of the ISNT
   * rule. If nobody knows where the nose is, the sides are those of the photograph.
   */
  readonly rimPx: readonly (readonly [RimQuadrant, number])[]
}

/** Directions in which the rim is measured: one for each degree. */
const directions = 360

/**
 * Measures the largest disc and the largest cup whose middle lies in it; null without both. The
 * heights, and so the vertical ratio, are those in the photograph. The rim's width is the way from
 * the outermost edge of the cup to that of the disc on rays from the disc's centre of gravity, and
 * each quarter reaches 45° to both sides of its direction. Source: J. B. Jonas, G. C. Gusek, G. O. H.
 * Naumann, Optic disc, cup and neuroretinal rim size, Invest Ophthalmol Vis Sci 1988;29:1151-8.
 */
export function measureDrawnDisc({
  discs,
  cups,
  foveas,
  laterality,
}: DrawnStructures): DrawnDisc | null {
  const disc = largestPart(discs.flat())
  const box = disc === null ? null : boxOf([disc])
  if (disc === null || box === null) return null
  const cup = largestPart(cups.flat().filter((part) => boxContains(box, middleOf(part))))
  if (cup === null) return null
  const ratios = measureCupToDisc(pointsOf(cup.outer), pointsOf(disc.outer))
  if (ratios === undefined) return null
  const centre = centroid([{ outer: disc.outer, holes: [] }]) ?? middleOf(disc)
  const width = rimWidths({ cup: cup.outer, disc: disc.outer, centre })
  const nose = noseSide(centre, foveas, laterality)
  const sides =
    nose === null
      ? ([
          ['left', width.left],
          ['right', width.right],
        ] as const)
      : ([
          ['nasal', width[nose]],
          ['temporal', width[nose === 'left' ? 'right' : 'left']],
        ] as const)
  return {
    ratios,
    rimPx: [['inferior', width.inferior], ['superior', width.superior], ...sides],
  }
}

function largestPart(parts: readonly Polygon[]): Polygon | null {
  const [largest] = parts.toSorted((a, b) => area([b]) - area([a]))
  return largest ?? null
}

function middleOf(part: Polygon): Point {
  const box = boxOf([part]) ?? { x: 0, y: 0, width: 0, height: 0 }
  return { x: box.x + box.width / 2, y: box.y + box.height / 2 }
}

/** The disc lies on the nasal side of the fovea; in a photograph of a right eye that is the right. */
function noseSide(
  disc: Point,
  [fovea]: readonly Point[],
  laterality: DrawnStructures['laterality'],
): 'left' | 'right' | null {
  if (fovea !== undefined) return disc.x > fovea.x ? 'right' : 'left'
  return laterality
}

interface Margins {
  readonly cup: Ring
  readonly disc: Ring
  readonly centre: Point
}

const quarters = ['right', 'inferior', 'left', 'superior'] as const

function rimWidths({ cup, disc, centre }: Margins): Record<(typeof quarters)[number], number> {
  const sums = { right: 0, inferior: 0, left: 0, superior: 0 }
  for (let k = 0; k < directions; k++) {
    const angle = (2 * Math.PI * (k + 0.5)) / directions
    const quarter = quarters[Math.round((4 * (k + 0.5)) / directions) % 4] ?? 'right'
    const width = reachOf(disc, centre, angle) - reachOf(cup, centre, angle)
    sums[quarter] += Math.max(0, width) / (directions / 4)
  }
  return sums
}

/** How far an outline reaches from a place in a direction; 0 if it does not lie there. */
function reachOf(outline: Ring, from: Point, angle: number): number {
  const [cos, sin] = [Math.cos(angle), Math.sin(angle)]
  let farthest = 0
  for (let i = 0, j = outline.length - 2; i < outline.length; j = i, i += 2) {
    const [ax, ay] = [(outline[j] ?? 0) - from.x, (outline[j + 1] ?? 0) - from.y]
    const [bx, by] = [(outline[i] ?? 0) - from.x, (outline[i + 1] ?? 0) - from.y]
    const [aside, bside] = [ay * cos - ax * sin, by * cos - bx * sin]
    if (aside > 0 === bside > 0) continue
    const share = aside / (aside - bside)
    const along = (ax + share * (bx - ax)) * cos + (ay + share * (by - ay)) * sin
    farthest = Math.max(farthest, along)
  }
  return farthest
}
