import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineJob } from '../../platform/jobs/definition.ts'

export const loadClinicTask = defineJob({
  name: 'load-example-clinic',
  group: message('exampleClinic.group'),
  payload: z.object({
    datasetId: z.int(),
    creatorId: z.int().nullable(),
    language: z.enum(['en', 'ko']),
  }),
  attempts: 3,
  concurrency: 1,
})
