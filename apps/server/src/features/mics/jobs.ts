import { z } from 'zod'

import { message } from '#contract/messages/message'
import { standingNames } from '#contract/standing'

import { defineLetter } from '../../platform/outbox/definition.ts'

/** How a result stands, for the order system. */
export const resultLetter = defineLetter({
  name: 'mics-result',
  title: message('mics.letter'),
  payload: z.object({
    imageId: z.int(),
    analysisId: z.int(),
    version: z.int(),
    // What was posted before clinicians' words were sent is about results that nobody had reviewed.
    standing: z.enum(standingNames).default('preliminary'),
    /** The review that made it so. */
    reviewId: z.int().nullable().default(null),
  }),
  seconds: 30,
  concurrency: 2,
})
