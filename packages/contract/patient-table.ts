import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { imageFilters } from './image-filters.ts'
import { IdText, idParams } from './primitives.ts'

export const exportPatients = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/csv',
  summary: 'The table as CSV: of each patient the newest study among the images that match',
  access: 'export',
  params: idParams,
  query: z.strictObject({
    ...imageFilters,
    /** Only the row of this image. */
    image_id: IdText.optional(),
  }),
  response: bytes,
  seconds: 60,
})
