import { z } from 'zod'

import { message } from '#contract/messages/message'
import { Metadata } from '#contract/primitives'

import { defineJob } from '../../platform/jobs/definition.ts'

export const retrieveTask = defineJob({
  name: 'retrieve-from-pacs',
  group: message('pacs.group'),
  payload: z.object({
    datasetId: z.int(),
    /** A patient and days, or studies. */
    patientId: z.string().optional(),
    studyDate: z.string().optional(),
    studies: z.array(z.string()).optional(),
    metadata: Metadata,
    creatorId: z.int().nullable(),
  }),
  // A process may die; the job itself retries objects that a PACS does not deliver.
  attempts: 3,
  concurrency: 4,
})
