import { distance, type Point } from '#geometry/point'
import type { Size } from '#raster/image'

/** Maximum rounds. Marks settle sooner, unless the picture has no room for them. */
const rounds = 60

interface Room {
  /** Minimum distance between the centres of two marks, in pixels. */
  readonly apart: number
  /** Minimum distance from the picture's edge, in pixels. */
  readonly margin: number
  readonly size: Size
}

/**
 * Places near the wanted ones that are far enough apart: overlapping marks push each other away.
 */
export function spreadMarks(wanted: readonly Point[], { apart, margin, size }: Room): Point[] {
  const within = (value: number, side: number): number =>
    Math.min(Math.max(value, margin), Math.max(margin, side - margin))
  let places = wanted.map((place) => ({ ...place }))
  for (let round = 0; round < rounds; round++) {
    const pushed = places.map((place, i) => {
      const pushes = places.map((other, j) =>
        i === j ? none : pushFrom(other, place, apart, i - j),
      )
      const x = pushes.reduce((sum, push) => sum + push.x, place.x)
      const y = pushes.reduce((sum, push) => sum + push.y, place.y)
      return { x: within(x, size.width), y: within(y, size.height) }
    })
    if (pushed.every((place, i) => distance(place, places[i] ?? place) === 0)) break
    places = pushed
  }
  return places
}

const none = { x: 0, y: 0 } as const

/**
 * Half of the missing distance between two marks, away from the other; along x if they coincide.
 */
function pushFrom(other: Point, place: Point, apart: number, side: number): Point {
  const away = distance(other, place)
  if (away >= apart) return none
  const half = (apart - away) / 2
  if (away === 0) return { x: Math.sign(side) * half, y: 0 }
  return { x: ((place.x - other.x) / away) * half, y: ((place.y - other.y) / away) * half }
}
