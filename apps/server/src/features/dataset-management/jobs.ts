import { z } from 'zod'

import { message } from '#contract/messages/message'
import { Instant } from '#contract/primitives'

import { defineJob } from '../../platform/jobs/definition.ts'

export const resetMetadataTask = defineJob({
  name: 'reset-metadata',
  group: message('datasets.resetGroup'),
  payload: z.object({
    datasetId: z.int(),
    creatorId: z.int().nullable(),
    /** Time of the request, also recorded in the histories. */
    at: Instant,
  }),
  attempts: 5,
  concurrency: 1,
})
