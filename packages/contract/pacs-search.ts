import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { Day, idParams } from './primitives.ts'

/** A day as DICOM writes it, or a range of days, open on one side or on none (PS3.4 C.2.2.2.5). */
const DicomDays = z
  .string()
  .trim()
  .regex(/^(\d{8}(-(\d{8})?)?|-\d{8})$/, saying(message('pacs.dateForm')))

/** YYYYMMDD, YYYY-MM-DD, or a range YYYYMMDD-YYYYMMDD. */
export const StudyDates = z.preprocess(
  (date) =>
    typeof date === 'string' && z.iso.date().safeParse(date).success
      ? date.replaceAll('-', '')
      : date,
  DicomDays,
)

export const StudyUid = z.string().regex(/^[0-9.]{1,64}$/, saying(message('pacs.uidForm')))

/** How many studies are listed, and retrieved, at a time. */
export const mostStudies = 200
/** How many images are retrieved at a time. */
export const mostInstances = 500

/**
 * A search text in which `*` and `?` match any number of letters and one letter (PS3.4 C.2.2.2.4).
 */
function sought(longest: number) {
  return (
    z
      .string()
      .trim()
      .max(longest)
      // A backslash parts values, and wildcards alone would match everything.
      .regex(/^(?=.*[^*?^,\s])[^\\=\p{Cc}]+$/u, saying(message('pacs.soughtForm')))
      .optional()
  )
}

const criteria = {
  /**
   * In any script that the archive uses, the family name first; a prefix, unless it has wildcards.
   */
  patientName: sought(64),
  patientID: sought(64),
  accessionNumber: sought(16),
  studyDate: StudyDates.optional(),
  /** Modality of a series of the study. */
  modality: z
    .string()
    .regex(/^[A-Z0-9_ ]{1,16}$/, saying(message('pacs.modalityForm')))
    .optional(),
}

/** Search criteria for studies; all of them must match. */
export const PacsCriteria = z
  .strictObject(criteria)
  .refine(
    (given) => Object.values(given).some((value) => value !== undefined),
    saying(message('pacs.noCriterion')),
  )
export type PacsCriteria = z.output<typeof PacsCriteria>

/** A study as the archive describes it; texts that it does not state are empty. */
export const PacsStudy = z.object({
  study_uid: z.string(),
  /** The patient's name in each writing that the archive has, the alphabetic one first. */
  names: z.array(z.string()),
  patientID: z.string(),
  birth_date: Day.nullable(),
  /** As DICOM codes it: M, F or O. */
  sex: z.string(),
  study_date: Day.nullable(),
  /** hh:mm:ss by the archive's own clock, in an unknown time zone. */
  study_time: z.string().nullable(),
  accession_number: z.string(),
  modalities: z.array(z.string()),
  description: z.string(),
  /** Objects of all modalities; null if the archive does not say it. */
  instances: z.int().nullable(),
  /** How many images of it the dataset has. */
  present: z.int(),
})
export type PacsStudy = z.infer<typeof PacsStudy>

export const searchPacs = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/pacs/search',
  summary: "Search the dataset's archive for studies, the latest first",
  access: 'collect',
  params: idParams,
  body: PacsCriteria,
  response: z.object({
    studies: z.array(PacsStudy).max(mostStudies),
    /** Whether more match than are listed. */
    more: z.boolean(),
  }),
  seconds: 90,
})
