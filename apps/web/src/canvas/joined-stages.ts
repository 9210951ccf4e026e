import {
  mapPlace,
  placeMappedTo,
  type QuadraticMap,
  slopeAt,
} from '#retina/registration/quadratic-map'

import type { Stage } from './stage.ts'

/**
 * Lets two stages show the same part of their photographs at the same magnification: when the user moves
 * either, the other one follows. Returns a function that parts them.
 * @param map from the leading photograph to the other, in image pixels; null if it is not known, for the same
 * part by its share of the width and height.
 */
export function joinStages(lead: Stage, other: Stage, map: QuadraticMap | null): () => void {
  const follow = () => (map === null ? other.follow(lead.framing) : followMap(lead, other, map))
  const guide = () => (map === null ? lead.follow(other.framing) : guideByMap(lead, other, map))
  const stopFollowing = lead.subscribe(follow)
  const stopLeading = other.subscribe((by) => {
    if (by === 'user') guide()
    if (by === 'size') follow()
  })
  follow()
  return () => {
    stopFollowing()
    stopLeading()
  }
}

function followMap(lead: Stage, other: Stage, map: QuadraticMap): void {
  const { middle, zoom } = lead.sight
  other.followSight({ middle: mapPlace(map, middle), zoom: zoom / enlargementAt(map, middle) })
}

function guideByMap(lead: Stage, other: Stage, map: QuadraticMap): void {
  const { middle, zoom } = other.sight
  const place = placeMappedTo(map, middle)
  if (place !== undefined)
    lead.followSight({ middle: place, zoom: zoom * enlargementAt(map, place) })
}

/** How many times as large the other photograph shows a place. */
function enlargementAt(map: QuadraticMap, place: { x: number; y: number }): number {
  const { xx, xy, yx, yy } = slopeAt(map, place)
  return Math.sqrt(Math.abs(xx * yy - xy * yx))
}
