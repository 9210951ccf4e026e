import type { MeasuredNumbers } from '#contract/analysis-numbers'
import type { EyeReport, ReportedAnalysis } from '#contract/reports'
import type { ResultKind } from '#contract/results/kinds'

/** Method and scale of a measurement: two that differ in one may differ without any change of the eye. */
export type Circumstance = 'camera' | 'networks' | 'software' | 'correction' | 'scale'

/** Each as a text that is equal if it is the same. */
export type Circumstances = Readonly<Record<Circumstance, string>>

/** The results whose networks the measures rest on. */
const measuredFrom: ReadonlySet<ResultKind> = new Set(['optic_disc', 'vessels', 'arteries_veins'])

export function circumstancesOf(
  { camera }: Pick<EyeReport, 'camera'>,
  { results, pipeline }: ReportedAnalysis,
  scale: MeasuredNumbers['scale'],
): Circumstances {
  const networks = results
    .filter(({ kind }) => measuredFrom.has(kind))
    .map(({ kind, model }) => `${kind} ${model.sha256}`)
  return {
    camera,
    networks: networks.toSorted().join(),
    software: pipeline,
    correction: results.some(({ corrected }) => corrected !== null) ? 'corrected' : '',
    scale: basisOf(scale),
  }
}

/** The source of a scale and its correction. Pixels per length differ with the size of the picture. */
function basisOf(scale: MeasuredNumbers['scale']): string {
  if (scale === null) return ''
  if (scale.kind === 'assumed-disc') return `${scale.kind} ${scale.discMicrometres}`
  const { origin = 'file', source, axialLengthMm = null } = scale
  // The source of a scale entered for one image names the person who did.
  return [origin, origin === 'image' ? '' : source, axialLengthMm].join()
}
