import { listReviews, reviewAnalysis } from '#contract/reviews'

import type { Clock } from '../../platform/clock.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Models } from '../../platform/models/models.ts'
import { announceDataset } from '../datasets/announce.ts'
import { getImageRow } from '../images/queries.ts'
import { presentReview } from './present.ts'
import { listReviewRows } from './queries.ts'
import { reviewAnalysisOf } from './review-analysis.ts'

export function reviewRoutes({ clock, models }: { clock: Clock; models: Models }): Route[] {
  return [
    serve(reviewAnalysis, async ({ db, actor, query, body, concerns }) => {
      const image = await getImageRow(db, actor, query.original_id)
      const { analysis_id, decision } = body
      const detail = { analysis_id, decision }
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail })
      const review = await reviewAnalysisOf(image.id, body, { db, models, actor, at: clock() })
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
