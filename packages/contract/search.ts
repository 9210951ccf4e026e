import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Id } from './primitives.ts'

/** Minimum number of characters that are searched for. */
export const shortestSearch = 2

const Found = z.object({
  datasets: z.array(z.object({ id: Id, name: z.string() })),
  /** A patient with images in several datasets has an entry for each. */
  patients: z.array(
    z.object({
      patient_id: z.string(),
      patient_name: z.string(),
      dataset: z.object({ id: Id, name: z.string() }),
      images: z.int(),
    }),
  ),
})
export type Found = z.infer<typeof Found>

export const search = endpoint({
  method: 'GET',
  path: '/api/search',
  summary:
    'The first datasets by name, and patients by ID or name, among those that the caller may see',
  access: 'user',
  scope: 'read',
  audited: true,
  query: z.strictObject({ q: z.string().trim().min(shortestSearch).max(100) }),
  response: Found,
})
