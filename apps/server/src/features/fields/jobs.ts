import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineJob } from '../../platform/jobs/definition.ts'

export const computeFieldsTask = defineJob({
  name: 'compute-fields',
  group: message('fields.computeGroup'),
  payload: z.object({
    datasetId: z.int(),
    /** Whoever changed the rules: the histories name them. */
    by: z.object({ id: z.int().nullable(), username: z.string() }),
  }),
  attempts: 5,
  concurrency: 1,
})
