import type { RiskBand } from '#contract/analysis-numbers'

import type { Writing } from './language.ts'
import type { RiskText } from './risk.ts'

/** Limits of every result. */
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

/** What an ungradable photograph does not imply. */
export function meaningOfNone({ words: { report } }: Writing): string[] {
  return [report.notGradableMeans, report.research]
}
