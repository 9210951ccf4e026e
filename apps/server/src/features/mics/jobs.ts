import { z } from 'zod'

import { message } from '#contract/messages/message'
import { standingNames } from '#contract/standing'

import { defineOutboxMessage } from '../../platform/outbox/definition.ts'

/** The status of a result, for the order system. */
export const resultOutboxMessage = defineOutboxMessage({
  name: 'mics-result',
  title: message('mics.letter'),
  payload: z.object({
    imageId: z.int(),
    analysisId: z.int(),
    version: z.int(),
    // Messages from before clinicians' reviews were sent are about unreviewed results.
    standing: z.enum(standingNames).default('preliminary'),
    /** The review that made it so. */
    reviewId: z.int().nullable().default(null),
  }),
  seconds: 30,
  concurrency: 2,
})
