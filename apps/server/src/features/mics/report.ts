import { z } from 'zod'

import { standingNames } from '#contract/standing'

/** The components of a name in DICOM: family, given, middle, prefix, suffix. */
const NameParts = z.array(z.string())

/** A result as written back: the receiver keeps the highest version of each image. */
export const Report = z.object({
  /** The same for each send. */
  key: z.string(),
  patientId: z.string(),
  patientName: z.string(),
  /** By writing; empty if the file has none. */
  nameParts: z.object({ alphabetic: NameParts, ideographic: NameParts, phonetic: NameParts }),
  /** M, F or O (DICOM PS3.3 C.7.1.1); empty if unknown. */
  sex: z.string(),
  /** YYYY-MM-DD; empty if unknown. */
  birthDate: z.string(),
  studyDate: z.string(),
  /** When the photograph was taken, by its camera's clock (ISO 8601); empty if unknown. */
  takenAt: z.string().default(''),
  ordSeq: z.string(),
  imageId: z.int(),
  resultId: z.int(),
  version: z.int(),
  standing: z.enum(standingNames),
  /** The clinician who set this status; null while it is preliminary. */
  reviewer: z.object({ username: z.string(), name: z.string(), at: z.coerce.date() }).nullable(),
  /** States that this is the result of software, and the clinician's review of it. */
  statement: z.string(),
  laterality: z.string(),
  quality: z.string(),
  /** Empty if the image could not be graded. */
  riskCategory: z.string(),
  measurements: z.array(
    z.object({
      key: z.string(),
      name: z.string(),
      value: z.number(),
      /** UCUM unit. */
      unit: z.object({ code: z.string(), meaning: z.string() }),
    }),
  ),
  unmeasured: z
    .array(z.object({ key: z.string(), name: z.string(), reason: z.string() }))
    .default([]),
  /** Name and version of the product and of the measuring software. */
  software: z.string(),
  reportUrl: z.string(),
  analysedAt: z.coerce.date(),
})
export type Report = z.output<typeof Report>
