import { listReviews, reviewAnalysis } from '#contract/reviews'

import type { Db } from '../../platform/database/database.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Models } from '../../platform/models/models.ts'
import { announceDataset } from '../datasets/announce.ts'
import { getImageRow, type ImageRow } from '../images/queries.ts'
import { getCountedImage } from '../images/twins/twins.ts'
import type { NoticeDeps } from '../users/mail-notice.ts'
import { noticeConfirmed } from './notice-confirmed.ts'
import { presentReview } from './present.ts'
import { listReviewRows, type ReviewRow } from './queries.ts'
import { reviewAnalysisOf } from './review-analysis.ts'

interface ReviewDeps extends NoticeDeps {
  readonly models: Models
  /** Follow-up of a review, in its transaction. */
  readonly afterReview: readonly AfterReview[]
}

type AfterReview = (trx: Db, said: { image: ImageRow; review: ReviewRow }) => Promise<void>

export function reviewRoutes(deps: ReviewDeps): Route[] {
  const { clock, models, afterReview } = deps
  return [
    serve(reviewAnalysis, async ({ db, actor, query, body, concerns }) => {
      const image = await getCountedImage(db, actor, query.original_id)
      const { analysis_id, decision } = body
      const detail = { analysis_id, decision }
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail })
      const review = await reviewAnalysisOf(image.id, body, { db, models, actor, at: clock() })
      for (const follow of afterReview) await follow(db, { image, review })
      if (review.decision === 'confirmed') await noticeConfirmed(db, deps, { actor, image, review })
      await announceDataset(db, image.dataset_id, 'images')
      return presentReview(review)
    }),

    serve(listReviews, async ({ db, actor, query, concerns }) => {
      const image = await getImageRow(db, actor, query.original_id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      return (await listReviewRows(db, image.id)).map(presentReview)
    }),
  ]
}
