import { message } from '#contract/messages/message'
import type { reviewAnalysis } from '#contract/reviews'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Models } from '../../platform/models/models.ts'
import { staleReasonsOf } from '../analysis/present.ts'
import { findCurrentAnalysis, type Analysis } from '../analysis/queries.ts'
import { findReview, insertReview, type ReviewRow } from './queries.ts'

export interface Reviewing {
  readonly db: Db
  readonly models: Models
  readonly actor: Actor
  readonly at: Date
}

type Said = (typeof reviewAnalysis.body)['_output']

/**
 * Keeps a clinician's review of the image's analysis; an identical one is kept once.
 * @throws {Problem} not_possible_now if it is not the image's finished and current analysis
 */
export async function reviewAnalysisOf(
  imageId: number,
  { analysis_id, decision, note }: Said,
  { db, models, actor, at }: Reviewing,
): Promise<ReviewRow> {
  const analysis = await lockFinished(db, models, { imageId, named: analysis_id })
  const latest = await findReview(db, imageId)
  const isSaid =
    latest?.reviewer_id === actor.id && latest.decision === decision && latest.note === note
  if (isSaid) return latest
  return insertReview(db, { analysis_id: analysis.id, decision, note }, { actor, at })
}

/** @param named the result by which the caller names the analysis */
async function lockFinished(
  db: Db,
  models: Models,
  { imageId, named }: { imageId: number; named: number },
): Promise<Analysis> {
  // An analysis that ends meanwhile waits until the review is kept.
  const image = await db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', imageId)
    .forUpdate()
    .executeTakeFirstOrThrow()
  if (image.mics_state === 'Referred') throw refused('underWay')
  const analysis = await findCurrentAnalysis(db, imageId)
  if (analysis === undefined) throw refused('notAnalysed')
  if (analysis.naming_result !== named) throw refused('analysedAnew')
  const stale = await staleReasonsOf(db, models, { image, analysis })
  if (stale.length > 0) throw refused('outOfDate')
  return analysis
}

function refused(why: 'underWay' | 'notAnalysed' | 'analysedAnew' | 'outOfDate'): Problem {
  return new Problem('not_possible_now', message(`reviews.${why}`))
}
