import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { BooleanText, idParams, StartedTask } from './primitives.ts'

/** Why an image or an annotation of the file was left out. */
export const importReasons = [
  'image_not_in_dataset',
  'image_ambiguous',
  'image_size_differs',
  'image_unusable',
  'image_id_twice',
  'annotation_unusable',
  'annotation_id_twice',
  'annotation_without_image',
  'category_missing',
  'keypoints_differ',
  'outside_image',
  'metadata_differ',
  'fields_unusable',
  'fields_differ',
  'not_carried_over',
] as const
export type ImportReason = (typeof importReasons)[number]

/**
 * Changes made by an import, or, in a trial, the changes that it would make. The result of its
 * task.
 */
export const ImportReport = z.object({
  dry_run: z.boolean(),
  images: z.object({
    in_file: z.int(),
    matched: z.int(),
    /** Of the matched images: changed, already up to date, or left unchanged. */
    changed: z.int(),
    unchanged: z.int(),
    left_out: z.int(),
  }),
  annotations: z.object({
    in_file: z.int(),
    created: z.int(),
    existing: z.int(),
    left_out: z.int(),
  }),
  categories: z.object({
    created: z.array(z.string()),
    attached: z.array(z.string()),
  }),
  /** Keys of the fields of the dataset that the file brought. */
  fields: z.object({ created: z.array(z.string()) }).default({ created: [] }),
  /** Counts are complete; each reason lists only a few cases. */
  reasons: z.array(
    z.object({
      reason: z.enum(importReasons),
      /** Cases: of images or of annotations, as the reason says. */
      count: z.int(),
      /** Annotations of the file that were left out for this reason. */
      annotations: z.int(),
      examples: z.array(
        z.object({
          message: z.string(),
          key: z.string(),
          params: z.record(z.string(), z.unknown()),
        }),
      ),
    }),
  ),
})
export type ImportReport = z.infer<typeof ImportReport>

/** The largest file accepted, in bytes; also of one in an archive. */
export const largestImport = 2 * 1024 ** 3

export const importCoco = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/coco',
  summary:
    'Start an import of annotations from a file of COCO, CVAT (for images 1.1) or Label Studio, recognised by its content; dry_run reports what it would do, and does nothing',
  access: 'annotate',
  params: idParams,
  query: z.strictObject({ dry_run: BooleanText.optional() }),
  body: z.strictObject({ dry_run: BooleanText.optional() }),
  seconds: 600,
  upload: { field: 'coco', maxFiles: 1, maxBytes: largestImport },
  response: StartedTask,
})
