import { z } from 'zod'

import { readIso } from '#clock/clock-time'

import { endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import {
  BooleanText,
  ClockText,
  Day,
  Id,
  idParams,
  Instant,
  printable,
  Told,
} from './primitives.ts'

/**
 * The scale: stated as the size of a pixel on the retina, or by the degrees that a circle of pixels
 * shows.
 */
export const ScaleStatement = z.union([
  z.strictObject({ micrometres_per_pixel: z.number().min(0.5).max(100) }),
  z.strictObject({
    field_degrees: z.number().min(10).max(200),
    /** The diameter of the image circle that shows them, in pixels of the image. */
    circle_px: z.number().min(50).max(30_000),
  }),
])
export type ScaleStatement = z.infer<typeof ScaleStatement>

const printedText = (longest: number) =>
  z
    .string()
    .trim()
    .min(1)
    .max(longest)
    .regex(printable, saying(message('input.controlCharacters')))

/** Properties of an image's patient and of its scale that a person may state beside the file's. */
export const PatientData = z.strictObject({
  patient_id: printedText(64),
  patient_name: printedText(194),
  sex: z.enum(['F', 'M', 'O']),
  birth_date: Day,
  /** In whole years, if the birth date is unknown. */
  age: z.int().min(0).max(129),
  eye: z.enum(['R', 'L']),
  taken_at: ClockText.refine((text) => readIso(text) !== undefined),
  scale: ScaleStatement,
  /** Axial length of the eye, in millimetres. */
  axial_length: z.number().min(15).max(40),
  /** Spherical equivalent in dioptres; used if the axial length is not known. */
  refraction: z.number().min(-30).max(20),
})
export type PatientData = z.infer<typeof PatientData>
export type PatientField = keyof PatientData
export const patientFields = Object.keys(PatientData.shape) as readonly PatientField[]

/** Fields to change. Null removes a statement and restores the file's value. */
const PatientDataChange = z.strictObject({
  patient_id: PatientData.shape.patient_id.nullish(),
  patient_name: PatientData.shape.patient_name.nullish(),
  sex: PatientData.shape.sex.nullish(),
  birth_date: PatientData.shape.birth_date.nullish(),
  age: PatientData.shape.age.nullish(),
  eye: PatientData.shape.eye.nullish(),
  taken_at: PatientData.shape.taken_at.nullish(),
  scale: PatientData.shape.scale.nullish(),
  axial_length: PatientData.shape.axial_length.nullish(),
  refraction: PatientData.shape.refraction.nullish(),
} satisfies Record<PatientField, z.ZodType>)
export type PatientDataChange = z.infer<typeof PatientDataChange>

const Value = z.union([z.string(), z.number(), ScaleStatement]).nullable()

export const PatientDataField = z.object({
  field: z.enum(patientFields as [PatientField, ...PatientField[]]),
  /** The effective value; null if unknown. */
  value: Value,
  /** The file's value; null if it has none. */
  filed: Value,
  /** The person who stated the value; null if it is the file's. */
  stated: z.object({ by: z.string(), at: Instant }).nullable(),
})
export type PatientDataField = z.infer<typeof PatientDataField>

/**
 * Source of an image's scale: stated for it, in its metadata, in its file, or from the dataset's
 * rule for the camera or for all images.
 */
export const scaleOrigins = ['image', 'metadata', 'file', 'camera', 'dataset'] as const

export const PatientDataOfImage = z.object({
  fields: z.array(PatientDataField),
  /** The scale that holds; null: none is known. */
  scale: z.object({ micrometres_per_pixel: z.number(), origin: z.enum(scaleOrigins) }).nullable(),
  /** From the file; '' if it does not name the camera. */
  camera: z.object({ manufacturer: z.string(), model: z.string() }),
  /** Whether results of the image were sent to other systems under this patient. */
  was_sent: z.boolean(),
})
export type PatientDataOfImage = z.infer<typeof PatientDataOfImage>

const ofImage = { path: '/api/image/:id/patient-data', params: idParams } as const

export const getPatientData = endpoint({
  ...ofImage,
  access: 'view',
  method: 'GET',
  summary:
    'What holds of an image’s patient and scale, what its file says, and who has stated what',
  response: PatientDataOfImage,
})

export const statePatientData = endpoint({
  ...ofImage,
  access: 'collect',
  method: 'PATCH',
  summary:
    'State an image’s patient, eye, time or scale; another patient ID detaches its order and withdraws its results',
  body: PatientDataChange,
  response: PatientDataOfImage,
})

/** A scale for the images of a camera, or of the whole dataset if it names none. */
export const ScaleRule = z.strictObject({
  /** As the DICOM file names them; '': any. */
  manufacturer: z.string().trim().max(64),
  model: z.string().trim().max(64),
  /** Width of the images that the scale applies to; it is adjusted for images of another width. */
  image_width: z.int().min(50).max(30_000),
  scale: ScaleStatement,
})
export type ScaleRule = z.infer<typeof ScaleRule>
export const ScaleRules = z.array(ScaleRule).max(50)
export type ScaleRules = z.infer<typeof ScaleRules>

/** The columns of a table of patient data, with their meanings. */
export const tableColumns = [
  'image_id',
  'file_name',
  'patient_id',
  'patient_name',
  'sex',
  'birth_date',
  'age',
  'eye',
  'taken_at',
  'micrometres_per_pixel',
  'field_degrees',
  'circle_px',
  'axial_length',
  'refraction',
] as const
export const tableLimits = { rows: 5000, bytes: 5 * 1024 * 1024 } as const

const TableChange = z.object({
  /** Counted from 1, the heading not among them. */
  row: z.int(),
  image_id: Id,
  file_name: z.string(),
  field: PatientDataField.shape.field,
  from: Value,
  to: Value,
})
/** Row 0 is the heading. */
const TableProblem = z.object({ row: z.int(), column: z.string(), told: Told })

export const PatientTableReport = z.object({
  rows: z.int(),
  /** How many images get another value. */
  images: z.int(),
  /** The first of them, at most 500. */
  changes: z.array(TableChange),
  /** The first 100 problems that prevent applying the table. */
  problems: z.array(TableProblem),
  problem_count: z.int(),
  applied: z.boolean(),
})
export type PatientTableReport = z.infer<typeof PatientTableReport>

export const statePatientTable = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/patient-data',
  summary:
    'State patient data of many images by a CSV file; dry_run tells what would change. A file with a problem changes nothing',
  access: 'configure',
  params: idParams,
  query: z.strictObject({ dry_run: BooleanText.default(true) }),
  upload: { field: 'table', maxFiles: 1, maxBytes: tableLimits.bytes },
  response: PatientTableReport,
})
