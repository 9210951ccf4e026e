import type { Review } from '#contract/reviews'

import type { ReviewRow } from './queries.ts'

export function presentReview(row: ReviewRow): Review {
  return {
    id: row.id,
    analysis_id: row.naming_result,
    decision: row.decision,
    note: row.note,
    by: { username: row.reviewer_username, name: row.reviewer_name },
    at: row.reviewed_at.toISOString(),
  }
}
