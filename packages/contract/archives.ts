import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { BooleanText, idParams, StartedTask } from './primitives.ts'

/** Outcome for each file of an archive: the result of its task. */
export const ArchiveReport = z.object({
  added: z.int(),
  /** The dataset had these very bytes. */
  existing: z.int(),
  /** No images, or not to be read; each with a warning that says why. */
  left_out: z.int(),
})
export type ArchiveReport = z.infer<typeof ArchiveReport>

export const addArchive = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/archive',
  summary: 'Start to add the images of a ZIP archive, or those that its DICOMDIR lists',
  access: 'collect',
  params: idParams,
  query: z.strictObject({
    /** The sub-folder of the dataset that the archive's own folders go to. */
    folder: z.string().max(1000).optional(),
    /** Also accepts DICOM files without UIDs; objects written about them use generated UIDs. */
    make_uids: BooleanText.optional(),
  }),
  upload: { field: 'archive', maxFiles: 1 },
  response: StartedTask,
})
