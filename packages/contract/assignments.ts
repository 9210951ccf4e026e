import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { DatasetField } from './fields/field.ts'
import { FieldKey } from './fields/condition.ts'
import { FieldValue } from './fields/value.ts'
import { imageFilters } from './image-filters.ts'
import { Photograph } from './images.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import {
  Day,
  Id,
  IdText,
  idParams,
  Instant,
  Label,
  pageQuery,
  Pagination,
  printable,
  Success,
} from './primitives.ts'

/** Maximum number of cases of an assignment: images times the readers of each. */
export const mostCases = 50_000

/**
 * The state of a case for its reader. Submitted and referred ones are locked: the reader cannot
 * change their values and outlines unless the case is handed back.
 */
export const itemStates = ['open', 'paused', 'referred', 'submitted'] as const
export const ItemState = z.enum(itemStates)
export type ItemState = z.infer<typeof ItemState>

const StateCounts = z.object({
  open: z.int(),
  paused: z.int(),
  referred: z.int(),
  submitted: z.int(),
})
export type StateCounts = z.infer<typeof StateCounts>

export const mostSeed = 2 ** 31 - 1
const Seed = z.int().min(0).max(mostSeed)

/** A number of images, drawn at random; with a field, as many of each value as its share. */
const Sample = z.strictObject({
  size: z.int().min(1).max(mostCases),
  stratified_by: FieldKey.optional(),
})

const choice = {
  sample: Sample.optional(),
  /** Share of each reader's images that come a second time, unannounced. */
  regrade_share: z.number().gt(0).max(0.5).optional(),
  /** How many readers each image gets; absent: all of them. */
  readers_per_image: z.int().min(1).max(50).optional(),
}

/** How the cases of an assignment were chosen, which with its seed repeats the draw. */
export const AssignmentPlan = z.object(choice)
export type AssignmentPlan = z.infer<typeof AssignmentPlan>

const comparison = {
  /** By field, up to which difference of numbers readers agree; absent: none. */
  tolerances: z.record(FieldKey, z.number().nonnegative()).default({}),
  /** Least Dice coefficient of outlines that agree. */
  least_dice: z.number().min(0).max(1).default(0.8),
}

const Username = z.string().trim().min(1).max(64)

const NewAssignment = z
  .strictObject({
    name: Label,
    /** Only these images; absent: all that the filter finds. */
    images: z.array(Id).min(1).max(mostCases).optional(),
    filter: z.strictObject(imageFilters).optional(),
    ...choice,
    readers: z.array(Username).min(1).max(50),
    /** Keys of the fields to answer. */
    fields: z.array(FieldKey).max(100).default([]),
    outlines: z.boolean().default(false),
    /** Whether the result of each image is confirmed or rejected, by one clinician. */
    confirmation: z.boolean().default(false),
    due_on: Day.nullable().default(null),
    instructions: z.string().trim().max(5000).default(''),
    /** Whether the readers see copies without patient, names, results and each other's work. */
    blinded: z.boolean().default(false),
    /** Absent: a random one. */
    seed: Seed.optional(),
    /** Those who settle what readers differ in, beside the dataset's owners. */
    adjudicators: z.array(Username).max(50).default([]),
    /** Whether adjudicators see letters instead of the readers' names. */
    hides_readers: z.boolean().default(false),
    ...comparison,
    /** The assignment whose final grades are the answers of this training set. */
    answer_key: Id.optional(),
    /** The share of right answers with which a reader passes. */
    pass_share: z.number().gt(0).max(1).optional(),
  })
  .refine(({ blinded, regrade_share: share }) => blinded || share === undefined, {
    path: ['regrade_share'],
    ...saying(message('assignments.regradesNeedBlinding')),
  })
  .refine(({ fields, outlines, confirmation }) => outlines || confirmation || fields.length > 0, {
    path: ['fields'],
    ...saying(message('assignments.nothingAsked')),
  })
  .refine(({ confirmation, blinded }) => !(confirmation && blinded), {
    path: ['confirmation'],
    ...saying(message('assignments.blindedConfirmation')),
  })
  .refine(
    ({ confirmation, readers, readers_per_image: each }) =>
      !confirmation || (each ?? readers.length) === 1,
    { path: ['readers_per_image'], ...saying(message('assignments.confirmedOnce')) },
  )
export type NewAssignment = z.output<typeof NewAssignment>

export const Assignment = z.object({
  id: Id,
  name: z.string(),
  instructions: z.string(),
  fields: z.array(FieldKey),
  outlines: z.boolean(),
  confirmation: z.boolean(),
  due_on: Day.nullable(),
  blinded: z.boolean(),
  seed: Seed,
  plan: AssignmentPlan,
  adjudicators: z.array(z.string()),
  hides_readers: z.boolean(),
  tolerances: z.record(FieldKey, z.number()),
  least_dice: z.number(),
  answer_key: Id.nullable(),
  pass_share: z.number().nullable(),
  created_at: Instant,
  created_by: z.string(),
  /** Whether its readers can begin: false while cases are copied. */
  ready: z.boolean(),
  closed_at: Instant.nullable(),
  images: z.int(),
  cases: StateCounts,
})
export type Assignment = z.infer<typeof Assignment>

const AssignedReader = z.object({
  username: z.string(),
  name: z.string(),
  cases: StateCounts,
  /** When the reader last changed the state of a case. */
  last_at: Instant.nullable(),
})
export type AssignedReader = z.infer<typeof AssignedReader>

const AssignedCase = z.object({
  id: Id,
  reader: z.string(),
  position: z.int(),
  /** The photograph in the dataset. */
  image_id: Id,
  file_name: z.string(),
  /** The photograph as the reader sees it; null until it has been copied. */
  read_image_id: Id.nullable(),
  /** 2 if the reader reads the image for the second time. */
  round: z.int(),
  state: ItemState,
  note: z.string(),
  changed_at: Instant.nullable(),
})
export type AssignedCase = z.infer<typeof AssignedCase>

export const inAssignment = z.strictObject({ id: IdText, assignment: IdText })
const ofCase = z.strictObject({ id: IdText, assignment: IdText, case: IdText })
/** A word of why. */
const Note = z.string().trim().min(1).max(1000).regex(printable)

export const listAssignments = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/assignments',
  summary: 'The assignments of the dataset with their progress, newest first',
  access: 'share',
  params: idParams,
  response: z.array(Assignment),
})

export const createAssignment = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/assignments',
  summary:
    'Assign images to readers; of a blinded assignment each reader gets copies without identity',
  access: 'share',
  params: idParams,
  body: NewAssignment,
  seconds: 60,
  status: 201,
  response: Assignment,
})

export const getAssignment = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/assignments/:assignment',
  summary: 'An assignment with the progress of each reader',
  access: 'share',
  params: inAssignment,
  response: z.object({ assignment: Assignment, readers: z.array(AssignedReader) }),
})

export const listAssignedCases = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/assignments/:assignment/cases',
  summary: 'A page of the cases of an assignment, by reader and position',
  access: 'share',
  params: inAssignment,
  query: z.strictObject({
    ...pageQuery,
    limit: pageQuery.limit.default(50),
    reader: z.string().max(64).optional(),
    state: ItemState.optional(),
  }),
  response: z.object({ cases: z.array(AssignedCase), pagination: Pagination }),
})

export const handBackCase = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/assignments/:assignment/cases/:case/hand-back',
  summary: 'Open a submitted or referred case for its reader again',
  access: 'share',
  params: ofCase,
  body: z.strictObject({ note: Note }),
  response: Success,
})

export const closeAssignment = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/assignments/:assignment/close',
  summary: 'Close an assignment: its readers can submit nothing more',
  access: 'share',
  params: inAssignment,
  response: Success,
})

export const exportGrades = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/assignments/:assignment/grades',
  summary: 'CSV of every change of every grade: who, when, and by which version of the form',
  access: 'share',
  params: inAssignment,
  seconds: 120,
  response: bytes,
})

/** An assignment as its reader sees it. */
export const Work = z.object({
  id: Id,
  name: z.string(),
  instructions: z.string(),
  due_on: Day.nullable(),
  closed: z.boolean(),
  cases: StateCounts,
  /** The image to go on with; null if none is open. */
  next_image_id: Id.nullable(),
  /** Whether the reader gets a score by an answer key. */
  scored: z.boolean(),
})
export type Work = z.infer<typeof Work>

export const listWork = endpoint({
  method: 'GET',
  path: '/api/work',
  summary: 'The caller’s assignments with their progress, the earliest due first',
  access: 'user',
  scope: 'read',
  audited: true,
  response: z.array(Work),
})

/** The caller's case at an image. */
export const WorkCase = z.object({
  id: Id,
  position: z.int(),
  state: ItemState,
  /** Why it was referred or handed back; empty if it was neither. */
  note: z.string(),
  /** The fields that are asked for. */
  fields: z.array(DatasetField),
  outlines: z.boolean(),
  /** Whether the reader has confirmed or rejected the present result; null if that is not asked. */
  confirmation: z.enum(['asked', 'given']).nullable(),
  /** The answer key of a submitted case of a training set; null if there is none. */
  answers: z.record(FieldKey, FieldValue).nullable(),
  work: Work,
  /** To load its pixels ahead; null if none is open. */
  next_image: Photograph.nullable(),
})
export type WorkCase = z.infer<typeof WorkCase>

export const getWorkCase = endpoint({
  method: 'GET',
  path: '/api/work/image/:id',
  summary: 'The caller’s case at an image; null if the image is not assigned to the caller',
  access: 'user',
  scope: 'read',
  params: idParams,
  response: WorkCase.nullable(),
})

const NextCase = z.object({ next_image_id: Id.nullable() })

export const submitCase = endpoint({
  method: 'POST',
  path: '/api/work/case/:id/submit',
  summary: 'Submit a case, which locks its values and outlines, and get the next image',
  access: 'user',
  scope: 'annotate',
  audited: true,
  params: idParams,
  response: NextCase,
})

export const pauseCase = endpoint({
  method: 'POST',
  path: '/api/work/case/:id/pause',
  summary: 'Leave a case for later, and get the next image',
  access: 'user',
  scope: 'annotate',
  audited: true,
  params: idParams,
  response: NextCase,
})

export const referCase = endpoint({
  method: 'POST',
  path: '/api/work/case/:id/refer',
  summary: 'Refer a case to a senior reader, which locks it, and get the next image',
  access: 'user',
  scope: 'annotate',
  audited: true,
  params: idParams,
  body: z.strictObject({ note: Note }),
  response: NextCase,
})
