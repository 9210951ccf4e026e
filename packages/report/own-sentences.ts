import type { QualityNumbers } from '#contract/analysis-numbers'
import type { Localised, ReportPart } from '#contract/results/description'
import type { ReportedNumbers } from '#contract/results/kinds'
import { qualityGrades } from '#contract/results/quality'
import { qualityReasons } from '#contract/results/quality-reasons'

import { fill, type Writing } from './language.ts'
import { describeRisk } from './risk.ts'
import { calibreLines, countLines, samePlacesLines, scaleLines } from './zone-sentences.ts'

type Sentences = (numbers: ReportedNumbers, writing: Writing) => string[]

/**
 * The kinds whose sentences are computed from several numbers, beside the notes of their
 * descriptions.
 */
export const ownSentences: Partial<
  Record<keyof ReportedNumbers, Partial<Record<ReportPart, Sentences>>>
> = {
  quality: {
    found: ({ quality }, writing) => (quality === null ? [] : [gradeLine(quality, writing)]),
  },
  risk: { found: riskLines },
  zones: {
    found: ({ zones }, writing) =>
      zones === null ? [] : [...calibreLines(zones, writing), ...samePlacesLines(zones, writing)],
    sure: ({ zones }, writing) =>
      zones === null
        ? []
        : [
            ...scaleLines(zones, writing),
            ...countLines(zones, writing),
            writing.words.measures.uncertainty,
          ],
  },
}

function gradeLine(numbers: QualityNumbers, writing: Writing): string {
  const { gradeLine: plain, gradeReasons } = writing.words.report
  const grade = qualityGrades[numbers.grade].name[writing.language]
  const reasons = namesOf(numbers.reasons, writing)
  return reasons === '' ? fill(plain, { grade }) : fill(gradeReasons, { grade, reasons })
}

function namesOf(reasons: readonly string[], { language }: Writing): string {
  const names: Readonly<Record<string, Localised>> = qualityReasons
  return reasons.map((reason) => (names[reason] ?? qualityReasons.unknown)[language]).join(', ')
}

function riskLines({ risk }: ReportedNumbers, writing: Writing): string[] {
  if (risk === null) return []
  const { outcomes, lines } = describeRisk(risk, writing)
  if (outcomes.length === 0) return [...lines]
  return outcomes.map(({ name, bandName, text }) =>
    bandName === ''
      ? `${name}: ${text}`
      : fill(writing.words.report.outcome, { outcome: name, band: bandName, text }),
  )
}
