import { message } from '#contract/messages/message'
import type { reviewAnalysis } from '#contract/reviews'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Models } from '../../platform/models/models.ts'
import { presentCurrentResults } from '../analysis/present.ts'
import { findReview, insertReview, type ReviewRow } from './queries.ts'

export interface Reviewing {
  readonly db: Db
  readonly models: Models
  readonly actor: Actor
  readonly at: Date
}

type Said = (typeof reviewAnalysis.body)['_output']

/**
 * Keeps what a clinician says of the image's analysis; the same said again is kept once.
 * @throws {Problem} not_possible_now where it is not the image's finished and current analysis.
 */
export async function reviewAnalysisOf(
  imageId: number,
  { analysis_id, decision, note }: Said,
  { db, models, actor, at }: Reviewing,
): Promise<ReviewRow> {
  if (actor.id === null) throw new Problem('login_disabled', message('reviews.nobody'))
  await refuseUnfinished(db, models, { imageId, analysisId: analysis_id })
  const latest = await findReview(db, imageId)
  const isSaid =
    latest?.reviewer_id === actor.id && latest.decision === decision && latest.note === note
  if (isSaid) return latest
  return insertReview(db, { analysis_id, decision, note }, { actor, at })
}

async function refuseUnfinished(
  db: Db,
  models: Models,
  { imageId, analysisId }: { imageId: number; analysisId: number },
): Promise<void> {
  // An analysis that ends meanwhile waits until the review is kept.
  const image = await db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', imageId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (image.mics_state === 'Referred') throw refused('underWay')
  const { lesions: _lesions, ...results } = await presentCurrentResults(db, models, image)
  if (results['quality'] === undefined) throw refused('notAnalysed')
  if (results['quality'].id !== analysisId) throw refused('analysedAnew')
  const isStale = Object.values(results).some(({ stale }) => stale.length > 0)
  if (isStale) throw refused('outOfDate')
}

function refused(why: 'underWay' | 'notAnalysed' | 'analysedAnew' | 'outOfDate'): Problem {
  return new Problem('not_possible_now', message(`reviews.${why}`))
}
