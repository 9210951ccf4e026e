import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineJob } from '../../platform/jobs/definition.ts'

export const importCocoFile = defineJob({
  name: 'import-coco',
  group: message('imports.group'),
  payload: z.object({
    datasetId: z.int(),
    /** Its key in the file store. */
    file: z.string(),
    dryRun: z.boolean(),
    creatorId: z.int().nullable(),
  }),
  attempts: 5,
  concurrency: 1,
})
