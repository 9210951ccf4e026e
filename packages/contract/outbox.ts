import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Id, idParams, Instant, Success, Told } from './primitives.ts'

/** What was to be sent to another system and could not be. */
const DeadLetter = z.object({
  id: Id,
  /** What it is. */
  title: Told,
  /** By which the other system knows it. */
  key: z.string(),
  /** What it is about; null where that was deleted. */
  image: z
    .object({
      id: Id,
      file_name: z.string(),
      patientID: z.string(),
      patientName: z.string(),
      patientNameKorean: z.string(),
    })
    .nullable(),
  posted_at: Instant,
  dead_at: Instant,
  tries: z.int(),
  why: Told,
})
export type DeadLetter = z.infer<typeof DeadLetter>

export const getDeadLetters = endpoint({
  method: 'GET',
  path: '/api/admin/outbox',
  summary: 'What could not be sent to other systems, the latest first',
  access: 'admin',
  response: z.array(DeadLetter),
})

export const requeueLetter = endpoint({
  method: 'POST',
  path: '/api/admin/outbox/:id/requeue',
  summary: 'Try again to send what could not be sent',
  access: 'admin',
  params: idParams,
  response: Success,
})
