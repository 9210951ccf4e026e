import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { Laterality } from './images.ts'
import { Id, Instant, printable } from './primitives.ts'
import { reportLanguages } from './reports.ts'

/** Which patient: by the ID exactly as the images have it. */
const Which = {
  patient_id: z.string().trim().min(1).max(64).regex(printable),
  /** Issuer of the ID (0010,0021); '' is an ID without issuer. Left out: every issuer. */
  issuer: z.string().trim().max(64).regex(printable).optional(),
}

/** Numbers of what belongs to a patient. */
export const PatientCounts = z.object({
  images: z.int(),
  annotations: z.int(),
  results: z.int(),
  /** Reports, PDF files and segmentations received by DICOM. */
  documents: z.int(),
  /** Orders received from the order system. */
  orders: z.int(),
})
export type PatientCounts = z.infer<typeof PatientCounts>

/** How many images other systems have received, or results of them; they keep their copies. */
export const SentElsewhere = z.object({ pacs: z.int(), fhir: z.int(), order_system: z.int() })
export type SentElsewhere = z.infer<typeof SentElsewhere>

const DatasetName = z.object({ id: Id, name: z.string() })

export const FoundPatient = z.object({
  /** The names that the images state. */
  names: z.array(z.string()),
  /** Issuers of the ID among all images and documents with it; '' is none. */
  issuers: z.array(z.string()),
  datasets: z.array(
    DatasetName.extend({
      images: z.array(
        z.object({
          id: Id,
          file_name: z.string(),
          study_date: z.iso.date().nullable(),
          /** R, L, B or U; null: unknown. */
          laterality: Laterality.nullable(),
          /** Deleted, but not for good. */
          deleted: z.boolean(),
        }),
      ),
      documents: z.int(),
      /** Exported files of the dataset, of which each may contain the patient. */
      exports: z.int(),
    }),
  ),
  counts: PatientCounts,
  sent: SentElsewhere,
  /** Whether tasks of these datasets are queued or running, which prevents the erasure. */
  busy: z.boolean(),
})
export type FoundPatient = z.infer<typeof FoundPatient>

/** The record of an erasure. The patient is named by a pseudonym of this installation. */
export const PatientErasure = z.object({
  id: Id,
  at: Instant,
  by: z.string(),
  reason: z.string(),
  pseudonym: z.string(),
  datasets: z.array(DatasetName),
  counts: PatientCounts,
  /** The files that were removed, by SHA-256 of their content. */
  images: z.array(z.object({ id: Id, sha256: z.string() })),
  documents: z.array(z.object({ id: Id, sha256: z.string() })),
  /** Exports of these datasets, removed because they may have contained the patient. */
  exports: z.int(),
  sent: SentElsewhere,
})
export type PatientErasure = z.infer<typeof PatientErasure>

export const findPatient = endpoint({
  method: 'GET',
  path: '/api/admin/patient',
  summary: 'Everything of a patient in all datasets, by the exact ID',
  access: 'admin',
  query: z.strictObject(Which),
  response: FoundPatient,
})

export const exportPatient = endpoint({
  method: 'GET',
  path: '/api/admin/patient/export',
  summary:
    'A ZIP archive of a patient: images as they were received, documents, annotations as COCO, tables, reports as PDF and FHIR messages',
  access: 'admin',
  query: z.strictObject({
    ...Which,
    /** Language of the reports. */
    language: z.enum(reportLanguages).default('en'),
  }),
  response: bytes,
})

export const erasePatient = endpoint({
  method: 'POST',
  path: '/api/admin/patient/erase',
  summary:
    'Erase a patient for good: rows, files, exports of the datasets; answers with the record',
  access: 'admin',
  body: z.strictObject({
    ...Which,
    /** Kept in the record and in the audit trail. */
    reason: z.string().trim().min(3).max(500).regex(printable),
  }),
  seconds: 120,
  response: PatientErasure,
})

export const listPatientErasures = endpoint({
  method: 'GET',
  path: '/api/admin/patient/erasures',
  summary: 'Records of erased patients, newest first; at most 500',
  access: 'admin',
  response: z.array(PatientErasure),
})
