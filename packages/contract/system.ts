import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Readiness } from './info.ts'

export const SystemState = z.object({
  versions: z.object({ product: z.string(), node: z.string(), postgres: z.string() }),
  readiness: Readiness,
  uptime_seconds: z.int(),
  memory_bytes: z.int(),
  storage: z.object({
    free_bytes: z.int(),
    total_bytes: z.int(),
    /** Storage used by the originals of all images. */
    images_bytes: z.int(),
    /** Images whose original is missing or damaged. */
    images_missing: z.int(),
  }),
  database: z.object({ bytes: z.int(), connections: z.int(), migrations: z.array(z.string()) }),
  /** Tasks of each kind by status; those that ended are of the last 24 hours. */
  queue: z.array(
    z.object({
      kind: z.string(),
      queued: z.int(),
      running: z.int(),
      succeeded: z.int(),
      failed: z.int(),
    }),
  ),
  counts: z.object({ users: z.int(), datasets: z.int(), images: z.int(), annotations: z.int() }),
})
export type SystemState = z.infer<typeof SystemState>

export const getSystem = endpoint({
  method: 'GET',
  path: '/api/admin/system',
  summary: 'Versions, storage, database and queue',
  access: 'admin',
  response: SystemState,
})
