import type { Review } from '#contract/reviews'

import type { ReviewRow } from './queries.ts'

export function presentReview(row: ReviewRow): Review {
  return {
    id: row.id,
    analysis_id: row.analysis_id,
    decision: row.decision,
    note: row.note,
    by: { username: row.reviewer_username, name: row.reviewer_name },
    at: row.reviewed_at.toISOString(),
  }
}
