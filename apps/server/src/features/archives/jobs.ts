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
    /** Whether DICOM files without UIDs are taken; jobs of earlier versions do not say. */
    makesUids: z.boolean().default(false),
    creatorId: z.int().nullable(),
  }),
  attempts: 5,
  concurrency: 1,
})
