import type { Selectable } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'

export type ReviewRow = Selectable<Schema['analysis_review']>

function reviewsOf(db: Db, imageId: number) {
  return db
    .selectFrom('analysis_review')
    .innerJoin('analysis_result', 'analysis_result.id', 'analysis_review.analysis_id')
    .selectAll('analysis_review')
    .where('analysis_result.image_id', '=', imageId)
    .orderBy('analysis_review.id', 'desc')
}

/** Of all analyses that an image ever had, the latest review first. */
export function listReviewRows(db: Db, imageId: number): Promise<ReviewRow[]> {
  return reviewsOf(db, imageId).execute()
}

/** The latest review of the image's current analysis; undefined where that has none yet. */
export function findReview(db: Db, imageId: number): Promise<ReviewRow | undefined> {
  return reviewsOf(db, imageId)
    .where('analysis_result.replaced_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
}
