import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { message } from './messages/message.ts'
import { saying } from './messages/saying.ts'
import { Id, idParams, Instant, printable, Success } from './primitives.ts'

/** How long emergency access lasts. */
export const emergencyHours = 8

/**
 * Answers alike whether the patient exists or not: datasets with the patient's photographs are then
 * among those of the caller.
 */
export const beginEmergencyAccess = endpoint({
  method: 'POST',
  path: '/api/emergency-access',
  summary: 'Reach the photographs of a patient in an emergency, for hours, with a reason',
  access: 'user',
  scope: null,
  audited: true,
  body: z.strictObject({
    patient_id: z.string().trim().min(1).max(64).regex(printable),
    reason: z
      .string()
      .trim()
      .min(10, saying(message('emergencyAccess.reasonTooShort')))
      .max(500)
      .regex(printable),
  }),
  status: 201,
  response: z.object({ ends_at: Instant }),
})

export const EmergencyAccess = z.object({
  id: Id,
  username: z.string(),
  name: z.string(),
  dataset: z.object({ id: Id, name: z.string() }),
  patient_id: z.string(),
  reason: z.string(),
  begun_at: Instant,
  ends_at: Instant,
})
export type EmergencyAccess = z.infer<typeof EmergencyAccess>

export const listEmergencyAccess = endpoint({
  method: 'GET',
  path: '/api/emergency-access',
  summary:
    'Emergency accesses to the caller’s own datasets that the caller has not confirmed to have seen',
  access: 'user',
  scope: null,
  response: z.object({ accesses: z.array(EmergencyAccess) }),
})

export const confirmEmergencyAccess = endpoint({
  method: 'POST',
  path: '/api/emergency-access/:id/seen',
  summary: 'Confirm to have seen an emergency access to an own dataset',
  access: 'user',
  scope: null,
  audited: true,
  params: idParams,
  response: Success,
})
