import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { Id, idParams, Instant, Success } from './primitives.ts'

/** An object that came into an image's study and is no photograph. */
const StudyDocument = z.object({
  id: Id,
  kind: z.enum(['report', 'pdf', 'segmentation']),
  /** The name of its SOP class, as 'Comprehensive SR'. */
  type: z.string(),
  /** As its maker called it; '' if it has no title. */
  title: z.string(),
  /** YYYY-MM-DD. */
  date: z.string().nullable(),
  manufacturer: z.string(),
  patient_id: z.string(),
  patient_name: z.string(),
  /** Whether it names another patient than the image does. */
  is_of_other_patient: z.boolean(),
  /** Whether the study has another object with the same SOP Instance UID. */
  has_versions: z.boolean(),
  size: z.int(),
  received_at: Instant,
})
export type StudyDocument = z.infer<typeof StudyDocument>

/** An item of a structured report and the items that it contains. */
export interface ReportItem {
  /** Its place in the tree: the second item of the root is '1.2'. */
  position: string
  /** The item's concept name; '' if it has none. */
  name: string
  /** Its value in words, with the unit; '' for a heading. */
  value: string
  items: ReportItem[]
}
export const ReportItem: z.ZodType<ReportItem> = z.object({
  position: z.string(),
  name: z.string(),
  value: z.string(),
  items: z.lazy(() => z.array(ReportItem)),
})

/** A structured report in words (PS3.3 C.17.3). */
export const ReportContent = z.object({
  root: ReportItem,
  isComplete: z.boolean(),
  isVerified: z.boolean(),
  /** The person who has verified it. */
  observers: z.array(z.string()),
})

export const listImageDocuments = endpoint({
  method: 'GET',
  path: '/api/image/:id/documents',
  summary: "Reports, PDFs and segmentations of other systems in the image's study",
  access: 'view',
  params: idParams,
  response: z.array(StudyDocument),
})

export const listPatientDocuments = endpoint({
  method: 'GET',
  path: '/api/image/:id/patient-documents',
  summary:
    "Reports, PDFs and segmentations of other systems in all studies of the image's patient in its dataset, newest first",
  access: 'view',
  params: idParams,
  response: z.array(StudyDocument),
})

export const getDocument = endpoint({
  method: 'GET',
  path: '/api/document/:id',
  summary: 'A document of a study, byte for byte as it came (DICOM)',
  access: 'view',
  params: idParams,
  response: bytes,
})

export const getDocumentPdf = endpoint({
  method: 'GET',
  path: '/api/document/:id/pdf',
  summary: 'The PDF within an Encapsulated PDF',
  access: 'view',
  params: idParams,
  response: bytes,
})

export const deleteDocument = endpoint({
  method: 'DELETE',
  path: '/api/document/:id',
  summary: 'Delete a document of a study for good',
  access: 'collect',
  params: idParams,
  response: Success,
})

export const getReportContent = endpoint({
  method: 'GET',
  path: '/api/document/:id/report',
  summary: 'A structured report in words',
  access: 'view',
  params: idParams,
  response: ReportContent,
})
