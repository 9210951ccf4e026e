import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { Id, IdText, idParams, Told } from './primitives.ts'
import { reportLanguages } from './reports.ts'

/**
 * DICOM objects with an image's results, in the same study: measurements as Comprehensive SR,
 * annotations as Segmentation, the report as Encapsulated PDF.
 */
export const resultObjects = ['measurements', 'annotations', 'report'] as const
export type ResultObject = (typeof resultObjects)[number]

const language = z.enum(reportLanguages).default('en')

export const getResultObject = endpoint({
  method: 'GET',
  path: '/api/image/:id/dicom/:object',
  summary: 'The measurements, the annotations or the report of an image as DICOM file',
  access: 'view',
  params: z.strictObject({ id: IdText, object: z.enum(resultObjects) }),
  query: z.strictObject({ language }),
  response: bytes,
  seconds: 60,
})

export const sendResults = endpoint({
  method: 'POST',
  path: '/api/image/:id/results/pacs',
  summary: "Queue the image's results to be stored in the dataset's archive",
  access: 'send',
  params: idParams,
  query: z.strictObject({ language }),
  response: Told.extend({ id: Id }),
})
