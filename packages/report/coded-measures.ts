import type { Localised } from '#contract/results/description'
import { measureGroups } from '#contract/results/kinds'

import type { Writing } from './language.ts'
import { isTold, keyOf, reasonIn, type MeasuredEye } from './measures.ts'

/** A unit of UCUM (the Unified Code for Units of Measure). */
interface Unit {
  readonly code: string
  readonly meaning: string
}

/** A measured number, for systems that read codes. */
export interface CodedMeasure {
  /** The measure's local code, such as 'crae'. */
  readonly key: string
  /** Display name of the measure. */
  readonly name: string
  readonly value: number
  readonly unit: Unit
}

/** A measure that a report shows as not measurable. */
export interface UncodedMeasure {
  readonly key: string
  readonly name: string
  /** Reason in readable form. */
  readonly reason: string
}

/** The scheme of the local codes of measures. */
export const measureScheme = '99FOVEA'

const none: Unit = { code: '1', meaning: 'no units' }
const units: Readonly<Record<string, Unit>> = {
  µm: { code: 'um', meaning: 'micrometer' },
  DD: { code: '{disc diameters}', meaning: 'disc diameters' },
  '1/DD': { code: '/{disc diameters}', meaning: 'per disc diameter' },
  '1/DD²': { code: '/{squared disc diameters}', meaning: 'per squared disc diameter' },
  degrees: { code: 'deg', meaning: 'degree' },
  ratio: none,
  share: none,
  count: none,
}

/** The code of UCUM for a unit of measures. */
export function ucumOf(unit: string): string {
  return units[unit]?.code ?? none.code
}

/**
 * The measures of an eye in a report, without those that could not be measured. Calibres are in
 * micrometres only if the file states its scale, else in disc diameters.
 */
export function codedMeasures(eye: MeasuredEye, { language }: Writing): CodedMeasure[] {
  return reportedMeasures(eye).flatMap(({ key, coded }) => {
    const measure = eye.measures[key]
    const unit = measure !== undefined && 'unit' in measure ? units[measure.unit] : undefined
    if (measure === undefined || !('value' in measure) || unit === undefined) return []
    return [{ key, name: coded[language], value: measure.value, unit }]
  })
}

/** The measures that a report shows as not measurable, with the reason. */
export function uncodedMeasures(eye: MeasuredEye, { words, language }: Writing): UncodedMeasure[] {
  return reportedMeasures(eye).flatMap(({ key, coded }) => {
    const measure = eye.measures[key]
    if (!isTold(measure) || 'value' in measure) return []
    return [{ key, name: coded[language], reason: reasonIn(measure.notMeasurable, words) }]
  })
}

function reportedMeasures({ scale }: MeasuredEye): { key: string; coded: Localised }[] {
  const hasScale = scale?.kind === 'stated'
  return measureGroups.flatMap(({ measures }) =>
    measures.map((each) => ({ key: keyOf(each, hasScale), coded: each.coded ?? each.name })),
  )
}
