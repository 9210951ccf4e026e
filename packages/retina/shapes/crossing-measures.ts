import type { EyeMaps } from '../eye-maps.ts'
import { type Measure, measured } from '../eye-measures.ts'
import { type ArteriovenousCrossing, nickingBelow } from './nicking.ts'
import type { TracedNetwork } from '../vessels/traced-vessels.ts'
import { discDiametersFrom, zones } from '../zones.ts'

/**
 * Crossings of arterioles over venules in zone C; one whose kinds are equal or unknown is doubtful.
 */
export function measureCrossings(
  { disc, arteriole, origin, pixelsPerMapPixel: scale }: EyeMaps,
  { network: { nodes }, vessels }: TracedNetwork,
): Measure {
  if (disc === null) return { notMeasurable: 'no-disc' }
  if (arteriole === null) return { notMeasurable: 'kinds-unknown' }
  const inZone = nodes.filter(({ kind, at }) => {
    const place = { x: origin.x + at.x * scale, y: origin.y + at.y * scale }
    const away = discDiametersFrom(disc, place)
    return kind === 'crossing' && away >= zones.C.from && away <= zones.C.to
  })
  const mixed = inZone.filter(
    ({ segments }) => new Set(segments.map((segment) => vessels[segment]?.kind)).size === 2,
  )
  return measured('count', mixed.length, (inZone.length - mixed.length) / 2)
}

/** Number among the crossings in zone C; those whose venule cannot be measured may be candidates or not. */
export function countNicking(
  { disc, arteriole }: EyeMaps,
  crossings: readonly ArteriovenousCrossing[],
): Measure {
  if (disc === null) return { notMeasurable: 'no-disc' }
  if (arteriole === null) return { notMeasurable: 'kinds-unknown' }
  const inZone = crossings.filter(({ at }) => {
    const away = discDiametersFrom(disc, at)
    return away >= zones.C.from && away <= zones.C.to
  })
  const found = inZone.filter(({ narrowing }) => narrowing !== null && narrowing < nickingBelow)
  const unknown = inZone.filter(({ narrowing }) => narrowing === null)
  return measured('count', found.length, unknown.length / 4)
}
