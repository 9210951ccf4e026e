import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { Id, IdText, Instant, pageQuery, Pagination } from './primitives.ts'

export const AuditEvent = z.object({
  id: Id,
  at: Instant,
  username: z.string(),
  address: z.string(),
  /** The name of the call. */
  action: z.string(),
  object_type: z.string(),
  object_id: Id.nullable(),
  dataset_id: Id.nullable(),
  /** The HTTP status of its answer. */
  outcome: z.int(),
  detail: z.record(z.string(), z.unknown()),
})
export type AuditEvent = z.infer<typeof AuditEvent>

/** A day, or a minute of it, in UTC. */
const Moment = z.union([z.iso.date(), z.iso.datetime({ local: true })])

const filters = {
  /** How the username begins, in any letter case. */
  username: z.string().max(64).optional(),
  action: z.string().max(64).optional(),
  object_type: z.string().max(64).optional(),
  object_id: IdText.optional(),
  dataset_id: IdText.optional(),
  from: Moment.optional(),
  /** The last day that is shown, or the moment at which what is shown ends. */
  to: Moment.optional(),
  refused: z.enum(['true', 'false']).optional(),
}

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  summary: 'The audit trail, newest first',
  access: 'admin',
  query: z.strictObject({ ...pageQuery, limit: pageQuery.limit.default(100), ...filters }),
  response: z.object({ events: z.array(AuditEvent), pagination: Pagination }),
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/export',
  summary: 'The audit trail as CSV',
  access: 'admin',
  query: z.strictObject(filters),
  response: bytes,
})

export const exportAuditFhir = endpoint({
  method: 'GET',
  path: '/api/admin/audit/fhir',
  summary: 'The audit trail as a Bundle of AuditEvents of FHIR R4',
  access: 'admin',
  query: z.strictObject(filters),
  response: bytes,
})

export const verifyAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/verify',
  summary:
    'Whether any sealed row was changed, removed or put elsewhere; one stretch of the trail in a call',
  access: 'admin',
  query: z.strictObject({
    /** Go on where the call before ended. */
    after: z.coerce.number().int().min(0).optional(),
  }),
  seconds: 60,
  response: z.object({
    intact: z.boolean(),
    /** Rows that this call found intact. */
    checked: z.int(),
    /** Rows of the whole trail that are yet to be checked. */
    left: z.int(),
    /** Where the chain breaks; null where it does not. */
    broken_at: Id.nullable(),
    /** Give it as `after` to check what follows; null at the end of the trail. */
    next: z.int().nullable(),
  }),
})
