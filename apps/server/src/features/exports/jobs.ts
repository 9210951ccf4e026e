import { z } from 'zod'

import { exportFormats } from '#contract/exports'
import { message } from '#contract/messages/message'

import { defineJob } from '../../platform/jobs/definition.ts'

export const exportDataset = defineJob({
  name: 'export-dataset',
  group: message('exports.group'),
  payload: z.object({
    datasetId: z.int(),
    imageIds: z.array(z.int()).optional(),
    categoryIds: z.array(z.int()),
    withEmptyImages: z.boolean(),
    format: z.enum(exportFormats).default('coco'),
    identified: z.boolean().default(false),
    creatorId: z.int().nullable(),
  }),
  attempts: 3,
  concurrency: 1,
})
