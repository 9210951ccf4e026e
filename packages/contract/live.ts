import { z } from 'zod'

import { endpoint, events } from './endpoint.ts'
import { Id, IdText, Success } from './primitives.ts'
import { Task } from './tasks.ts'

/** Events of the live stream: ids and states, never patient data. */
export const LiveEvent = z.discriminatedUnion('type', [
  z.object({
    type: z.literal('task'),
    id: Id,
    dataset_id: Id.nullable(),
    image_id: Id.nullable(),
    progress: z.number(),
    status: Task.shape.status,
    warnings: z.int(),
    errors: z.int(),
  }),
  /** The first on a stream with an image: by which the presence on it is known as this stream's. */
  z.object({ type: z.literal('stream'), id: z.uuid() }),
  z.object({
    type: z.literal('presence'),
    image_id: Id,
    /** Each once. */
    usernames: z.array(z.string()),
    /** Users who have the image open; one stream per tab. */
    streams: z.array(z.object({ id: z.uuid(), username: z.string() })),
  }),
  z.object({
    type: z.literal('annotation'),
    change: z.enum(['created', 'updated', 'deleted']),
    id: Id,
    image_id: Id,
    revision: z.int(),
  }),
  /** Labels or measurements of an image as a whole have changed: these are all that it has now. */
  z.object({
    type: z.literal('image'),
    image_id: Id,
    category_ids: z.array(Id),
    /** The names of its measurements. */
    measurements: z.array(z.string()),
    /** Differs if any of their points do. */
    measurements_digest: z.string().optional(),
  }),
  /** The analysis of an image has a new state or new results. */
  z.object({ type: z.literal('analysis'), image_id: Id }),
  /** Values of fields that apply to an image have changed. */
  z.object({ type: z.literal('fields'), image_id: Id }),
  /** Comments on an image have changed. */
  z.object({ type: z.literal('comments'), image_id: Id }),
  /** Comments mention or answer the reader of the stream, or were read by them. */
  z.object({ type: z.literal('notices') }),
  z.object({
    type: z.literal('dataset'),
    dataset_id: Id,
    /** scales: of a pixel on the retina, of some images or all. */
    change: z.enum([
      'images',
      'exports',
      'releases',
      'categories',
      'fields',
      'scales',
      'members',
      'deleted',
    ]),
  }),
  /** An image, or for null the whole dataset, was deleted by somebody, or has been brought back. */
  z.object({
    type: z.literal('deletion'),
    dataset_id: Id,
    image_id: Id.nullable(),
    undone: z.boolean(),
    by: z.string(),
  }),
  /** Events before it were missed, and can no longer be told: fetch again what matters. */
  z.object({ type: z.literal('reload') }),
  /** The last of a stream whose server process stops: connect again at once. */
  z.object({ type: z.literal('reconnect') }),
  z.object({ type: z.literal('session'), change: z.enum(['ended']) }),
])
export type LiveEvent = z.infer<typeof LiveEvent>

/** The longest time that a new stream may look back, in milliseconds. */
export const longestRecentMs = 600_000

export const getEvents = endpoint({
  method: 'GET',
  path: '/api/events',
  summary:
    'The live stream of what the caller may see, from Last-Event-ID on or with the events of the last recent_ms milliseconds; image_id tells that the caller is annotating it',
  access: 'user',
  scope: 'read',
  query: z.strictObject({
    image_id: IdText.optional(),
    recent_ms: z.coerce.number().int().min(0).max(longestRecentMs).optional(),
  }),
  response: events,
})

/** Minimum interval between the annotator's activity reports, in seconds. */
export const activitySeconds = 15

export const tellActivity = endpoint({
  method: 'POST',
  path: '/api/events/activity',
  summary: 'Tell that the caller is at work on the image that they have open: its time counts',
  access: 'user',
  scope: null,
  body: z.strictObject({ image_id: Id }),
  response: Success,
})
