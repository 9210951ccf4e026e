import { z } from 'zod'

import { isTimeZone } from '#clock/time-zone'

import { AnalysisResult, staleReasons } from './analysis.ts'
import { bytes, endpoint } from './endpoint.ts'
import { StatedValue } from './fields/stated.ts'
import { Photograph } from './images.ts'
import { BooleanText, ClockText, Day, Id, idParams, Instant, Told } from './primitives.ts'
import { ReportedNumbers } from './results/kinds.ts'
import { Review } from './reviews.ts'
import { Rights } from './roles.ts'

/** A report's data on the person, from the newest photograph. */
export const ReportedPatient = z.object({
  id: z.string(),
  name: z.string(),
  nameKorean: z.string(),
  birth_date: Day.nullable(),
  /**
   * Properties that differ in other images of the same patient ID, which may therefore be of two
   * people.
   */
  differing: z.array(z.enum(['name', 'birth_date', 'sex'])),
})
export type ReportedPatient = z.infer<typeof ReportedPatient>

export const ReportedAnalysis = z.object({
  id: Id,
  at: Instant,
  /** The version of the computation around the networks. */
  pipeline: z.string(),
  results: z.array(AnalysisResult),
  numbers: ReportedNumbers,
  /** Changes that have made the result out of date. */
  stale: z.array(z.enum(staleReasons)),
})
export type ReportedAnalysis = z.infer<typeof ReportedAnalysis>

/** One photograph and its results. */
export const EyeReport = z.object({
  image: Photograph.extend({
    file_name: z.string(),
    missing: z.boolean(),
    /** Another image with the same SOP Instance UID waits for a choice between the two. */
    twin_open: z.boolean(),
  }),
  eye: z.enum(['right', 'left', 'unknown']),
  /** Whether the file says which eye it is, or it was derived from the picture or its orientation. */
  eye_stated: z.boolean(),
  /** The day of the study, and when the photograph was taken. */
  day: Day.nullable(),
  taken_at: ClockText.nullable(),
  sex: z.enum(['female', 'male']).nullable(),
  /** On the day of the photograph. */
  age_years: z.int().nullable(),
  order: z.string(),
  department: z.string(),
  /** Manufacturer and model from the file; empty if it does not name the camera. */
  camera: z.string(),
  /** Told in English, as `prediction_status` of an image. */
  status: z.string(),
  status_told: Told.nullable(),
  under_way: z.boolean(),
  /** The agreed values of the image, its eye and its visit, in the order of the dataset's fields. */
  stated: z.array(StatedValue),
  analysis: ReportedAnalysis.nullable(),
  /** The latest of this analysis; with none it is preliminary. */
  review: Review.nullable(),
  /** Reviews of all analyses, the latest first. */
  reviews: z.array(Review),
})
export type EyeReport = z.infer<typeof EyeReport>

/** A report without the parts that depend on the caller, as it is printed. */
export type Printed<Report> = Omit<Report, 'may_review' | 'rights'>

/** Whom a report is about. */
export const reportedSubject = {
  dataset: z.object({ id: Id, name: z.string(), example: z.boolean() }),
  patient: ReportedPatient,
}

export const ImageReport = z.object({
  ...reportedSubject,
  report: EyeReport,
  /** The other eye of the same patient on the same day. */
  fellow: EyeReport.nullable(),
  /** Images of the patient in the dataset. */
  images: z.int(),
  /** Whether the caller may confirm and reject the analysis. */
  may_review: z.boolean(),
  rights: Rights,
})
export type ImageReport = z.infer<typeof ImageReport>

export const getImageReport = endpoint({
  method: 'GET',
  path: '/api/report/:id',
  summary: 'What a clinician reads of one image, and of the other eye of the same visit',
  access: 'view',
  params: idParams,
  response: ImageReport,
})

/** The most images of a patient that a report goes through. */
export const mostReported = 200

export const PatientReport = z.object({
  ...reportedSubject,
  /** The newest first. */
  reports: z.array(EyeReport),
  /** How many there are; those beyond the limit are left out. */
  images: z.int(),
  rights: Rights,
})
export type PatientReport = z.infer<typeof PatientReport>

export const getPatientReport = endpoint({
  method: 'GET',
  path: '/api/report/:id/patient',
  summary:
    'What a clinician reads of all images of the dataset that are of the patient of this one',
  access: 'view',
  params: idParams,
  response: PatientReport,
  seconds: 30,
})

export const reportLanguages = ['en', 'ko'] as const

/** Language and time zone of a PDF. */
export const pdfQuery = z.strictObject({
  language: z.enum(reportLanguages).default('en'),
  /** In which times are written, the camera's apart; by default that of the site. */
  time_zone: z.string().max(64).refine(isTimeZone).optional(),
  asAttachment: BooleanText.optional(),
})

export const getPatientPdf = endpoint({
  method: 'GET',
  path: '/api/report/:id/patient/pdf',
  summary: 'The course of the patient of an image as PDF: measurements over time, and the visits',
  access: 'view',
  params: idParams,
  query: pdfQuery,
  response: bytes,
  seconds: 60,
})

export const getReportPdf = endpoint({
  method: 'GET',
  path: '/api/report/:id/pdf',
  summary: 'The report of an image as PDF: a page for each eye of the visit, and what it rests on',
  access: 'view',
  params: idParams,
  query: pdfQuery,
  response: bytes,
  seconds: 60,
})
