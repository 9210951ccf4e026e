import { z } from 'zod'

import { Keypoints, Segmentation } from './annotations.ts'
import { endpoint } from './endpoint.ts'
import { IdText } from './primitives.ts'

/** What an annotation service found on a picture, as COCO; its ids are its own. */
export const FoundAnnotations = z.object({
  images: z
    .array(z.object({ id: z.int(), width: z.number().optional(), height: z.number().optional() }))
    .max(100)
    .default([]),
  categories: z.array(z.object({ id: z.int(), name: z.string().min(1).max(200) })).max(1000),
  annotations: z
    .array(
      z.object({
        id: z.int().optional(),
        image_id: z.int().optional(),
        category_id: z.int(),
        segmentation: Segmentation.default([]),
        keypoints: Keypoints.default([]),
        isbbox: z.boolean().default(false),
      }),
    )
    .max(20_000),
})

/** The largest picture that is sent to a service. */
export const servicePictureBytes = 64 * 2 ** 20

export const annotateByService = endpoint({
  method: 'POST',
  path: '/api/dataset/:id/annotate/:imageId',
  summary: 'Send the picture to the dataset’s annotation service and answer the COCO that it found',
  access: 'member',
  params: z.strictObject({ id: IdText, imageId: IdText }),
  upload: { field: 'image', maxFiles: 1 },
  response: FoundAnnotations,
})
