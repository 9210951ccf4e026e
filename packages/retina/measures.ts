import { measureCalibres } from './calibre-measures.ts'
import type { EyeMaps } from './eye-maps.ts'
import type { EyeMeasures } from './eye-measures.ts'
import { lateralityOf } from './laterality.ts'
import { measureShapes } from './shape-measures.ts'
import type { TracedEye } from './traced-vessels.ts'
import { traceEye } from './traced-vessels.ts'
import { joinRuns } from './vessel-runs.ts'

/**
 * Measures an eye: calibres of zones B and C, density, fractal dimension, tortuosity, branching. The
 * same maps give the same measures. Takes the eye's traced vessels where they are at hand.
 */
export function measureEye(eye: EyeMaps, traced: TracedEye = traceEye(eye)): EyeMeasures {
  const micrometresPerPixel = micrometresOf(eye)
  const calibres = measureCalibres(eye, joinRuns(traced.nearDisc), micrometresPerPixel)
  return {
    schema: 'fovea-eye-measures/1',
    laterality: lateralityOf(eye.disc, eye.fovea),
    scale: eye.scale,
    micrometresPerPixel,
    disc: eye.disc,
    fovea: eye.fovea,
    measures: { ...calibres.measures, ...measureShapes(eye, traced.field) },
    vessels: calibres.vessels,
  }
}

/** What a pixel of the photograph is on the retina; null without a scale, or a disc for it. */
function micrometresOf({ scale, disc }: EyeMaps): number | null {
  if (scale === null) return null
  if (scale.kind === 'stated') return scale.micrometresPerPixel
  return disc === null ? null : scale.discMicrometres / disc.diameterPx
}
