import { z } from 'zod'

import { Field } from './fields/field.ts'
import { endpoint } from './endpoint.ts'
import { Id, idParams } from './primitives.ts'

const count = z.int().nonnegative()
const amount = z.number().nonnegative()
/** By name; several with the same name are counted together. */
const counts = z.record(z.string(), count)

/** An estimate with its 95 % interval. */
export const Estimate = z.object({ value: z.number(), low: z.number(), high: z.number() })
export type Estimate = z.infer<typeof Estimate>

/** How far two readings agree; null for what the type of the field or too few cases rule out. */
export const Compared = z.object({
  /** Images, eyes or visits with both. */
  subjects: count,
  /** On how many of them they stated the same. */
  same: count,
  /** Cohen's kappa; of ordered choices weighted by squared distance, without "cannot tell". */
  kappa: Estimate.nullable(),
  /** ICC(2,1) of numbers. */
  icc: Estimate.nullable(),
  /** Limits of agreement of numbers: first reader minus second, in the field's unit. */
  limits: z.object({ bias: Estimate, lower: Estimate, upper: Estimate }).nullable(),
})
export type Compared = z.infer<typeof Compared>

/** How far two readers agree. */
export const PairAgreement = z.object({
  readers: z.tuple([z.string(), z.string()]),
  ...Compared.shape,
})
export type PairAgreement = z.infer<typeof PairAgreement>

const FieldAgreement = z.object({
  /** Images, eyes or visits that two or more readers read. */
  subjects: count,
  /** On how many of them all stated the same. */
  same: count,
  /** Most subjects first. */
  pairs: z.array(PairAgreement),
})
export type FieldAgreement = z.infer<typeof FieldAgreement>

const FieldStatistics = z.object({
  field: Field,
  /** How many images, eyes, visits or annotations there are, and how many of them have a value. */
  subjects: count,
  values: count,
  /** How often each option was chosen; empty for fields without options. */
  counts,
  /** Null for fields that are not numbers, and without values. */
  numbers: z
    .object({
      count,
      mean: z.number(),
      /** Standard deviation of the sample; 0 for one number. */
      sd: z.number(),
      least: z.number(),
      greatest: z.number(),
    })
    .nullable(),
  /** Null unless each reader states a value of their own. */
  agreement: FieldAgreement.nullable(),
})
export type FieldStatistics = z.infer<typeof FieldStatistics>

export const DatasetStatistics = z.object({
  total: z.object({
    Users: count,
    Images: count,
    'Annotated Images': count,
    Annotations: count,
    Categories: count,
    'Time Annotating (s)': count,
  }),
  /** Zero if there are no values. */
  average: z.object({
    'Image Width (px)': amount,
    'Image Height (px)': amount,
    /** Annotations that have an area. */
    'Annotation Area (px)': amount,
    /** Images that were open in the annotator. */
    'Time per Image (s)': amount,
    'Annotations per Image': amount,
  }),
  categories: counts,
  /** How many images have an annotation of the category. */
  images_per_category: counts,
  users: z.record(z.string(), z.object({ annotations: count, images: count })),
  fields: z.array(FieldStatistics),
})
export type DatasetStatistics = z.infer<typeof DatasetStatistics>

/** These go through all annotations of a dataset. */
const seconds = 60

export const getStatistics = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/stats',
  summary: 'What a dataset has: totals, means, and counts by category and by user',
  access: 'view',
  params: idParams,
  seconds,
  response: DatasetStatistics,
})

export const Agreement = z.object({
  categories: z.array(
    z.object({
      id: Id,
      name: z.string(),
      images: count,
      /** Two people on one image; every pair counts. */
      pairs: count,
      /** Means over the pairs, 0 (nothing in common) to 1 (the same area). */
      dice: z.number().min(0).max(1),
      iou: z.number().min(0).max(1),
    }),
  ),
  /**
   * False if more images were annotated twice than one call compares: then only the newest are
   * included.
   */
  complete: z.boolean(),
})
export type Agreement = z.infer<typeof Agreement>

export const getAgreement = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/agreement',
  summary: 'How far people agree who annotated the same image and category',
  access: 'view',
  params: idParams,
  seconds,
  response: Agreement,
})
