import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Id, StartedTask, Success } from './primitives.ts'

const clinic = { path: '/api/example-clinic', access: 'user', scope: null } as const

export const getExampleClinic = endpoint({
  ...clinic,
  method: 'GET',
  summary: 'The caller’s example clinic, and the size of one that has not been loaded',
  response: z.object({
    /** The dataset; null if the caller has loaded none. */
    dataset_id: Id.nullable(),
    photographs: z.int(),
    bytes: z.int(),
    /** Authors and licences of the photographs. */
    credits: z.array(z.object({ work: z.string(), authors: z.string(), licence: z.string() })),
  }),
})

export const loadExampleClinic = endpoint({
  ...clinic,
  method: 'POST',
  summary: 'Create a dataset of made-up patients with real photographs, and analyse it',
  audited: true,
  /** The language of names and categories. */
  body: z.strictObject({ language: z.enum(['en', 'ko']) }),
  response: z.object({ dataset_id: Id, task: StartedTask }),
})

export const removeExampleClinic = endpoint({
  ...clinic,
  method: 'DELETE',
  summary: 'Delete the caller’s example clinic with everything in it; it cannot be restored',
  audited: true,
  response: Success,
})
