import {
  type EyeMeasures,
  isMeasured,
  type Measure,
  type Measured,
  type MeasureName,
  measureNames,
} from '../eye-measures.ts'
import { rangeAround, type Reference, referenceOf, type SiteReference } from './reference-values.ts'
import type { Person } from './risk.ts'
import { normalShareBelow } from '../statistics.ts'

/** Two-sided 95 % of a normal distribution. */
const z95 = 1.96

/**
 * Adds to the measures of an eye their percentiles among people of the same age and sex, and replaces
 * published ranges by those of the site. If the site has references of a measure, but none for this
 * person, the measure gets no range.
 */
export function placeAmong(
  eye: EyeMeasures,
  person: Person,
  site: readonly SiteReference[],
): EyeMeasures {
  const placed = measureNames.map((name): [MeasureName, Measure] => {
    const measure = eye.measures[name]
    return [name, isMeasured(measure) ? place(name, measure, { person, site }) : measure]
  })
  return { ...eye, measures: Object.fromEntries(placed) as EyeMeasures['measures'] }
}

function place(
  name: MeasureName,
  measure: Measured,
  { person: { ageYears, sex }, site }: { person: Person; site: readonly SiteReference[] },
): Measured {
  const isOfSite = site.some((each) => each.measure === name)
  const found =
    ageYears === null || sex === null ? undefined : referenceOf(name, { ageYears, sex }, site)
  const { reference } = measure
  const range = isOfSite ? (found ? rangeAround(found) : null) : reference
  const told = { ...measure, reference: range }
  return found === undefined ? told : { ...told, percentile: percentileOf(measure, found) }
}

/** Assumes that the values of people are distributed normally. */
function percentileOf(
  { value, uncertainty }: Measured,
  { mean, deviation, meanError, sources }: Reference,
): NonNullable<Measured['percentile']> {
  const away = (value - mean) / deviation
  const error = Math.hypot(uncertainty, meanError) / deviation
  return {
    value: 100 * normalShareBelow(away),
    low: 100 * normalShareBelow(away - z95 * error),
    high: 100 * normalShareBelow(away + z95 * error),
    sources,
  }
}
