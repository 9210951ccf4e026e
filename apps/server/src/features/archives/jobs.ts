import { z } from 'zod'

import { message } from '#contract/messages/message'

import { defineJob } from '../../platform/jobs/definition.ts'

export const addArchivedImages = defineJob({
  name: 'add-archive',
  group: message('archives.group'),
  payload: z.object({
    datasetId: z.int(),
    /** Its key in the file store. */
    file: z.string(),
    folder: z.string(),
    /** Whether to accept DICOM files without UIDs; missing in jobs of earlier versions. */
    makesUids: z.boolean().default(false),
    creatorId: z.int().nullable(),
  }),
  attempts: 5,
  concurrency: 1,
})
