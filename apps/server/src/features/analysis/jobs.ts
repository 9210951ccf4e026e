import { z } from 'zod'

import { defineJob } from '../../platform/jobs/definition.ts'

export const analyseImage = defineJob({
  name: 'analyse-image',
  group: 'Analysis',
  payload: z.object({ imageId: z.int() }),
  attempts: 3,
  concurrency: 1,
})
