import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Image } from './images.ts'
import { Id, idParams, Instant, Success } from './primitives.ts'

/** One of several images with the same SOP Instance UID. */
export const Twin = Image.extend({
  received_at: Instant,
  /** The user who added it; '' if it was received from a DICOM station. */
  received_from: z.string(),
})
export type Twin = z.infer<typeof Twin>

export const getTwins = endpoint({
  method: 'GET',
  path: '/api/image/:id/twins',
  summary: 'The images of the dataset that bear the same SOP Instance UID, this one included',
  access: 'view',
  params: idParams,
  response: z.object({
    /** The one that counts comes first; one alone if the UID is not shared. */
    images: z.array(Twin),
    /** True if all of them hold the same data set, and only the file meta group differs. */
    same_data: z.boolean(),
  }),
})

export const chooseTwin = endpoint({
  method: 'POST',
  path: '/api/image/:id/twins/choose',
  summary: 'Let this image count, and set aside the others with the same SOP Instance UID',
  access: 'collect',
  params: idParams,
  response: Success,
})

export const listTwins = endpoint({
  method: 'GET',
  path: '/api/twins',
  summary: 'The images that wait for a choice between several with the same SOP Instance UID',
  access: 'admin',
  response: z.object({
    total: z.int(),
    /** The latest first, at most 100. */
    images: z.array(
      z.object({
        id: Id,
        file_name: z.string(),
        patientID: z.string(),
        dataset: z.object({ id: Id, name: z.string() }),
        received_at: Instant,
      }),
    ),
  }),
})
