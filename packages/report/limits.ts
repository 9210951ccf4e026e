import type { RiskBand, ZoneNumbers } from '#contract/analysis-numbers'
import type { ReportedAnalysis } from '#contract/reports'
import { reportedKinds, type ReportedNumbers } from '#contract/results/kinds'
import { axialLengthUncertainty, refractionUncertainty } from '#retina/retinal-scale'

import { decimal, fill, moment, percent, wholeNumber, type Writing } from './language.ts'
import type { RiskText } from './risk.ts'

/** How sure what was found is, a sentence each. */
export function certaintyOf(analysis: ReportedAnalysis, writing: Writing): string[] {
  const { words } = writing
  const { quality, optic_disc: landmarks, zones } = analysis.numbers
  if (quality?.grade === 'not-gradable') return []
  const doubts = landmarks?.disc?.doubts ?? []
  const [corrected] = analysis.results.flatMap((result) => result.corrected ?? [])
  return [
    ...(quality === null || quality.visibility === null
      ? []
      : [fill(words.report.visible, { share: percent(quality.visibility, writing) })]),
    ...(quality?.grade === 'limited' ? [words.quality.limits] : []),
    ...doubts.map((doubt) => words.landmarks.doubts[doubt as keyof typeof words.landmarks.doubts]),
    ...noteLines(analysis.numbers, writing),
    ...(zones === null ? [] : [...scaleLines(zones, writing), ...countLines(zones, writing)]),
    ...(zones === null ? [] : [words.measures.uncertainty]),
    ...(corrected === undefined
      ? []
      : [
          fill(words.report.corrected, {
            name: corrected.by,
            when: moment(corrected.at, writing),
          }),
        ]),
  ]
}

/** What the descriptions of the kinds note of how sure they are. */
function noteLines(numbers: ReportedNumbers, { language }: Writing): string[] {
  return reportedKinds.flatMap(({ id, notes = [] }) => {
    const values: Readonly<Record<string, unknown>> = { ...numbers[id] }
    return notes.filter(({ key, is }) => values[key] === is).map(({ text }) => text[language])
  })
}

/** What micrometres rest on, and who says so. */
export function scaleLines(
  { scale, micrometresPerPixel }: ZoneNumbers,
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

function countLines({ vessels }: ZoneNumbers, writing: Writing): string[] {
  const inB = vessels.filter(({ zone }) => zone === 'B')
  if (inB.length === 0) return []
  const share = percent(Math.min(...inB.map(({ certainty }) => certainty)), writing)
  const count = wholeNumber(inB.length, writing)
  return [fill(writing.words.report.counted, { count, share })]
}

/** What a result does not mean; said of every one. */
export function meaningOf(risk: RiskText | null, { words }: Writing): string[] {
  const { report } = words
  const tells = (told: RiskBand): boolean =>
    risk?.outcomes.some(({ band }) => band === told) === true
  const bands = risk?.outcomes.some(({ interval }) => interval !== null) === true
  return [
    words.risk.meaning,
    ...(bands ? [report.bands] : []),
    ...(tells('low') ? [report.lowMeans] : []),
    ...(tells('cannot-be-told') ? [report.cannotBeToldMeans] : []),
    report.notSearched,
    report.notInterchangeable,
    ...(risk?.isPluggedIn === true ? [] : [report.research]),
  ]
}

/** What it does not mean that a photograph is not gradable. */
export function meaningOfNone({ words: { report } }: Writing): string[] {
  return [report.notGradableMeans, report.research]
}
