import { z } from 'zod'

import { Keypoints, Segmentation } from './annotations.ts'
import { endpoint } from './endpoint.ts'
import { IdText, printable } from './primitives.ts'

const mostAnnotations = 20_000

/** An unreadable text is ignored rather than a reason to reject the annotations. */
const shortText = (longest: number) =>
  z.string().trim().min(1).max(longest).regex(printable).optional().catch(undefined)

const fields = {
  /** About the service; its description serves as the name of the algorithm. */
  info: z
    .object({ description: shortText(200), version: shortText(50) })
    .optional()
    .catch(undefined),
  images: z
    .array(z.object({ id: z.int(), width: z.number().optional(), height: z.number().optional() }))
    .max(100)
    .default([]),
  categories: z.array(z.object({ id: z.int(), name: z.string().min(1).max(200) })).max(1000),
}

const annotationFields = {
  id: z.int().optional(),
  image_id: z.int().optional(),
  category_id: z.int(),
  keypoints: Keypoints.default([]),
  isbbox: z.boolean().default(false),
}

/** A mask in COCO's run lengths, compressed or not. */
const Mask = z.object({
  size: z.tuple([z.int().min(1), z.int().min(1)]),
  counts: z.union([z.string(), z.array(z.int().min(0))]),
})
export type Mask = z.infer<typeof Mask>

/** Answer of an annotation service, in COCO; its ids are its own. */
export const ServiceAnswer = z.object({
  ...fields,
  annotations: z
    .array(
      z.object({ ...annotationFields, segmentation: z.union([Segmentation, Mask]).default([]) }),
    )
    .max(mostAnnotations),
})

/** The same with outlines in place of masks. */
export const FoundAnnotations = z.object({
  ...fields,
  annotations: z
    .array(z.object({ ...annotationFields, segmentation: Segmentation.default([]) }))
    .max(mostAnnotations),
})

/** The largest picture that is sent to a service. */
export const servicePictureBytes = 64 * 2 ** 20

export const annotateByService = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/annotate/:imageId',
  summary: 'Send the picture to the dataset’s annotation service and answer the COCO that it found',
  access: 'annotate',
  params: z.strictObject({ id: IdText, imageId: IdText }),
  upload: { field: 'image', maxFiles: 1 },
  response: FoundAnnotations,
})
