import type { ReportedAnalysis } from '#contract/reports'
import type { ReportPart } from '#contract/results/description'
import { reportedKinds, type ReportedNumbers } from '#contract/results/kinds'
import { notesFor } from '#contract/results/reading'

import { factText } from './facts.ts'
import { fill, moment, type Writing } from './language.ts'
import { ownSentences } from './own-sentences.ts'

const inOrderOfReport = reportedKinds.toSorted(
  (a, b) => (a.reported?.place ?? 0) - (b.reported?.place ?? 0),
)

/** The findings, one sentence each, the most important first; if not gradable, only the reason. */
export function findingsOf(numbers: ReportedNumbers, writing: Writing): string[] {
  const [first, ...others] = inOrderOfReport.map((kind) =>
    sentencesOf(kind, 'found', { numbers, writing }),
  )
  if (numbers.quality?.grade === 'not-gradable') return first ?? []
  return [...(first ?? []), ...missingLines(numbers, writing), ...others.flat()]
}

function missingLines(numbers: ReportedNumbers, { words, language }: Writing): string[] {
  const steps = reportedKinds
    .filter(({ id }) => numbers[id] === null)
    .flatMap(({ reported }) => reported?.step ?? [])
  const parts = steps.map((step) => step[language]).join(', ')
  return steps.length === 0 ? [] : [fill(words.report.inPart, { parts })]
}

/** The certainty of the findings, one sentence each. */
export function certaintyOf({ numbers, results }: ReportedAnalysis, writing: Writing): string[] {
  if (numbers.quality?.grade === 'not-gradable') return []
  const [corrected] = results.flatMap((result) => result.corrected ?? [])
  const { corrected: text } = writing.words.report
  return [
    ...reportedKinds.flatMap((kind) => sentencesOf(kind, 'sure', { numbers, writing })),
    ...(corrected === undefined
      ? []
      : [fill(text, { name: corrected.by, when: moment(corrected.at, writing) })]),
  ]
}

/** The sentences of a kind in a part of the report: its own, its facts, its notes. */
function sentencesOf(
  { id, facts = [], notes }: (typeof reportedKinds)[number],
  part: ReportPart,
  { numbers, writing }: { numbers: ReportedNumbers; writing: Writing },
): string[] {
  if (numbers[id] === null) return []
  const { language, words } = writing
  const reported = part === 'sure' ? facts.filter(({ isReported }) => isReported) : []
  return [
    ...(ownSentences[id]?.[part]?.(numbers, writing) ?? []),
    ...reported.flatMap((fact) => {
      const value = factText(fact, numbers[id], writing)
      return value === null ? [] : [fill(words.report.fact, { name: fact.name[language], value })]
    }),
    ...notesFor(notes, numbers[id], part).map(({ text }) => text[language]),
  ]
}
