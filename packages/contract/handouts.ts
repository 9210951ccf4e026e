import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { Photograph } from './images.ts'
import { Day, Id, idParams, Instant } from './primitives.ts'
import { EyeReport, pdfQuery, reportedSubject } from './reports.ts'
import { Rights } from './roles.ts'

/** The most that the page for a patient has room for. */
const mostAdvice = { characters: 600, lines: 10 } as const

/** The facts on which a version of the next steps is based: if they change, it is out of date. */
export const AdviceBasis = z.object({
  patient: z.string(),
  day: Day.nullable(),
  reviews: z.array(Id),
})
export type AdviceBasis = z.infer<typeof AdviceBasis>

/** A version of the next steps for a patient. */
export const Advice = z.object({
  id: Id,
  text: z.string(),
  by: z.object({ username: z.string(), name: z.string() }),
  at: Instant,
})
export type Advice = z.infer<typeof Advice>

/** Why the page cannot be given to the patient. */
export const handoutBlocks = [
  'not-analysed',
  'rejected',
  'eye-in-doubt',
  'not-confirmed',
  'result-out-of-date',
  'advice-missing',
  'advice-out-of-date',
] as const

export const Handout = z.object({
  ...reportedSubject,
  /** The eyes of the visit whose results are confirmed and current, the right one first. */
  eyes: z.array(EyeReport),
  blocked: z.enum(handoutBlocks).nullable(),
  /**
   * The eye that the photograph is said to show and the one that it appears to show, if they differ
   * and nobody has stated the eye in the patient data.
   */
  eye_in_doubt: z
    .object({
      image: Photograph,
      said: z.enum(['right', 'left']),
      seen: z.enum(['right', 'left']),
    })
    .nullable(),
  /** The versions of the next steps, the latest first. */
  advice: z.array(Advice),
  /** The names of those who can confirm results and write the next steps. */
  clinicians: z.array(z.string()),
  may_review: z.boolean(),
  rights: Rights,
})
export type Handout = z.infer<typeof Handout>

export const getHandout = endpoint({
  method: 'GET',
  path: '/api/report/:id/handout',
  summary: 'The page for the patient about the confirmed eyes of a visit, in plain words',
  access: 'view',
  params: idParams,
  response: Handout,
})

export const getHandoutPdf = endpoint({
  method: 'GET',
  path: '/api/report/:id/handout/pdf',
  summary: 'The page for the patient as PDF; refused unless it is complete and up to date',
  access: 'view',
  params: idParams,
  query: pdfQuery,
  response: bytes,
  seconds: 60,
})

export const writeAdvice = endpoint({
  method: 'POST',
  path: '/api/report/:id/advice',
  summary: 'Write the next steps for the patient of a confirmed result; earlier versions are kept',
  access: 'review',
  params: idParams,
  body: z.strictObject({
    text: z
      .string()
      .trim()
      .min(1)
      .max(mostAdvice.characters)
      .refine((text) => text.split('\n').length <= mostAdvice.lines),
    /** The reviews of the shown eyes, in their order. */
    reviews: z.array(Id).min(1).max(2),
    /** The latest version that the author has seen; null if there is none. */
    previous: Id.nullable(),
  }),
  status: 201,
  response: Advice,
})
