import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineJob } from '../../platform/jobs/definition.ts'

const group = message('analysis.group')

export const analyseImage = defineJob({
  name: 'analyse-image',
  group,
  payload: z.object({ imageId: z.int() }),
  attempts: 3,
  concurrency: 1,
})

export const analyseDataset = defineJob({
  name: 'analyse-dataset',
  group,
  /** `again`: includes the images that were analysed before. */
  payload: z.object({ datasetId: z.int(), again: z.boolean() }),
  attempts: 5,
  concurrency: 1,
})

export const assistImage = defineJob({
  name: 'assist-image',
  group,
  payload: z.object({ imageId: z.int(), model: z.string() }),
  attempts: 2,
  concurrency: 1,
})
