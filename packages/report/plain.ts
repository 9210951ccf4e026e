import { describedKind, reportedKinds, type ReportedNumbers } from '#contract/results/kinds'
import { notesFor } from '#contract/results/reading'

import { fill, type Writing } from './language.ts'
import { placeOf } from './measures.ts'

interface Case {
  readonly name: string
  readonly outcome?: string
}

/** The kinds whose plain sentence depends on several numbers. */
const casesOf: Partial<
  Record<keyof ReportedNumbers, (numbers: ReportedNumbers, writing: Writing) => Case[]>
> = {
  zones: ({ zones }) => (zones === null ? [] : [{ name: calibreCase(zones) }]),
  risk: ({ risk }, { words }) => {
    if (risk === null) return []
    if (risk.kind === 'no-risk-index') return [{ name: 'none' }]
    if (risk.kind === 'plugged-in') return [{ name: 'plugged-in', outcome: risk.event }]
    return risk.outcomes.map((outcome) => ({
      name: 'band' in outcome ? outcome.band : 'no-effect',
      outcome: words.risk[outcome.outcome as OutcomeName],
    }))
  },
}

type OutcomeName = 'stroke' | 'coronary-heart-disease'

function calibreCase(zones: NonNullable<ReportedNumbers['zones']>): string {
  const measuredOf = (names: readonly string[]) =>
    names.flatMap((name) => {
      const measure = zones.measures[name]
      return measure !== undefined && 'value' in measure ? [measure] : []
    })
  const measured = measuredOf(['crae', 'crve'])
  if (measured.length < 2) {
    // Without a scale, calibres are measured, but in disc diameters.
    const inDiscs = measuredOf(['craeInDiscs', 'crveInDiscs'])
    return inDiscs.length < 2 ? 'not-measured' : 'not-compared'
  }
  const places = new Set(measured.map((measure) => placeOf(measure, zones)))
  if (places.has(null)) return 'not-compared'
  return places.has('outside') ? 'outside' : 'inside'
}

const inOrderOfReport = reportedKinds.toSorted((a, b) => placeOfKind(a) - placeOfKind(b))

function placeOfKind({ reported }: (typeof reportedKinds)[number]): number {
  return reported?.place ?? 0
}

/** The findings of an eye for its patient; if the photograph is not gradable, only that. */
export function plainFindings(numbers: ReportedNumbers, writing: Writing): string[] {
  const isGradable = numbers.quality?.grade !== 'not-gradable'
  const kinds = isGradable ? inOrderOfReport : [describedKind('quality')]
  return kinds.flatMap(({ id, reported }) => {
    const plain = reported?.plain
    const name = id as keyof ReportedNumbers
    if (plain === undefined || numbers[name] === null) return []
    const cases = casesOf[name]?.(numbers, writing) ?? []
    return [
      ...notesFor(plain.notes, numbers[name]).map(({ text }) => text[writing.language]),
      ...cases.flatMap(({ name: key, outcome = '' }) => {
        const text = plain.cases?.[key]
        return text === undefined ? [] : [fill(text[writing.language], { outcome })]
      }),
    ]
  })
}

/** The parts that an analysis looked at, for its patient. */
export function plainParts(numbers: ReportedNumbers, { language }: Writing): string[] {
  return reportedKinds.flatMap(({ id, reported }) => {
    const part = reported?.plain.lookedAt ?? null
    return part === null || numbers[id] === null ? [] : [part[language]]
  })
}
