import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineJob } from '../../platform/jobs/definition.ts'

export const analyseImage = defineJob({
  name: 'analyse-image',
  group: message('analysis.group'),
  payload: z.object({ imageId: z.int() }),
  attempts: 3,
  concurrency: 1,
})
