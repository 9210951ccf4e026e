import { type Difference, explainedBy, signed } from './difference.ts'
import { fill, type Writing } from './language.ts'
import { numberTexts } from './measures.ts'
import type { Trend, TrendPoint, Trends } from './trends.ts'

/** The last change of each measure of each eye, and those of calibres at the same places. */
export function differencesOf(
  { trends, samePlaces }: Pick<Trends, 'trends' | 'samePlaces'>,
  writing: Writing,
): Difference[] {
  const measured = trends.flatMap((trend) =>
    (['right', 'left'] as const).flatMap((eye) => {
      const [before, now] = trend.points.filter((point) => point.eye === eye).slice(-2)
      return before === undefined || now === undefined
        ? []
        : [differenceOf(trend, { before, now }, writing)]
    }),
  )
  return [...measured, ...samePlaces]
}

function differenceOf(
  { key, name, unit }: Trend,
  { before, now }: { before: TrendPoint; now: TrendPoint },
  writing: Writing,
): Difference {
  const { charts, landmarks } = writing.words
  const value = now.value - before.value
  const explained = explainedBy(before, now)
  // With as many digits as the values themselves.
  const sizeText = (size: number) =>
    numberTexts({ value: now.value, uncertainty: size, unit }, writing).uncertainty
  const isLarger = Math.abs(value) > explained
  const comparable = isLarger ? 'larger' : 'within'
  const verdict = now.changes.length > 0 ? 'notComparable' : comparable
  return {
    key: `${key} ${now.eye}`,
    measure: name,
    eye: landmarks[now.eye],
    before: `${before.day}: ${before.text}`,
    now: `${now.day}: ${now.text}`,
    change: signed(value, sizeText),
    explained: `± ${sizeText(explained)}`,
    verdict,
    verdictText: charts.differences[verdict],
  }
}

/** Says in a sentence which changes are larger than the uncertainty of the measurement. */
export function summaryOf(differences: readonly Difference[], writing: Writing): string {
  const words = writing.words.charts.differences
  const larger = differences.filter(({ verdict }) => verdict === 'larger')
  if (differences.every(({ verdict }) => verdict === 'notComparable')) return words.noneComparable
  if (larger.length === 0) return words.noneLarger
  const list = new Intl.ListFormat(writing.language, { type: 'conjunction' })
  const what = list.format(
    larger.map(({ measure, eye, change }) => `${measure}, ${eye} (${change})`),
  )
  return fill(words.someLarger, { what })
}
