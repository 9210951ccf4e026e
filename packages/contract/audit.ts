import { z } from 'zod'

import { bytes, endpoint } from './endpoint.ts'
import { Id, Instant, pageQuery, Pagination } from './primitives.ts'

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

const filters = {
  username: z.string().max(64).optional(),
  action: z.string().max(64).optional(),
  object_type: z.string().max(64).optional(),
  object_id: z.coerce.number().int().positive().optional(),
  from: z.iso.date().optional(),
  /** The last day that is shown. */
  to: z.iso.date().optional(),
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

export const verifyAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/verify',
  summary: 'Whether any sealed row was changed, removed or put elsewhere',
  access: 'admin',
  response: z.object({
    intact: z.boolean(),
    checked: z.int(),
    /** Where the chain breaks; null where it does not. */
    broken_at: Id.nullable(),
  }),
})
