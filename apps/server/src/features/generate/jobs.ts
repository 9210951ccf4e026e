import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineJob } from '../../platform/jobs/definition.ts'

export const generateImagesTask = defineJob({
  name: 'generate-images',
  group: message('generate.group'),
  payload: z.object({
    datasetId: z.int(),
    keywords: z.array(z.string()),
    limit: z.int(),
    creatorId: z.int().nullable(),
  }),
  attempts: 3,
  concurrency: 1,
})
