import { z } from 'zod'

import { AnalysisResult } from './analysis.ts'
import { Preferences } from './account.ts'
import { Category } from './categories.ts'
import { Dataset } from './datasets.ts'
import { imageFilters } from './image-filters.ts'
import { endpoint } from './endpoint.ts'
import { Image, Photograph } from './images.ts'
import { FieldKey } from './fields/condition.ts'
import { DatasetField } from './fields/field.ts'
import { FieldValue } from './fields/value.ts'
import { MeasurementChanges, Measurements } from './measurements.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import {
  BooleanText,
  Color,
  Id,
  IdText,
  idParams,
  Instant,
  Metadata,
  printable,
  Revision,
  Success,
} from './primitives.ts'

const coordinate = z.number().min(-1e6).max(1e6)
const FlatRing = z.array(coordinate).max(200_000)

/**
 * The area of an annotation: COCO's flat polygons if there are no holes; else `rings`: for each
 * polygon the outer ring, then its holes, each flat. In image pixels.
 */
export const Segmentation = z.union([
  z.array(FlatRing).max(20_000),
  z.strictObject({ rings: z.array(z.array(FlatRing).min(1).max(20_000)).max(20_000) }),
])
export type Segmentation = z.infer<typeof Segmentation>

/**
 * The segmentation in a response. The server produced it and it may have hundreds of thousands of
 * numbers, so only its form is checked.
 */
export const SegmentationAnswer: z.ZodType<Segmentation> = z.union([
  z.array(z.unknown()),
  z.object({ rings: z.array(z.unknown()) }),
]) as z.ZodType as z.ZodType<Segmentation>

/** Open lines, such as the centre line of a vessel: each flat [x, y, …] of at least two points, in image pixels. */
export const Lines = z
  .array(
    z
      .array(coordinate)
      .min(4)
      .max(200_000)
      .refine((flat) => flat.length % 2 === 0, 'Lines come as x, y.'),
  )
  .max(20_000)

/** COCO's flat [x, y, v]: v is 0 not labelled, 1 labelled but hidden, 2 visible. */
export const Keypoints = z
  .array(coordinate)
  .max(600)
  .refine((flat) => flat.length % 3 === 0, 'Keypoints come as x, y, visibility.')

const Algorithm = z.strictObject({
  name: z.string().trim().min(1).max(200).regex(printable),
  /** Null if unknown. */
  version: z.string().trim().min(1).max(50).regex(printable).nullable(),
})

/**
 * The origin of an annotation: `manual`, drawn by a person; `automatic`, by an algorithm;
 * `semiautomatic`, by both. The known algorithms are named.
 */
export const Origin = z
  .strictObject({
    kind: z.enum(['manual', 'semiautomatic', 'automatic']),
    algorithms: z.array(Algorithm).max(20),
  })
  .refine(
    ({ kind, algorithms }) => kind !== 'manual' || algorithms.length === 0,
    saying(message('annotations.manualOrigin')),
  )
export type Origin = z.infer<typeof Origin>

export const Annotation = z.object({
  id: Id,
  image_id: Id,
  category_id: Id,
  segmentation: SegmentationAnswer,
  lines: z.array(z.array(z.number())).default([]),
  keypoints: Keypoints,
  isbbox: z.boolean(),
  iscrowd: z.boolean(),
  origin: Origin,
  area: z.number(),
  /** Around the area; of an annotation without area around its lines. */
  bbox: z.tuple([z.number(), z.number(), z.number(), z.number()]),
  color: Color.nullable(),
  metadata: Metadata,
  /** Values by the keys of the dataset's fields. */
  fields: z.record(z.string(), FieldValue),
  creator: z.string(),
  /** Who has changed it last; '' if it was no user, or none that still exists. */
  updated_by: z.string(),
  /** The order on the image, rising from below to above; by the id if two are equal. */
  position: z.number(),
  revision: z.int(),
  created_at: Instant,
  updated_at: Instant,
})
export type Annotation = z.infer<typeof Annotation>

/** Names one attempt to save: sent again with the same id, the first answer is given again. */
const SaveId = z.uuid()

/** The content of an annotation; in a change, omitted properties keep their values. */
const content = {
  category_id: Id.optional(),
  segmentation: Segmentation.optional(),
  lines: Lines.optional(),
  keypoints: Keypoints.optional(),
  isbbox: z.boolean().optional(),
  /** Left out with another shape, a person is taken to have changed it. */
  origin: Origin.optional(),
  color: Color.nullable().optional(),
  metadata: Metadata.optional(),
  /** All values: one that is left out is taken away. */
  fields: z.record(FieldKey, FieldValue).optional(),
  /** The place on the image, see `Annotation`; left out of a new one, on top of those created before. */
  position: z.number().min(-1e9).max(1e9).optional(),
}

export const createAnnotation = endpoint({
  method: 'POST',
  path: '/api/annotation/',
  summary: 'Create an annotation',
  access: 'annotate',
  body: z.strictObject({
    ...content,
    image_id: Id,
    category_id: Id,
    /** The annotation that it was before it was deleted: brought back as this, under its id. */
    restores: Id.optional(),
    save_id: SaveId.optional(),
  }),
  status: 201,
  response: Annotation,
})

export const changeAnnotation = endpoint({
  method: 'PATCH',
  path: '/api/annotation/:id',
  summary: 'Change an annotation; refused with the current one where the revision is stale',
  access: 'annotate',
  params: idParams,
  body: z.strictObject({ ...content, revision: Revision, save_id: SaveId.optional() }),
  response: Annotation,
})

export const recategoriseAnnotation = endpoint({
  method: 'PUT',
  path: '/api/annotation/:id',
  summary: 'Move an annotation to another category',
  access: 'annotate',
  params: idParams,
  body: z.strictObject({ category_id: Id }),
  response: Annotation,
})

export const deleteAnnotation = endpoint({
  method: 'DELETE',
  path: '/api/annotation/:id',
  summary: 'Delete an annotation; it can be restored from the undo list',
  access: 'annotate',
  params: idParams,
  query: z.strictObject({
    revision: z.coerce.number().pipe(Revision).optional(),
    /** The deletion undoes the creation, so the undo list leaves it out. */
    taken_back: BooleanText.default(false),
  }),
  response: Success,
})

/**
 * Why an assignment keeps a user from changing an image: it is the copy of another, blinded reader;
 * the assignment is closed; or the user has submitted or referred the case.
 */
const readingLocks = ['otherReader', 'closed', 'locked'] as const
export type ReadingLock = (typeof readingLocks)[number]

export const getAnnotatorData = endpoint({
  method: 'GET',
  path: '/api/annotator/data/:id',
  summary: 'Everything that the annotator needs for one image',
  access: 'view',
  params: z.strictObject({ id: IdText }),
  query: z.strictObject(imageFilters),
  response: z.object({
    image: Image.extend({
      /** As the caller states them: of fields that each reader states, the caller's own values. */
      fields: z.record(z.string(), FieldValue),
      /** The values of the other readers, of fields that show them. */
      others: z.array(z.object({ key: FieldKey, value: FieldValue, reader: z.string() })),
      /** Lengths and angles that people have measured, and corrected places of the ETDRS grid. */
      measurements: Measurements,
      /** On the retina; null if no scale is stated. */
      micrometres_per_pixel: z.number().nullable(),
      /** Neighbours in the list that the query describes, which is the one the user came from. */
      next: Id.nullable(),
      previous: Id.nullable(),
      /** Those of both that there are, to be loaded ahead. */
      neighbours: z.array(Photograph),
      results: z.record(z.string(), AnalysisResult),
      /** The caller's rights in `dataset` are then without `annotate`. */
      locked: z.enum(readingLocks).nullable(),
    }),
    dataset: Dataset,
    fields: z.array(DatasetField),
    categories: z.array(Category.extend({ annotations: z.array(Annotation) })),
    preferences: Preferences,
  }),
})

/** The current values of an image, some of which are stale. */
export const StaleFields = z.object({ fields: z.record(z.string(), FieldValue) })
export type StaleFields = z.infer<typeof StaleFields>

/** The current measurements of an image, some of which are stale. */
export const StaleMeasurements = z.object({ measurements: Measurements })
export type StaleMeasurements = z.infer<typeof StaleMeasurements>

const AnnotationChange = z.strictObject({ ...content, id: Id, revision: Revision })

/**
 * The stale annotations of a whole-image save: their current state, and the ids of deleted ones.
 */
export const StaleAnnotations = z.object({ changed: z.array(Annotation), gone: z.array(Id) })
export type StaleAnnotations = z.infer<typeof StaleAnnotations>

export const saveAnnotatorData = endpoint({
  method: 'POST',
  path: '/api/annotator/data',
  seconds: 60,
  summary: 'Save an image and its annotations at once, or, where one is stale, nothing of it',
  access: 'annotate',
  body: z.strictObject({
    image: z.strictObject({
      id: Id,
      metadata: Metadata.optional(),
      category_ids: z.array(Id).max(500).optional(),
      /** To be given beside those that the image has, also by others meanwhile, or taken away. */
      added_category_ids: z.array(Id).max(500).optional(),
      removed_category_ids: z.array(Id).max(500).optional(),
      /**
       * Values by field, null for none. Each is set if the field still has the value `from`, or
       * has `to` already; else nothing is saved.
       */
      fields: z
        .record(
          FieldKey,
          z.strictObject({ from: FieldValue.nullable(), to: FieldValue.nullable() }),
        )
        .optional(),
      /** To be kept, or, for null, removed; all others stay. */
      measurements: MeasurementChanges.optional(),
      /**
       * Some of them as the caller knows them, null for none. Each of these is kept or removed if it is still
       * like this, or already as wanted; else nothing is saved.
       */
      measurements_from: MeasurementChanges.optional(),
    }),
    annotations: z
      .array(AnnotationChange)
      .max(20_000)
      .refine(
        (list) => new Set(list.map(({ id }) => id)).size === list.length,
        saying(message('annotations.onlyOnce')),
      )
      .default([]),
    save_id: SaveId.optional(),
  }),
  response: z.object({
    image: z.object({
      id: Id,
      metadata: Metadata,
      category_ids: z.array(Id),
      fields: z.record(z.string(), FieldValue),
      measurements: Measurements,
    }),
    /** Those that came, with the revisions that they have now. */
    annotations: z.array(z.object({ id: Id, revision: z.int() })),
  }),
})

const invalidImageId = saying(message('annotations.enterImageId'))
const ImageNumber = z.coerce
  .number(saying(message('annotations.imageIdIsNumber')))
  .int(invalidImageId)

export const copyAnnotations = endpoint({
  method: 'POST',
  path: '/api/image/copy/:fromId/:toId/annotations',
  seconds: 60,
  summary: 'Copy the annotations of some categories from one image to another',
  access: 'annotate',
  params: z.strictObject({
    fromId: ImageNumber.positive(invalidImageId),
    toId: ImageNumber.positive(invalidImageId),
  }),
  body: z.strictObject({
    category_ids: z
      .array(Id)
      .min(1, saying(message('annotations.chooseCategory')))
      .max(500),
    save_id: SaveId.optional(),
  }),
  response: z.object({
    /** The copies on the image to which they were copied. */
    annotations: z.array(Annotation),
    /** Number of annotations omitted because they lie outside that image. */
    outside: z.int(),
  }),
})
