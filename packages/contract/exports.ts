import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import {
  BooleanText,
  Id,
  idParams,
  Instant,
  printable,
  StartedTask,
  Success,
} from './primitives.ts'

/**
 * The product's own format, the files of two labelling tools, bitmaps, two kinds of Ultralytics labels, and
 * tables of annotations and of measurements.
 */
export const exportFormats = [
  'coco',
  'cvat',
  'label-studio',
  'masks',
  'yolo-segment',
  'yolo-detect',
  'csv',
  'analysis',
] as const
const Format = z.enum(exportFormats)
export type ExportFormat = z.infer<typeof Format>

export const Export = z.object({
  id: Id,
  format: Format,
  ago: z.string(),
  tags: z.array(z.string()),
  /**
   * Whether it identifies patients; then only the dataset's owner and administrators may download
   * it.
   */
  identified: z.boolean(),
  /** Whether the caller may download it. */
  downloadable: z.boolean(),
  size: z.int(),
  created_at: Instant,
  created_by: z.string(),
  counts: z.object({ images: z.int(), annotations: z.int() }),
})
export type Export = z.infer<typeof Export>

/** Why an export must identify patients; for the audit trail. */
const reason = z.string().trim().max(500).regex(printable).default('')

function reasonGiven(choice: { identified: boolean; reason: string }): boolean {
  return !choice.identified || choice.reason !== ''
}
const reasonMissing = { path: ['reason'], ...saying(message('exports.reasonMissing')) }

/**
 * An export of a dataset with patients' images is pseudonymous, unless an owner requests
 * `identified` and gives a reason.
 */
const IdentityQuery = z
  .strictObject({ identified: BooleanText.default(false), reason })
  .refine(reasonGiven, reasonMissing)

const start = {
  path: '/api/dataset/:id/export',
  summary: 'Start an export of the dataset, or of some images; no categories means all',
  access: 'export',
  params: idParams,
  response: StartedTask,
} as const

const categoryIds = z.array(Id).max(500)
/** Distinct images of the dataset. */
const ImageIds = z
  .array(Id)
  .min(1)
  .max(500)
  .refine((ids) => new Set(ids).size === ids.length, saying(message('exports.imageOnlyOnce')))

export const startExport = endpoint({
  ...start,
  method: 'POST',
  body: z
    .strictObject({
      /** Only these images; absent: all. */
      images: ImageIds.optional(),
      categories: categoryIds.default([]),
      with_empty_images: z.boolean().default(false),
      format: Format.default('coco'),
      identified: z.boolean().default(false),
      reason,
    })
    .refine(reasonGiven, reasonMissing),
})

/** The same for callers that know only the documented GET; ids joined by commas. */
export const startExportByGet = endpoint({
  ...start,
  method: 'GET',
  changesState: true,
  query: z
    .strictObject({
      ...IdentityQuery.shape,
      categories: z
        .string()
        .regex(/^(\d{1,9}(,\d{1,9})*)?$/)
        .transform((list) => (list === '' ? [] : list.split(',').map(Number)))
        .default([]),
      with_empty_images: BooleanText.default(false),
      format: Format.default('coco'),
    })
    .refine(reasonGiven, reasonMissing),
})

export const getDatasetCoco = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/coco',
  summary: 'The dataset as one COCO document',
  access: 'export',
  params: idParams,
  query: IdentityQuery,
  response: bytes,
})

export const getImageCoco = endpoint({
  method: 'GET',
  path: '/api/image/:id/coco',
  summary: 'The annotations of one image as a COCO document',
  access: 'export',
  params: idParams,
  query: IdentityQuery,
  response: bytes,
})

export const listExports = endpoint({
  method: 'GET',
  path: '/api/dataset/:id/exports',
  summary: 'Finished exports of the dataset, newest first',
  access: 'view',
  params: idParams,
  response: z.array(Export),
})

export const downloadExport = endpoint({
  method: 'GET',
  path: '/api/export/:id/download',
  summary: 'The file of an export',
  access: 'export',
  params: idParams,
  response: bytes,
})

export const deleteExport = endpoint({
  method: 'DELETE',
  path: '/api/export/:id',
  summary: 'Delete an export and its file',
  access: 'export',
  params: idParams,
  response: Success,
})
