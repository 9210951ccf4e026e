import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Id, IdText, Instant } from './primitives.ts'

export const reviewDecisions = ['confirmed', 'rejected'] as const

/** A clinician's review of one analysis of an image; a later analysis starts without one. */
export const Review = z.object({
  id: Id,
  /** The analysis, by the id of its first result: that of kind `quality`. */
  analysis_id: Id,
  decision: z.enum(reviewDecisions),
  note: z.string(),
  /** As they were called at that time. */
  by: z.object({ username: z.string(), name: z.string() }),
  at: Instant,
})
export type Review = z.infer<typeof Review>

const path = '/api/resultAI/review/'

export const reviewAnalysis = endpoint({
  method: 'POST',
  path,
  summary: 'Confirm or reject the analysis of an image: a confirmed one is final',
  access: 'review',
  query: z.strictObject({ original_id: IdText }),
  body: z.strictObject({
    /** The analysis that the clinician has seen: a later analysis is not reviewed. */
    analysis_id: Id,
    decision: z.enum(reviewDecisions),
    note: z.string().trim().max(2000).default(''),
  }),
  status: 201,
  response: Review,
})

export const listReviews = endpoint({
  method: 'GET',
  path,
  summary: 'The reviews of all analyses of an image, the latest first',
  access: 'view',
  query: z.strictObject({ original_id: IdText }),
  response: z.array(Review),
})
