import type { MeasuredNumbers, ZoneNumbers } from '#contract/analysis-numbers'
import { axialLengthUncertainty, refractionUncertainty } from '#retina/retinal-scale'

import { decimal, fill, percent, percentToTenths, wholeNumber, type Writing } from './language.ts'
import { measureName, placeOf, rangeText, valueText } from './measures.ts'

/** States that calibres are within their reference ranges, outside, or cannot be compared. */
export function calibreLines(zones: ZoneNumbers, writing: Writing): string[] {
  const { report: words } = writing.words
  const measured = ['crae', 'crve'].flatMap((name) => {
    const measure = zones.measures[name]
    return measure !== undefined && 'value' in measure ? [{ name, measure }] : []
  })
  if (measured.length > 0 && zones.scale?.kind !== 'stated') return [words.notComparable]
  const outside = measured.filter(({ measure }) => placeOf(measure, zones) === 'outside')
  if (outside.length === 0) return measured.length === 2 ? [words.allInside] : []
  return outside.map(({ name, measure }) =>
    fill(words.outside, {
      name: measureName(name, writing),
      value: valueText(measure, writing),
      range: rangeText(measure, writing),
    }),
  )
}

/** The basis of micrometres, and its source. */
export function scaleLines(
  { scale, micrometresPerPixel }: Pick<MeasuredNumbers, 'scale' | 'micrometresPerPixel'>,
  writing: Writing,
): string[] {
  const { measures: words } = writing.words
  if (scale === null) return [words.unscaled]
  if (micrometresPerPixel === null) return []
  if (scale.kind === 'assumed-disc') {
    return [fill(words.assumed, { micrometres: decimal(scale.discMicrometres, 0, writing) })]
  }
  const { source, origin = 'file', axialLengthMm = null, refraction = null } = scale
  const micrometres = decimal(scale.micrometresPerPixel, 2, writing)
  if (origin === 'file' || origin === 'metadata') return [fill(words.stated, { micrometres })]
  const stated = fill(words.statedBy, { micrometres, source })
  if (axialLengthMm === null)
    return [stated, fill(words.axialUnknown, { share: percent(axialLengthUncertainty, writing) })]
  const length = decimal(axialLengthMm, 1, writing)
  if (refraction === null) return [stated, fill(words.axialLength, { length })]
  const dioptres = decimal(refraction, 2, writing)
  const share = percent(refractionUncertainty, writing)
  return [stated, fill(words.axialByRefraction, { length, dioptres, share })]
}

/** The change of the calibres since the first visit, at the same places. */
export function samePlacesLines({ samePlaces }: ZoneNumbers, writing: Writing): string[] {
  if (samePlaces === null || samePlaces === undefined) return []
  const { report: words } = writing.words
  const what = ['crae', 'crve'].flatMap((name) => {
    const change = samePlaces.changes[name]
    if (change === undefined) return []
    const share = percentToTenths(Math.abs(change.ratio - 1), writing)
    const sign = change.ratio < 1 ? '−' : '+'
    const uncertainty = percentToTenths(change.uncertainty, writing)
    return [`${measureName(name, writing)} ${sign}${share} ± ${uncertainty}`]
  })
  if (what.length === 0) return []
  const list = new Intl.ListFormat(writing.language, { type: 'unit' })
  return [fill(words.samePlaces, { day: samePlaces.day, what: list.format(what) })]
}

/** The number of vessels measured, and the certainty of their classes. */
export function countLines({ vessels }: ZoneNumbers, writing: Writing): string[] {
  const inB = vessels.filter(({ zone }) => zone === 'B')
  if (inB.length === 0) return []
  const share = percent(Math.min(...inB.map(({ certainty }) => certainty)), writing)
  const count = wholeNumber(inB.length, writing)
  return [fill(writing.words.report.counted, { count, share })]
}
