import { type MultiPolygon, type Ring, ringsOf, sameRing } from './polygon.ts'

/** A shape as plain data, in which a ring that another shape has too is the number of that ring. */
export type AbridgedShape = readonly {
  readonly outer: Ring | number
  readonly holes: readonly (Ring | number)[]
}[]

/** Replaces the rings that a known shape has with the same points by their numbers there. */
export function abridge(shape: MultiPolygon, known: MultiPolygon): AbridgedShape {
  const rings = known.flatMap(ringsOf)
  const numbers = Map.groupBy(rings.keys(), (number) => signOf(rings[number] ?? []))
  const numberOf = (ring: Ring): Ring | number =>
    numbers.get(signOf(ring))?.find((number) => sameRing(ring, rings[number])) ?? ring
  return shape.map(({ outer, holes }) => ({ outer: numberOf(outer), holes: holes.map(numberOf) }))
}

/** Few rings that are not the same have it in common. */
function signOf(ring: Ring): string {
  return `${ring.length} ${ring[0]} ${ring[1]}`
}

/** The shape that was abridged; rings of the known shape are the same objects. */
export function unabridge(abridged: AbridgedShape, known: MultiPolygon): MultiPolygon {
  const rings = known.flatMap(ringsOf)
  const ringOf = (ring: Ring | number): Ring =>
    typeof ring === 'number' ? (rings[ring] ?? []) : ring
  return abridged.map(({ outer, holes }) => ({ outer: ringOf(outer), holes: holes.map(ringOf) }))
}
