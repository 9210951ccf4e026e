import type { DiscNumbers, QualityNumbers, ZoneNumbers } from '#contract/analysis-numbers'
import { reportedKinds, type ReportedNumbers } from '#contract/results/kinds'

import { fill, type Writing } from './language.ts'
import { measureName, placeOf, rangeText, valueText } from './measures.ts'
import type { RiskText } from './risk.ts'

/** What was found, a sentence each, the most important first; of what is not gradable only why. */
export function findingsOf(
  numbers: ReportedNumbers,
  writing: Writing,
  risk: RiskText | null,
): string[] {
  const { words } = writing
  const { quality, zones, optic_disc: landmarks } = numbers
  const grade = quality === null ? [] : [gradeLine(quality, writing)]
  if (quality?.grade === 'not-gradable')
    return [...grade, words.report.noNumbers, words.report.newPhotograph]
  const missing = reportedKinds
    .filter(({ id }) => numbers[id] === null)
    .flatMap(({ reported }) => reported?.step ?? [])
  const parts = missing.map((step) => step[writing.language]).join(', ')
  return [
    ...grade,
    ...(missing.length === 0 ? [] : [fill(words.report.inPart, { parts })]),
    ...(risk === null ? [] : riskLines(risk, writing)),
    ...(zones === null ? [] : calibreLines(zones, writing)),
    ...(landmarks === null ? [] : [landmarkLine(landmarks, writing)]),
  ]
}

function gradeLine({ grade, reasons }: QualityNumbers, { words }: Writing): string {
  const texts: Readonly<Record<string, string>> = words.qualityReasons
  const why = reasons.map((reason) => texts[reason] ?? words.qualityReasons.unknown).join(', ')
  const name = words.quality[grade]
  return reasons.length === 0
    ? fill(words.report.gradeLine, { grade: name })
    : fill(words.report.gradeReasons, { grade: name, reasons: why })
}

function riskLines({ outcomes, lines }: RiskText, { words }: Writing): string[] {
  if (outcomes.length === 0) return [...lines]
  return outcomes.map(({ name, bandName, text }) =>
    bandName === ''
      ? `${name}: ${text}`
      : fill(words.report.outcome, { outcome: name, band: bandName, text }),
  )
}

function calibreLines(zones: ZoneNumbers, writing: Writing): string[] {
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

function landmarkLine({ disc, fovea }: DiscNumbers, { words }: Writing): string {
  if (disc === null) return words.landmarks.noDisc
  return fovea === null ? words.report.noFovea : words.report.landmarks
}
