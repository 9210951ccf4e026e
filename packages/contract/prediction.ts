import { z } from 'zod'

import { SegmentationAnswer } from './annotations.ts'
import { endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { IdText } from './primitives.ts'

const ImagePoint = z.tuple([z.number(), z.number()])

/** Limits of the tool's settings: `padding` in image pixels, `threshold` in percent. */
export const predictionLimits = {
  padding: { least: 0, most: 500, usual: 50 },
  threshold: { least: 1, most: 99, usual: 80 },
} as const

const { padding, threshold } = predictionLimits

export const predictArea = endpoint({
  method: 'POST',
  path: '/api/model/prediction/:imageId',
  summary: 'The outline of an object from its leftmost, topmost, rightmost and lowest point',
  access: 'annotate',
  seconds: 60,
  params: z.strictObject({ imageId: IdText }),
  body: z.strictObject({
    points: z.array(ImagePoint).length(4, saying(message('prediction.fourPoints'))),
    padding: z.number().min(padding.least).max(padding.most).default(padding.usual),
    threshold: z.number().min(threshold.least).max(threshold.most).default(threshold.usual),
  }),
  response: z.object({
    /** COCO's flat polygons, in image pixels. */
    segmentation: z.array(z.array(z.number())),
    model: z.object({ name: z.string(), version: z.string() }),
  }),
})

/** Maximum clicks on one object. */
const mostClicks = 32

export const predictClicked = endpoint({
  method: 'POST',
  path: '/api/model/clicks/:imageId',
  summary: 'The outline of an object from clicks on it and beside it',
  access: 'annotate',
  seconds: 60,
  params: z.strictObject({ imageId: IdText }),
  body: z.strictObject({
    /** In the order of the clicks, in image pixels; the first is inside the object. */
    clicks: z
      .array(z.strictObject({ x: z.number(), y: z.number(), inside: z.boolean() }))
      .min(1)
      .max(mostClicks)
      .refine(([first]) => first?.inside === true, saying(message('prediction.firstInside'))),
  }),
  response: z.object({
    segmentation: SegmentationAnswer,
    model: z.object({ name: z.string(), version: z.string() }),
  }),
})
