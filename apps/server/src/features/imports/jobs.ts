import { z } from 'zod'

import { message } from '#contract/messages/message'
import { ScopeName } from '#contract/scopes'

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
    /** The token of the program that asked; imports of earlier versions have none. */
    token: z
      .object({
        id: z.int(),
        name: z.string(),
        scopes: z.array(ScopeName).readonly(),
        datasetIds: z.array(z.int()).readonly().nullable(),
      })
      .optional(),
  }),
  attempts: 5,
  concurrency: 1,
})
