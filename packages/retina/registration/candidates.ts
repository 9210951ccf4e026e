import { distance } from '#geometry/point'

import type { Junction, Surroundings } from './junctions.ts'
import { describe, descriptorLength, turnsOfRing } from './junctions.ts'
import type { MapFrame, QuadraticMap } from './quadratic-map.ts'
import { fitMap, mapPlace } from './quadratic-map.ts'

/** The junctions of a photograph with the lines around them. */
export interface Described {
  readonly junctions: readonly Junction[]
  readonly surroundings: Surroundings
}

/** A first, rough map, with the number of junctions that it brings together. */
export interface Candidate {
  readonly map: QuadraticMap
  readonly agreeing: number
}

interface Match {
  readonly from: Junction
  readonly to: Junction
  /** How much more alike they are than either is to another junction. */
  readonly lead: number
}

/** Cameras stand upright: photographs of an eye are turned by less than 45 degrees, */
const turns = [0, -1, 1]
/** and their fields of view differ by these factors and less than a step between them. */
const scales = [1, 0.8, 1.25]
const suppositions = turns.flatMap((turn) => scales.map((scale) => ({ scale, turn })))
/** More do not agree by chance, so that no other turn and scale is tried. */
const sureAgreeing = 30
/** The best matches to look for agreement in. */
const mostMatches = 110
/** Matches of an agreement lie this near to where the map takes them, in pixels. */
const nearPx = 8
/** Two junctions are this far apart to determine a map. */
const leastBasePx = 45
/** Deviation from the turn and the scale that were supposed. */
const mostTurn = 0.4
const mostScaling = 1.25
const leastAgreeing = 5
const mostCandidates = 3

/**
 * Rough affine maps from one photograph to another by junctions with similar surroundings, the best first:
 * those on which the most pairs of junctions agree. Every pair of matches is tried, so that the result can be
 * repeated. Source: random sample consensus, M. A. Fischler and R. C. Bolles, 1981.
 */
export function findCandidates(a: Described, b: Described, frame: MapFrame): Candidate[] {
  const rowsOfB = describe(b.surroundings, b.junctions, { scale: 1, turn: 0 })
  const found: Candidate[] = []
  for (const { scale, turn } of suppositions) {
    const rowsOfA = describe(a.surroundings, a.junctions, { scale, turn })
    const matches = matchRows({ rows: rowsOfA, ...a }, { rows: rowsOfB, ...b })
    const supposed = { turn: (-turn * 2 * Math.PI) / turnsOfRing, scale: 1 / scale }
    const candidate = agreement(matches, supposed, frame)
    if (candidate === undefined) continue
    if (candidate.agreeing >= sureAgreeing) return [candidate]
    found.push(candidate)
  }
  return found.toSorted((x, y) => y.agreeing - x.agreeing).slice(0, mostCandidates)
}

interface Rows {
  readonly rows: Float32Array
  readonly junctions: readonly Junction[]
}

/** Pairs of junctions that are most alike both ways, the most certain first. */
function matchRows(a: Rows, b: Rows): Match[] {
  const countB = b.junctions.length
  const bestOfA = new Int32Array(a.junctions.length).fill(-1)
  const leads = new Float32Array(a.junctions.length)
  const bestOfB = new Int32Array(countB).fill(-1)
  const valuesOfB = new Float32Array(countB)
  for (let i = 0; i < bestOfA.length; i++) {
    let [best, second] = [0, 0]
    for (let j = 0; j < countB; j++) {
      let likeness = 0
      for (
        let k = 0, p = i * descriptorLength, q = j * descriptorLength;
        k < descriptorLength;
        k++
      ) {
        likeness += (a.rows[p++] ?? 0) * (b.rows[q++] ?? 0)
      }
      if (likeness > (valuesOfB[j] ?? 0)) [valuesOfB[j], bestOfB[j]] = [likeness, i]
      if (likeness > best) {
        second = best
        best = likeness
        bestOfA[i] = j
      } else if (likeness > second) second = likeness
    }
    leads[i] = (1 - second) / Math.max(1e-6, 1 - best)
  }
  return a.junctions
    .flatMap((from, i): Match[] => {
      const j = bestOfA[i] ?? -1
      const to = b.junctions[j]
      return to === undefined || bestOfB[j] !== i ? [] : [{ from, to, lead: leads[i] ?? 0 }]
    })
    .toSorted((x, y) => y.lead - x.lead)
    .slice(0, mostMatches)
}

interface Supposed {
  /** In radians. */
  readonly turn: number
  readonly scale: number
}

function agreement(
  matches: readonly Match[],
  supposed: Supposed,
  frame: MapFrame,
): Candidate | undefined {
  let best: Similarity | undefined
  let most = leastAgreeing - 1
  for (let i = 0; i < matches.length; i++) {
    for (let j = i + 1; j < matches.length; j++) {
      const [first, second] = [matches[i], matches[j]]
      if (first === undefined || second === undefined) continue
      const similarity = similarityOf(first, second, supposed)
      if (similarity === undefined) continue
      const count = countAgreeing(matches, similarity)
      if (count > most) [most, best] = [count, similarity]
    }
  }
  const found = best
  if (found === undefined) return undefined
  const agreeing = matches.filter((match) => isNear(match, found))
  return refit(agreeing, frame)
}

/** An affine map through matches that agree; those far from it are left out once. */
function refit(matches: readonly Match[], frame: MapFrame): Candidate | undefined {
  const ties = matches.map(({ from, to }) => ({ from, to, weight: 1 }))
  const first = fitMap(ties, frame, 'affine')
  if (first === undefined) return undefined
  const near = ties.filter(({ from, to }) => distance(mapPlace(first, from), to) <= nearPx)
  const map = fitMap(near, frame, 'affine') ?? first
  return { map, agreeing: near.length }
}

/** x' = a x - b y + c, y' = b x + a y + d. */
interface Similarity {
  readonly a: number
  readonly b: number
  readonly c: number
  readonly d: number
}

function similarityOf(
  first: Match,
  second: Match,
  { turn, scale }: Supposed,
): Similarity | undefined {
  const [x, y] = [second.from.x - first.from.x, second.from.y - first.from.y]
  const [u, v] = [second.to.x - first.to.x, second.to.y - first.to.y]
  const squared = x * x + y * y
  if (squared < leastBasePx ** 2) return undefined
  const a = (x * u + y * v) / squared
  const b = (x * v - y * u) / squared
  const scaling = Math.hypot(a, b) / scale
  if (scaling > mostScaling || scaling < 1 / mostScaling) return undefined
  const turned = Math.atan2(b, a) - turn
  if (Math.abs(turned) > mostTurn) return undefined
  return {
    a,
    b,
    c: first.to.x - a * first.from.x + b * first.from.y,
    d: first.to.y - b * first.from.x - a * first.from.y,
  }
}

function countAgreeing(matches: readonly Match[], similarity: Similarity): number {
  let count = 0
  for (const match of matches) if (isNear(match, similarity)) count++
  return count
}

function isNear({ from, to }: Match, { a, b, c, d }: Similarity): boolean {
  const dx = a * from.x - b * from.y + c - to.x
  const dy = b * from.x + a * from.y + d - to.y
  return dx * dx + dy * dy <= nearPx * nearPx
}
