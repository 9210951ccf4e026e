import type { Handout } from '#contract/handouts'

import { describePatient, eyeName } from './eye.ts'
import { fill, moment, type Writing } from './language.ts'
import { plainFindings, plainParts } from './plain.ts'
import type { Fact } from './risk.ts'

/** The text of the page for a patient, in reading order. */
export interface HandoutText {
  readonly title: string
  readonly facts: readonly Fact[]
  readonly lookedAt: string
  /** The findings of each eye, in the order of the photographs. */
  readonly eyes: readonly { readonly name: string; readonly found: readonly string[] }[]
  readonly sure: readonly string[]
  readonly notMeaning: readonly string[]
  /** The clinician's words; empty if there are none. */
  readonly next: string
  readonly writtenBy: string
}

/** The text of the page for a patient about the confirmed eyes of a visit. */
export function describeHandout(
  { patient, eyes, advice }: Pick<Handout, 'patient' | 'eyes' | 'advice'>,
  writing: Writing,
): HandoutText {
  const { handout: words, report } = writing.words
  const analyses = eyes.flatMap(({ analysis }) => analysis ?? [])
  const parts = new Set(analyses.flatMap(({ numbers }) => plainParts(numbers, writing)))
  const list = new Intl.ListFormat(writing.language, { type: 'conjunction' }).format(parts)
  const isResearch = analyses.every(({ numbers }) => numbers.risk?.kind !== 'plugged-in')
  const [latest] = advice
  const confirmations = eyes.flatMap(({ review }) =>
    review === null
      ? []
      : fill(words.confirmed, { name: review.by.name, when: moment(review.at, writing) }),
  )
  return {
    title: words.title,
    facts: [
      ...describePatient(patient, writing),
      [report.facts.day, eyes[0]?.day ?? report.noName],
    ],
    lookedAt: parts.size === 0 ? '' : fill(words.lookedAtLine, { parts: list }),
    eyes: eyes.map((eye) => {
      const found = eye.analysis === null ? [] : plainFindings(eye.analysis.numbers, writing)
      return {
        name: eyeName(eye, writing),
        found: found.length === 0 ? [words.nothingStands] : found,
      }
    }),
    sure: [...new Set(confirmations), words.inexact, ...(eyes.length === 1 ? [words.oneEye] : [])],
    notMeaning: [
      words.notDiagnosis,
      report.notSearched,
      words.treatment,
      ...(isResearch ? [report.research] : []),
    ],
    next: latest?.text ?? '',
    writtenBy:
      latest === undefined
        ? ''
        : fill(words.writtenBy, { name: latest.by.name, when: moment(latest.at, writing) }),
  }
}
