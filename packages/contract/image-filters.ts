import { z } from 'zod'

import { FieldFiltersText, FieldOrder } from './fields/filter.ts'
import { referralStates, reportStates } from './images.ts'
import { BooleanText, Day } from './primitives.ts'

/** The keys by which a list of images can be ordered; a table's columns by their wire names. */
export const imageOrderKeys = [
  'id',
  'file_name',
  'path',
  'stateMICS',
  'studyDate',
  'orderID',
  'studyDate_image',
  /** The time of the image, or the day of the study if the time is unknown. */
  'studyDateTime',
  'patientID',
  'patientName',
  'patientSex',
  'patientAge',
  'prediction_status',
  'laterality',
] as const
export type ImageOrderKey = (typeof imageOrderKeys)[number]

const ownOrders = imageOrderKeys.flatMap((key) => [key, `-${key}`] as const)
/** A minus in front: the greatest first; `field.KEY` is a field of the dataset. */
export const ImageOrder = z.union([z.enum(ownOrders), FieldOrder])
export type ImageOrder = z.infer<typeof ImageOrder>

const text = z.string().max(200)

/** The filters of a dataset's image list; every field but the order is optional. */
export const imageFilters = {
  folder: z.string().max(1000).optional(),
  file_name__icontains: text.optional(),
  patientName__icontains: text.optional(),
  patientID__icontains: text.optional(),
  /** The first and the last day; an image without a known day is in no range. */
  studyDate__gte: Day.optional(),
  studyDate__lte: Day.optional(),
  stateMICS: z.enum(referralStates).optional(),
  reportState: z.enum(reportStates).optional(),
  /** Empty: matches nothing, as when both toggles of the list are off. */
  annotated: z.union([BooleanText, z.literal('')]).optional(),
  /** Ids joined by commas: images with any of them, or with an annotation of any of them. */
  category_ids__in: z
    .string()
    .regex(/^\d{1,9}(,\d{1,9})*$/)
    .transform((list) => list.split(',').map(Number))
    .optional(),
  /** true: only images with a thread of comments that is open. */
  open_comments: BooleanText.optional(),
  /** Conditions on the values of fields. */
  fields: FieldFiltersText.optional(),
  order: ImageOrder.default('file_name'),
  /** Overrules the sign of `order`. */
  ascending: BooleanText.optional(),
  /**
   * Keeps the images of a visit (a patient ID and a study date) together. The visits are ordered by
   * patient name or ID if the list is, else by day; the images of each by `order`.
   */
  by_visit: BooleanText.optional(),
}
