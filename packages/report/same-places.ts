import type { ZoneNumbers } from '#contract/analysis-numbers'
import type { EyeReport, ReportedAnalysis } from '#contract/reports'
import { type FollowedCalibre, followedCalibres } from '#retina/calibres/same-places'

import { type Circumstance, circumstancesOf } from './circumstances.ts'
import { type Difference, normal95, signed, type Verdict } from './difference.ts'
import { fill, percentToTenths, type Writing } from './language.ts'
import { measureName } from './measures.ts'
import { isUsable, type Visit } from './visits.ts'

type SamePlaces = NonNullable<ZoneNumbers['samePlaces']>

/** Methods that must not differ; a ratio needs no scale. */
const method: readonly Circumstance[] = ['camera', 'networks', 'software', 'correction']

/**
 * The changes of each eye's calibres since its first measured visit, at the same places, in per cent. Left out
 * if the results of either visit may not be used.
 */
export function changesAtSamePlaces(visits: readonly Visit[], writing: Writing): Difference[] {
  return (['right', 'left'] as const).flatMap((eye) => {
    const now = visits.map((visit) => visit[eye]).find((report) => report !== null)
    const compared = now?.analysis?.numbers.zones?.samePlaces
    if (now === undefined || compared === undefined || compared === null || !isUsable(now))
      return []
    const all = visits.flatMap(({ right, left, others }) => [right, left, ...others])
    const before = all.find((report) => report?.image.id === compared.image) ?? null
    if (before === null || !isUsable(before)) return []
    return (Object.keys(followedCalibres) as FollowedCalibre[]).flatMap(
      (calibre) => differenceOf(calibre, { before, now, compared, eye }, writing) ?? [],
    )
  })
}

interface Compared {
  readonly before: EyeReport
  readonly now: EyeReport
  readonly compared: SamePlaces
  readonly eye: 'right' | 'left'
}

function differenceOf(
  calibre: FollowedCalibre,
  { before, now, compared, eye }: Compared,
  writing: Writing,
): Difference | null {
  const change = compared.changes[calibre]
  if (change === undefined) return null
  const { charts, landmarks } = writing.words
  const share = change.ratio - 1
  const explained = normal95 * change.uncertainty
  const size: Verdict = Math.abs(share) > explained ? 'larger' : 'within'
  const verdict = isOneMethod(before, now) ? size : 'notComparable'
  const vessels = Math.round(change.vessels)
  return {
    key: `${calibre} ${eye} same places`,
    measure: fill(charts.differences.samePlaces, {
      name: measureName(calibre, writing),
      zone: followedCalibres[calibre].zone,
    }),
    eye: landmarks[eye],
    before: before.day ?? compared.day,
    now: fill(charts.differences.vessels, { day: now.day ?? '', count: String(vessels) }),
    change: signed(share, (tenths) => percentToTenths(tenths, writing)),
    explained: `± ${percentToTenths(explained, writing)}`,
    verdict,
    verdictText: charts.differences[verdict],
  }
}

function isOneMethod(before: EyeReport, now: EyeReport): boolean {
  const [a, b] = [before, now].map((report) => methodOf(report, report.analysis))
  return a === b
}

function methodOf(report: EyeReport, analysis: ReportedAnalysis | null): string {
  if (analysis === null) return ''
  const circumstances = circumstancesOf(report, analysis, null)
  return method.map((each) => circumstances[each]).join('|')
}
