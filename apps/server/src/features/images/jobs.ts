import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineJob } from '../../platform/jobs/definition.ts'

export const scanDataset = defineJob({
  name: 'scan-dataset',
  group: message('scans.group'),
  payload: z.object({ datasetId: z.int(), creatorId: z.int().nullable() }),
  attempts: 5,
  concurrency: 1,
})
