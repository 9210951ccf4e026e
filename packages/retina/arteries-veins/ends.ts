import { distance, type Point } from '#geometry/point'

import type { Circle } from '../circle.ts'
import { angleBetween } from '../vessels/crossings.ts'
import type { VesselNetwork } from '../vessels/network.ts'
import { isCrowded, leaving, type Tie } from './ties.ts'

/** Ends that face each other over a gap within this distance and turn are one vessel. */
const gap = { widths: 6, turn: (40 * Math.PI) / 180, logOdds: 3 }
/**
 * Twigs of arterioles end before venules, and the reverse. Considers the nearest vessel ahead of an end, from
 * this many mean widths from its edge; nearer ones may be the parent of the twig.
 */
const ahead = { widths: 15, turn: Math.acos(0.8) }
const aheadFrom: readonly { readonly widths: number; readonly logOdds: number }[] = [
  { widths: 6, logOdds: -1.5 },
  { widths: 4, logOdds: -0.75 },
]

interface End {
  readonly segment: number
  readonly at: Point
  /** The point at which the vessel would continue. */
  readonly onwards: Point
}

/** Ties from vessels ahead of vessels' ends; distances are in mean widths. */
export function tiesAtEnds(network: VesselNetwork, disc: Circle | null, meanWidth: number): Tie[] {
  const ends = endsOf(network).filter(({ at }) => !isCrowded(at, disc))
  return ends.flatMap((end): Tie[] => {
    const facing = facingEnd(end, ends, gap.widths * meanWidth)
    if (facing !== undefined) {
      // Both ends may find each other; one tie is enough.
      const other = facingEnd(facing, ends, gap.widths * meanWidth)
      const isSecond = other === end && facing.segment < end.segment
      return isSecond ? [] : [{ a: end.segment, b: facing.segment, logOdds: gap.logOdds }]
    }
    return tieAhead(end, network, meanWidth)
  })
}

function endsOf({ nodes, segments }: VesselNetwork): End[] {
  return nodes.flatMap(({ kind, segments: [segment] }, node): End[] => {
    if (kind !== 'end' || segment === undefined) return []
    const course = segments[segment]
    const at = course?.from === node ? course.points[0] : course?.points.at(-1)
    if (at === undefined) return []
    const inwards = leaving(course, node)
    return [{ segment, at, onwards: { x: -inwards.x, y: -inwards.y } }]
  })
}

/** The end of another vessel that continues this one. */
function facingEnd(end: End, ends: readonly End[], reach: number): End | undefined {
  let best: { end: End; cost: number } | undefined
  for (const other of ends) {
    const away = distance(end.at, other.at)
    if (other.segment === end.segment || away > reach) continue
    const turn = turnBetween(end, other)
    const cost = away * (1 + turn / gap.turn)
    if (turn <= gap.turn && cost < (best?.cost ?? Infinity)) best = { end: other, cost }
  }
  return best?.end
}

/** The largest turn of a line that leaves by one end and enters by the other. */
function turnBetween(a: End, b: End): number {
  const over = { x: b.at.x - a.at.x, y: b.at.y - a.at.y }
  const back = { x: -b.onwards.x, y: -b.onwards.y }
  return Math.max(
    angleBetween(over, a.onwards),
    angleBetween(over, back),
    angleBetween(a.onwards, back),
  )
}

function tieAhead({ segment, at, onwards }: End, network: VesselNetwork, meanWidth: number): Tie[] {
  let nearest = { segment, gap: Infinity }
  for (const [number, { points }] of network.segments.entries()) {
    if (number === segment) continue
    for (const { x, y, width } of points) {
      const away = Math.hypot(x - at.x, y - at.y)
      if (away > ahead.widths * meanWidth) continue
      const between = away - (width ?? meanWidth) / 2
      if (between >= nearest.gap) continue
      if (angleBetween({ x: x - at.x, y: y - at.y }, onwards) > ahead.turn) continue
      nearest = { segment: number, gap: between }
    }
  }
  const found = aheadFrom.find(({ widths }) => nearest.gap >= widths * meanWidth)
  if (nearest.segment === segment || found === undefined) return []
  return [{ a: segment, b: nearest.segment, logOdds: found.logOdds }]
}
