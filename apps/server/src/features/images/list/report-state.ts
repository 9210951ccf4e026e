import { sql, type Expression, type SqlBool } from 'kysely'

import { analysisStates, type ReportState, reportStatesBy } from '#contract/images'

import { currentReview } from './listed-columns.ts'

const decision = sql<string>`coalesce((select decision from (${currentReview}) as latest), 'none')`

/** Whether the AI's report on the image is in this state; reads reviews only if they decide. */
export function reportStands(state: ReportState): Expression<SqlBool> {
  const conditions = analysisStates.flatMap((analysis) => {
    const byReview = Object.entries(reportStatesBy[analysis])
    const matching = byReview.filter(([, result]) => result === state).map(([review]) => review)
    if (matching.length === 0) return []
    const isSo = sql`image.analysis_state = ${analysis}`
    const isAny = matching.length === byReview.length
    return [isAny ? isSo : sql`(${isSo} and ${decision} = any(${matching}::text[]))`]
  })
  return sql<SqlBool>`(${sql.join(conditions, sql` or `)})`
}
