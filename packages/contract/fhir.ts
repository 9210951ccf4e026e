import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { Id, idParams, IdText, Instant, Told } from './primitives.ts'

const Uri = z.string().regex(/^[a-zA-Z][a-zA-Z0-9+.-]*:\S+$/)

/** How the site wants its FHIR messages; the operator's file, in which everything may be left out. */
export const FhirSettings = z
  .strictObject({
    /** The name of the sending organisation. */
    organisation: z.string().min(1).max(200).nullable().default(null),
    /** The URIs that patient and order numbers are unique in. */
    patient_system: Uri.nullable().default(null),
    order_system: Uri.nullable().default(null),
    /** UTC offset of the clocks of the site's devices, '+09:00'; without it, only days are sent. */
    utc_offset: z
      .string()
      .regex(/^[+-](0\d|1[0-3]):[0-5]\d$/)
      .nullable()
      .default(null),
    language: z.enum(['en', 'ko']).default('en'),
    /** Whether codes of SNOMED CT, which needs a licence, are used. */
    snomed: z.boolean().default(true),
    /** Whether the report is included as a PDF (DiagnosticReport.presentedForm). */
    report_pdf: z.boolean().default(true),
    /** Whether messages follow the Korean core profiles. */
    kr_core: z.boolean().default(false),
    /** The site's code for the photograph, by HIRA for instance; used with the Korean core. */
    procedure: z
      .strictObject({ system: Uri, code: z.string().min(1) })
      .nullable()
      .default(null),
    /**
     * The patient of pushed results on the receiving server: its own patient with the same number
     * (`reference`), who is also updated or created (`update`), or a patient of ours (`own`). The
     * first two need `patient_system`.
     */
    patient: z.enum(['reference', 'update', 'own']).default('reference'),
    /** The server that messages are pushed to. */
    push: z
      .strictObject({
        url: z.url({ protocol: /^https?$/ }),
        /** The Authorization header, such as 'Bearer …'. */
        authorization: z.string().min(1).nullable().default(null),
      })
      .nullable()
      .default(null),
  })
  .refine(
    ({ kr_core, patient_system, organisation }) =>
      !kr_core || (patient_system !== null && organisation !== null),
    { message: 'kr_core needs patient_system and organisation.' },
  )
  .readonly()
export type FhirSettings = z.infer<typeof FhirSettings>

export const fhirSendings = ['no', 'analysed', 'confirmed'] as const

/** The results of a dataset that are sent to the site's FHIR server automatically. */
export const FhirSending = z.strictObject({
  /**
   * `analysed`: each finished analysis and each review by a clinician; `confirmed`: only results
   * that a clinician has confirmed, and later reviews of them.
   */
  SEND: z.enum(fhirSendings).default('no'),
})
export type FhirSending = z.output<typeof FhirSending>

export const getFhirServer = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/fhir',
  summary: 'The FHIR server that messages of the dataset are pushed to',
  access: 'view',
  params: idParams,
  /** Null if the site has none. */
  response: z.object({ host: z.string().nullable() }),
})

const ofImage = z.strictObject({ original_id: IdText })
const path = '/api/resultAI/fhir'

export const generateFhir = endpoint({
  method: 'POST',
  path,
  summary: 'Make a new FHIR message of an image’s finished analysis',
  access: 'send',
  query: ofImage,
  response: Told.extend({
    version: z.int(),
    id: Id,
    valid: z.literal(true),
    /** Missing or doubtful parts of the message. */
    warnings: z.array(Told),
  }),
  seconds: 60,
})

/** State of a message on its way to the hospital's server. */
export const FhirPush = z.object({
  state: z.enum(['none', 'waiting', 'sent', 'failed']),
  at: Instant.nullable(),
  failure: Told.nullable(),
})
export type FhirPush = z.infer<typeof FhirPush>

export const getFhir = endpoint({
  method: 'GET',
  path,
  summary: 'The newest FHIR message of an image; its parts are null where none was made',
  access: 'view',
  query: ofImage,
  response: z.object({
    /** The Bundle. */
    message: z.record(z.string(), z.unknown()).nullable(),
    version: z.int().nullable(),
    generatedAt: Instant.nullable(),
    resultId: Id.nullable(),
    /** Whether the image's data or analysis are other ones now. */
    stale: z.boolean(),
    /** Missing or doubtful parts of the message. */
    issues: z.array(Told),
    /** Null if the site has no server to push to. */
    push: FhirPush.nullable(),
  }),
})

export const downloadFhir = endpoint({
  method: 'GET',
  path: `${path}/download`,
  summary: 'The newest FHIR message of an image, or the same as a transaction, as a file',
  access: 'view',
  query: ofImage.extend({ as: z.enum(['message', 'transaction']).default('message') }),
  response: bytes,
})

export const pushFhir = endpoint({
  method: 'POST',
  path: `${path}/push`,
  summary: 'Queue the newest FHIR message of an image for the site’s FHIR server',
  access: 'send',
  query: ofImage,
  response: Told,
})

export const getFhirCodeSystem = endpoint({
  method: 'GET',
  path: '/api/fhir/CodeSystem',
  summary: 'The codes of FHIR messages that no standard terminology has',
  access: 'anyone',
  response: bytes,
})

export const getFieldCodeSystem = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/fhir/CodeSystem',
  summary: 'The codes of FHIR messages that stand for fields of a dataset and their options',
  access: 'view',
  params: idParams,
  response: bytes,
})
