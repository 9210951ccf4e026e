import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { FieldKey } from './fields/condition.ts'
import { DatasetField } from './fields/field.ts'
import { FieldValue } from './fields/value.ts'
import { Laterality } from './images.ts'
import { Keypoints, SegmentationAnswer } from './annotations.ts'
import { inAssignment, ItemState } from './assignments.ts'
import { Day, Id, IdText, Instant, pageQuery, Pagination, printable } from './primitives.ts'
import { Compared, Estimate, PairAgreement } from './statistics.ts'

/**
 * An image of an assignment, as all its readers see it. `reading`: not all have submitted; `agreed`:
 * they agree, and so their grades are final; `differs`: an adjudicator is needed; `settled`: the
 * adjudicator has decided.
 */
export const readingStates = ['reading', 'agreed', 'differs', 'settled'] as const
export const ReadingState = z.enum(readingStates)
export type ReadingState = z.infer<typeof ReadingState>

export const ReadingCounts = z.object({
  reading: z.int(),
  agreed: z.int(),
  differs: z.int(),
  settled: z.int(),
})
export type ReadingCounts = z.infer<typeof ReadingCounts>

/** How a final grade came about; `withdrawn` has no value, because a case was handed back. */
export const gradeBases = ['unanimous', 'reader', 'adjudicator', 'computed', 'withdrawn'] as const
export const GradeBasis = z.enum(gradeBases)
export type GradeBasis = z.infer<typeof GradeBasis>

const Values = z.record(FieldKey, FieldValue)
const Revision = z.int().positive()
/** A reader of an image for those who may not know the name: A, B, …, another one on each image. */
const ReaderLetter = z.string().regex(/^[A-Z]{1,2}$/)

const AssignedImage = z.object({
  image_id: Id,
  file_name: z.string(),
  state: ReadingState,
  /** Fields in which the readers differ. */
  differing: z.array(FieldKey),
  outlines_differ: z.boolean(),
  referred: z.boolean(),
  /** The final grades so far. */
  finals: Values,
  changed_at: Instant.nullable(),
})
export type AssignedImage = z.infer<typeof AssignedImage>

export const listAssignedImages = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/assignments/:assignment/images',
  summary: 'A page of the images of an assignment with what is final, for owners and adjudicators',
  access: 'view',
  params: inAssignment,
  query: z.strictObject({
    ...pageQuery,
    limit: pageQuery.limit.default(50),
    state: ReadingState.optional(),
    /** Only images on which the readers differed in this field. */
    field: FieldKey.optional(),
  }),
  response: z.object({
    images: z.array(AssignedImage),
    counts: ReadingCounts,
    pagination: Pagination,
  }),
})

const Outline = z.object({
  category_id: Id,
  category: z.string(),
  color: z.string(),
  /** Empty for lines or keypoints alone. */
  segmentation: SegmentationAnswer,
  lines: z.array(z.array(z.number())),
  keypoints: Keypoints,
})
export type Outline = z.infer<typeof Outline>

const ImageReader = z.object({
  letter: ReaderLetter,
  /** Null if the assignment hides the names of its readers from adjudicators. */
  name: z.string().nullable(),
  state: ItemState,
  note: z.string(),
  values: Values,
  outlines: z.array(Outline),
})
export type ImageReader = z.infer<typeof ImageReader>

const FinalGrade = z.object({
  key: FieldKey,
  /** Version of the field by which the value was given. */
  version: z.int(),
  value: FieldValue.nullable(),
  basis: GradeBasis,
  at: Instant,
  by: z.string(),
})
export type FinalGrade = z.infer<typeof FinalGrade>

const OutlinePair = z.object({
  category: z.string(),
  readers: z.tuple([ReaderLetter, ReaderLetter]),
  dice: z.number(),
  /** Pixels; null if one of the two drew nothing. */
  mean_distance: z.number().nullable(),
  distance_95: z.number().nullable(),
})

export const Adjudication = z.object({
  assignment: z.object({ id: Id, name: z.string(), closed: z.boolean() }),
  image: z.object({
    id: Id,
    file_name: z.string(),
    width: z.int(),
    height: z.int(),
    laterality: Laterality.nullable(),
  }),
  state: ReadingState,
  revision: Revision,
  differing: z.array(FieldKey),
  outlines_differ: z.boolean(),
  /** The word of the adjudicator. */
  note: z.string(),
  fields: z.array(DatasetField),
  outlines: z.boolean(),
  readers: z.array(ImageReader),
  /** What the caller drew in the image. */
  own_outlines: z.array(Outline),
  outline_pairs: z.array(OutlinePair),
  finals: Values,
  /** The reader whose outlines are final. */
  outlines_of: ReaderLetter.nullable(),
  /** The adjudicator whose outlines are final. */
  outlines_by: z.string().nullable(),
  /** Each change of a final grade, newest first. */
  history: z.array(FinalGrade),
  /** The next image that needs an adjudicator. */
  next_image_id: Id.nullable(),
})
export type Adjudication = z.infer<typeof Adjudication>

const atImage = z.strictObject({ id: IdText, assignment: IdText, image: IdText })

export const getAdjudication = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/assignments/:assignment/images/:image',
  summary: 'What each reader of an image said and drew, for owners and adjudicators',
  access: 'view',
  audited: true,
  params: atImage,
  response: Adjudication,
})

export const settleImage = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/assignments/:assignment/images/:image/settle',
  summary: 'Decide the final grades of an image, and get the next one that needs an adjudicator',
  access: 'view',
  scope: 'annotate',
  params: atImage,
  body: z.strictObject({
    /** The state that the caller has seen. */
    revision: Revision,
    grades: z.record(FieldKey, FieldValue.nullable()),
    /** Whose outlines are final: those of a reader, or the caller’s own in the image. */
    outlines: z
      .union([ReaderLetter, z.literal('own')])
      .nullable()
      .default(null),
    note: z.string().trim().max(1000).regex(printable).default(''),
  }),
  response: z.object({ next_image_id: Id.nullable() }),
})

const Period = z.object({
  /** First day of the period. */
  from: Day,
  subjects: z.int(),
  same: z.int(),
  /** Fleiss’ kappa of all readers. */
  kappa: Estimate.nullable(),
})

const AssignmentFieldAgreement = z.object({
  key: FieldKey,
  /** Images with values of two or more readers, and how many of them have the same values only. */
  subjects: z.int(),
  same: z.int(),
  /** Fleiss’ kappa of all readers; of ordered choices weighted by squared distance. */
  kappa: Estimate.nullable(),
  /** ICC(2,1) of all readers, over the images that all of them read. */
  icc: Estimate.nullable(),
  pairs: z.array(PairAgreement),
  /** Each reader against the final grades. */
  finals: z.array(Compared.extend({ reader: z.string() })),
  /** Each reader against the same reader’s second reading. */
  regrades: z.array(Compared.extend({ reader: z.string() })),
  /** By days, weeks or months, whichever gives at most about 30. */
  periods: z.array(Period),
})
export type AssignmentFieldAgreement = z.infer<typeof AssignmentFieldAgreement>

export const AssignmentAgreement = z.object({
  fields: z.array(AssignmentFieldAgreement),
  outlines: z.array(
    z.object({
      category: z.string(),
      readers: z.tuple([z.string(), z.string()]),
      images: z.int(),
      /** Means over the images; the distances in pixels over those on which both drew. */
      dice: z.number(),
      mean_distance: z.number().nullable(),
      distance_95: z.number().nullable(),
    }),
  ),
})
export type AssignmentAgreement = z.infer<typeof AssignmentAgreement>

export const getAssignmentAgreement = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/assignments/:assignment/agreement',
  summary: 'How far the readers of an assignment agree by field, pair, time and with themselves',
  access: 'share',
  params: inAssignment,
  seconds: 60,
  response: AssignmentAgreement,
})

export const exportOutlines = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/assignments/:assignment/outlines',
  summary: 'COCO file of the outlines of all readers and the final ones of an assignment',
  access: 'share',
  params: inAssignment,
  seconds: 120,
  response: bytes,
})

export const exportGradesAsFhir = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/assignments/:assignment/grades/fhir',
  summary: 'FHIR Bundle of every change of every grade, of the type history',
  access: 'share',
  params: inAssignment,
  seconds: 120,
  response: bytes,
})

/** What an adjudicator has to settle. */
const AdjudicationWork = z.object({
  dataset_id: Id,
  assignment_id: Id,
  name: z.string(),
  due_on: Day.nullable(),
  closed: z.boolean(),
  images: ReadingCounts,
  next_image_id: Id.nullable(),
})
export type AdjudicationWork = z.infer<typeof AdjudicationWork>

export const listAdjudications = endpoint({
  method: 'GET',
  path: '/api/adjudications',
  summary: 'The assignments that the caller adjudicates, with how many images differ',
  access: 'user',
  scope: 'read',
  response: z.array(AdjudicationWork),
})

/** How a reader did by the answer key. */
export const Score = z.object({
  name: z.string(),
  reader: z.string(),
  /** Answers with a key, and how many of them are right. */
  answers: z.int(),
  right: z.int(),
  /** Least share of right answers; null if none is asked. */
  pass_share: z.number().nullable(),
  passed: z.boolean().nullable(),
  finished_at: Instant.nullable(),
  fields: z.array(
    Compared.extend({ key: FieldKey, words: z.object({ en: z.string(), ko: z.string() }) }),
  ),
})
export type Score = z.infer<typeof Score>

const ofWork = z.strictObject({ id: IdText })

export const getScore = endpoint({
  method: 'GET',
  path: '/api/work/:id/score',
  summary: 'The caller’s score by the answer key, once all cases are submitted',
  access: 'user',
  scope: 'read',
  params: ofWork,
  response: Score,
})
