import { sql, type Selectable } from 'kysely'

import { standAfter, type Stand, type StandingEvent } from '#contract/standing'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'

export type ReviewRow = Selectable<Schema['analysis_review']> & {
  /** The result by which calls name the analysis. */
  readonly naming_result: number
}

const named = sql<number>`naming_result(analysis_review.analysis_id)`.as('naming_result')

function reviewsOf(db: Db, imageId: number) {
  return db
    .selectFrom('analysis_review')
    .innerJoin('analysis', 'analysis.id', 'analysis_review.analysis_id')
    .selectAll('analysis_review')
    .select(named)
    .where('analysis.image_id', '=', imageId)
    .orderBy('analysis_review.id', 'desc')
}

/** A review of an analysis, with its author's current name. */
export function insertReview(
  db: Db,
  said: Pick<ReviewRow, 'analysis_id' | 'decision' | 'note'>,
  { actor, at }: { readonly actor: Actor; readonly at: Date },
): Promise<ReviewRow> {
  return db
    .insertInto('analysis_review')
    .values({
      ...said,
      reviewer_id: actor.id,
      reviewer_username: actor.username,
      reviewer_name: actor.name === '' ? actor.username : actor.name,
      reviewed_at: at,
    })
    .returningAll()
    .returning(named)
    .executeTakeFirstOrThrow()
}

/** Reviews of all analyses an image ever had, the latest first. */
export function listReviewRows(db: Db, imageId: number): Promise<ReviewRow[]> {
  return reviewsOf(db, imageId).execute()
}

/** The latest review of the image's current analysis; undefined if it has none yet. */
export function findReview(db: Db, imageId: number): Promise<ReviewRow | undefined> {
  return reviewsOf(db, imageId)
    .where('analysis.replaced_at', 'is', null)
    .limit(1)
    .executeTakeFirst()
}

/** The review status of the image's latest analysis, and its author. */
/** Whether a person has confirmed or rejected the present result of an image. */
export async function hasReviewed(db: Db, imageId: number, userId: Actor['id']): Promise<boolean> {
  const review = await reviewsOf(db, imageId)
    .where('analysis.replaced_at', 'is', null)
    .where('reviewer_id', '=', userId)
    .limit(1)
    .executeTakeFirst()
  return review !== undefined
}

export interface ImageStand extends Stand {
  /** The latest analysis. */
  readonly analysisId: number
  /** The review that set the status; null if nobody has reviewed the analysis. */
  readonly reviewId: number | null
}

/** The review status of an image's result; null if the image has none. */
export async function findStand(db: Db, imageId: number): Promise<ImageStand | null> {
  const analyses = await db
    .selectFrom('analysis')
    .select(['id', 'replaced_at'])
    .where('image_id', '=', imageId)
    .where('purpose', '=', 'findings')
    .orderBy('id')
    .execute()
  const latest = analyses.at(-1)
  if (latest === undefined || latest.replaced_at !== null) return null
  const reviews = (await reviewsOf(db, imageId).execute()).toReversed()
  const events = analyses.flatMap(({ id }): StandingEvent[] => [
    'analysed',
    ...reviews.filter(({ analysis_id }) => analysis_id === id).map(({ decision }) => decision),
  ])
  const stand = standAfter(events)
  if (stand === null) return null
  const last = reviews.at(-1)
  const isReviewed = last !== undefined && last.analysis_id === latest.id
  return { ...stand, analysisId: latest.id, reviewId: isReviewed ? last.id : null }
}
