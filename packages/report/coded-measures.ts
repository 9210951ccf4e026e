import type { ZoneNumbers } from '#contract/analysis-numbers'

import type { Writing } from './language.ts'
import { isTold, measureGroups, nameOf, reasonIn } from './measures.ts'
import type { Words } from './words/words.ts'

/** A unit of UCUM (the Unified Code for Units of Measure). */
interface Unit {
  readonly code: string
  readonly meaning: string
}

/** A number that was measured, for systems that read codes. */
export interface CodedMeasure {
  /** The measure's local code, such as 'crae'. */
  readonly key: string
  /** The measure's name for people. */
  readonly name: string
  readonly value: number
  readonly unit: Unit
}

/** A measure that a report shows as not measurable. */
export interface UncodedMeasure {
  readonly key: string
  readonly name: string
  /** Why, for people. */
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

/**
 * The measures of the vessels of an eye that a report shows, but for those that could not be
 * measured. Calibres are in micrometres only if the file states its scale, else in disc diameters.
 */
export function codedMeasures(zones: ZoneNumbers, { words }: Writing): CodedMeasure[] {
  return reportedKeys(zones).flatMap((key) => {
    const measure = zones.measures[key]
    const unit = measure !== undefined && 'unit' in measure ? units[measure.unit] : undefined
    if (measure === undefined || !('value' in measure) || unit === undefined) return []
    return [{ key, name: codedName(key, words), value: measure.value, unit }]
  })
}

/** The measures that a report shows as not measurable, with the reason. */
export function uncodedMeasures(zones: ZoneNumbers, { words }: Writing): UncodedMeasure[] {
  return reportedKeys(zones).flatMap((key) => {
    const measure = zones.measures[key]
    if (!isTold(measure) || 'value' in measure) return []
    const reason = reasonIn(measure.notMeasurable, words)
    return [{ key, name: codedName(key, words), reason }]
  })
}

function reportedKeys(zones: ZoneNumbers): string[] {
  const hasScale = zones.scale?.kind === 'stated'
  const keys = measureGroups.flatMap(({ names, inDiscs }) =>
    hasScale ? names : (inDiscs ?? names),
  )
  return [...new Set<string>(keys)]
}

function codedName(key: string, words: Words): string {
  const zone = key.includes('ZoneC') ? ', zone C' : ''
  return `${nameOf(key.replace('InDiscs', ''), words.measures)}${zone}`
}
