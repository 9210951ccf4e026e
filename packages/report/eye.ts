import { shownIso } from '#clock/clock-time'
import type { EyeReport, ReportedPatient } from '#contract/reports'
import type { Standing } from '#contract/standing'

import { certaintyOf, findingsOf } from './findings.ts'
import { fill, moment, type Writing } from './language.ts'
import { meaningOf, meaningOfNone } from './limits.ts'
import { otherEyeSeen } from './other-eye.ts'
import { describeRisk, type Fact, type RiskText } from './risk.ts'
import { describeStated, type StatedText } from './stated.ts'

export type ReviewState = 'none' | 'preliminary' | 'final' | 'rejected'

/** The text of a report about one photograph, without its table of measurements. */
export interface EyeText {
  readonly state: ReviewState
  readonly stateName: string
  readonly stateDetail: string
  /** States that it is software's result, and whether a clinician has confirmed it. */
  readonly statement: string
  /** The clinician's note; empty if there is none. */
  readonly note: string
  readonly facts: readonly Fact[]
  /** Warnings to read before the rest. */
  readonly warnings: readonly string[]
  readonly stated: readonly StatedText[]
  readonly found: readonly string[]
  readonly sure: readonly string[]
  readonly notMeaning: readonly string[]
  readonly risk: RiskText | null
  /** Versions and time. */
  readonly made: readonly Fact[]
  readonly reviews: readonly string[]
}

/** The text of a report on one photograph, in reading order. */
export function describeEye(report: EyeReport, writing: Writing, software: string): EyeText {
  const { words } = writing
  const { analysis, review } = report
  const state = reviewStateOf(report)
  const isGradable = analysis?.numbers.quality?.grade !== 'not-gradable'
  const risk = isGradable ? (analysis?.numbers.risk ?? null) : null
  const riskText = risk === null ? null : describeRisk(risk, writing)
  return {
    state,
    stateName: words.report.states[state],
    stateDetail: fill(words.report.stateDetails[state], whoAndWhen(report, writing)),
    statement: bannerOf(report, writing),
    note:
      review === null || review.note === '' ? '' : fill(words.report.note, { note: review.note }),
    facts: factsOf(report, writing),
    warnings: warningsOf(report, writing),
    stated: report.stated.map((each) => describeStated(each, writing)),
    found: analysis === null ? [] : findingsOf(analysis.numbers, writing),
    sure: analysis === null ? [] : certaintyOf(analysis, writing),
    notMeaning: isGradable ? meaningOf(riskText, writing) : meaningOfNone(writing),
    risk: riskText,
    made: analysis === null ? [] : madeOf(report, writing, software),
    reviews: report.reviews.map((each) => {
      const line = fill(words.report.reviewLine, {
        decision: words.report.decisions[each.decision],
        name: each.by.name,
        when: moment(each.at, writing),
      })
      const noted =
        each.note === '' ? line : `${line}. ${fill(words.report.note, { note: each.note })}`
      const isEarlier = each.analysis_id !== analysis?.id
      return isEarlier ? fill(words.report.earlier, { line: noted }) : noted
    }),
  }
}

interface Said {
  readonly standing: Standing
  /** The clinician behind the status; null while it is preliminary. */
  readonly reviewer: { readonly name: string; readonly at: Date } | null
}

/** States that a result is software's, and the clinician's review, wherever one is shown. */
export function statementOf({ standing, reviewer }: Said, writing: Writing): string {
  const { needsConfirmation, statements } = writing.words
  if (standing === 'preliminary') return needsConfirmation
  return fill(statements[standing], {
    name: reviewer?.name ?? '',
    when: reviewer === null ? '' : moment(reviewer.at.toISOString(), writing),
  })
}

/** The same statement for several reports. */
export function statementOfAll(reports: readonly EyeReport[], { words }: Writing): string {
  const analysed = reports.filter(({ analysis }) => analysis !== null)
  const isFinal =
    analysed.length > 0 && analysed.every((report) => reviewStateOf(report) === 'final')
  return isFinal ? words.statements.allFinal : words.needsConfirmation
}

/** Notice above a report: a confirmed result needs no confirmation. */
function bannerOf({ review }: EyeReport, writing: Writing): string {
  if (review === null) return writing.words.needsConfirmation
  const standing = review.decision === 'confirmed' ? 'final' : 'withdrawn'
  const reviewer = { name: review.by.name, at: new Date(review.at) }
  return statementOf({ standing, reviewer }, writing)
}

/** A result is preliminary until a clinician has confirmed it. */
export function reviewStateOf({ analysis, review }: EyeReport): ReviewState {
  if (analysis === null) return 'none'
  if (review === null) return 'preliminary'
  return review.decision === 'confirmed' ? 'final' : 'rejected'
}

function whoAndWhen({ review }: EyeReport, writing: Writing): Record<string, string> {
  return review === null ? {} : { name: review.by.name, when: moment(review.at, writing) }
}

/** The patient's name as a form of address. */
export function patientName(patient: ReportedPatient, { words, language }: Writing): string {
  const korean = language === 'ko' ? patient.nameKorean : ''
  const name = readable(korean === '' ? patient.name : korean)
  return name === '' ? words.report.noName : fill(words.report.name, { name })
}

/** DICOM's parts of a name (PS3.5, PN), separated by a caret, as one line; Hangul without spaces. */
function readable(name: string): string {
  const parts = name.split('^').map((part) => part.trim())
  const isHangul = /^[\p{Script=Hangul}^\s]+$/u.test(name)
  return parts.filter((part) => part !== '').join(isHangul ? '' : ' ')
}

/** The person of a report, by name and number. */
export function describePatient(patient: ReportedPatient, writing: Writing): Fact[] {
  const { facts, noName } = writing.words.report
  return [
    [facts.patient, patientName(patient, writing)],
    [facts.patientId, patient.id === '' ? noName : patient.id],
  ]
}

/** Why the images of a patient may show two people; empty if nothing suggests it. */
export function describeDoubt({ differing }: ReportedPatient, { words }: Writing): string {
  if (differing.length === 0) return ''
  const what = differing.map((each) => words.report.differences[each]).join(', ')
  return fill(words.report.differing, { what })
}

export function eyeName({ eye, eye_stated: isStated }: EyeReport, { words }: Writing): string {
  if (eye === 'unknown') return words.report.eyeUnknown
  const name = words.landmarks[eye]
  return isStated ? name : fill(words.report.eyeDerived, { eye: name })
}

/** In the order in which clinicians view a pair of eyes: the right one first. */
export function rightFirst(a: EyeReport, b: EyeReport): number {
  return Number(b.eye === 'right') - Number(a.eye === 'right')
}

function factsOf(report: EyeReport, writing: Writing): Fact[] {
  const { facts, noName, years, female, male } = writing.words.report
  const sex = report.sex === null ? noName : { female, male }[report.sex]
  const age = report.age_years === null ? noName : fill(years, { age: report.age_years })
  const taken: Fact =
    report.taken_at === null
      ? [facts.day, report.day ?? noName]
      : [facts.taken, shownIso(report.taken_at)]
  return [
    [facts.sexAndAge, `${sex} / ${age}`],
    [facts.eye, eyeName(report, writing)],
    taken,
    ...optional(facts.order, report.order),
    ...optional(facts.department, report.department),
    ...optional(facts.camera, report.camera),
    [facts.file, report.image.file_name],
  ]
}

function optional(name: string, value: string): Fact[] {
  return value === '' ? [] : [[name, value]]
}

/** Says that a photograph appears to show another eye than the stated one. */
export function describeOtherEye(
  { said, seen }: { readonly said: EyeReport['eye']; readonly seen: EyeReport['eye'] },
  { words: { landmarks } }: Writing,
): string {
  return fill(landmarks.otherEye, { said: landmarks[said], seen: landmarks[seen] })
}

function warningsOf({ eye, analysis }: EyeReport, writing: Writing): string[] {
  if (analysis === null) return []
  const { words } = writing
  const what = analysis.stale.map((reason) => words.stale[reason]).join(', ')
  const { optic_disc: landmarks } = analysis.numbers
  const seen = landmarks === null ? null : otherEyeSeen(eye, landmarks)
  return [
    ...(seen === null ? [] : [describeOtherEye({ said: eye, seen }, writing)]),
    ...(what === '' ? [] : [fill(words.report.stale, { what })]),
  ]
}

function madeOf({ analysis }: EyeReport, writing: Writing, software: string): Fact[] {
  if (analysis === null) return []
  const { report: words } = writing.words
  const models = new Map(
    analysis.results
      .filter(({ model }) => model.sha256 !== '')
      .map(({ model }) => [
        model.sha256,
        `${model.name} ${model.version} (SHA-256 ${model.sha256.slice(0, 12)})`,
      ]),
  )
  return [
    [words.analysedAt, moment(analysis.at, writing)],
    [words.software, software],
    [words.analysis, analysis.pipeline],
    ...[...models.values()].map((model): Fact => [words.model, model]),
  ]
}
