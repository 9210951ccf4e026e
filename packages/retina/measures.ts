import { measureCalibres } from './calibres/measures.ts'
import type { EyeMaps } from './eye-maps.ts'
import { type EyeMeasures, isMeasured, type Measure } from './eye-measures.ts'
import { lateralityOf } from './landmarks/laterality.ts'
import { isImplausibleDisc } from './plausibility.ts'
import { measureShapes } from './shapes/measures.ts'
import { findArteriovenousCrossings } from './shapes/nicking.ts'
import { measureRegions } from './regions/measures.ts'
import type { TracedEye } from './vessels/traced-vessels.ts'
import { traceEye } from './vessels/trace-eye.ts'
import { joinRuns } from './vessels/runs.ts'

/**
 * Measures an eye: calibres of zones B and C, density, fractal dimension, tortuosity, branching. The same
 * maps give the same measures. Measures nothing relative to a disc that is not credible. Takes the eye's
 * traced vessels if they are available.
 */
export function measureEye(eye: EyeMaps, traced: TracedEye = traceEye(eye)): EyeMeasures {
  const isDoubtful = eye.disc !== null && isImplausibleDisc(eye.disc, eye.fovea)
  const believed = isDoubtful ? { ...eye, disc: null } : eye
  const micrometresPerPixel = eye.scale?.micrometresPerPixel ?? null
  const near = { runs: joinRuns(traced.nearDisc), vessels: traced.nearDisc.vessels }
  const calibres = measureCalibres(believed, near)
  const crossings = findArteriovenousCrossings(believed, traced.field)
  const shapes = measureShapes(believed, traced.field, crossings)
  const measures = { ...calibres.measures, ...shapes }
  return {
    schema: 'fovea-eye-measures/1',
    laterality: lateralityOf(eye.disc, eye.fovea),
    scale: eye.scale,
    micrometresPerPixel,
    disc: eye.disc,
    fovea: eye.fovea,
    measures: isDoubtful ? withDoubtfulDisc(measures) : measures,
    regions: measureRegions(believed, traced),
    vessels: calibres.vessels,
    crossings,
  }
}

function withDoubtfulDisc(measures: EyeMeasures['measures']): EyeMeasures['measures'] {
  const told = Object.entries(measures).map(([name, measure]): [string, Measure] => [
    name,
    !isMeasured(measure) && measure.notMeasurable === 'no-disc'
      ? { notMeasurable: 'implausible-disc' }
      : measure,
  ])
  return Object.fromEntries(told) as EyeMeasures['measures']
}
