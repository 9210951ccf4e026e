import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { idParams, Label, StartedTask } from './primitives.ts'

export const usualGenerateLimit = 100
export const mostGenerated = 100

/** Outcome for the images that the source offered: the result of the task. */
export const GenerateReport = z.object({
  added: z.int(),
  /** The dataset had these very bytes. */
  existing: z.int(),
  /** Each with a warning that says why. */
  left_out: z.int(),
})

export const generateImages = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/generate',
  summary: 'Start to add openly licensed images that an image source finds by keywords',
  access: 'collect',
  params: idParams,
  body: z.strictObject({
    keywords: z.array(Label).min(1).max(20),
    /** At most this many images in all. */
    limit: z.int().min(1).max(mostGenerated).default(usualGenerateLimit),
  }),
  response: StartedTask,
})
