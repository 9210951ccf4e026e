import { distance } from '#geometry/point'

import type { EyeMaps } from '../eye-maps.ts'
import { type Measure, measured } from '../eye-measures.ts'

/** One standard deviation of the fovea's place, in disc diameters. */
const foveaUncertainty = 0.1

type DiscFoveaName = 'discFoveaDistance' | 'discFoveaAngle'

/**
 * The distance from the disc's centre to the fovea, and by how many degrees the line between them
 * falls below the horizontal of the photograph (7.8 ± 3.6 in a population). Source: R. A. Jonas et
 * al., Optic disc-fovea angle: the Beijing Eye Study, PLoS One 2015;10:e0141771.
 */
export function measureDiscFovea({
  disc,
  fovea,
}: EyeMaps): Readonly<Record<DiscFoveaName, Measure>> {
  if (disc === null || fovea === null) {
    const missing: Measure = { notMeasurable: disc === null ? 'no-disc' : 'no-fovea' }
    return { discFoveaDistance: missing, discFoveaAngle: missing }
  }
  const away = distance(disc.centre, fovea.centre) / disc.diameterPx
  const across = Math.abs(fovea.centre.x - disc.centre.x)
  return {
    discFoveaDistance: measured('DD', away, foveaUncertainty),
    discFoveaAngle: measured(
      'degrees',
      degrees(Math.atan2(fovea.centre.y - disc.centre.y, across)),
      degrees(foveaUncertainty / away),
    ),
  }
}

function degrees(radians: number): number {
  return (180 / Math.PI) * radians
}
