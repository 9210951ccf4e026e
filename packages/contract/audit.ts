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

/** The kinds of findings of a trail check. */
export const trailFindingKinds = [
  /** Rows say something else than when they were sealed. */
  'changed',
  /** Rows are missing between others. */
  'removed',
  /** The newest rows are missing. */
  'removed_at_end',
  /** Nothing is left up to a seal. */
  'emptied',
  /** Rows have other seals than those they were given, or seals made without the key. */
  'resealed',
  /** The file of heads has lines that were not written with the key. */
  'heads_changed',
  /** The file of heads is missing, or was started again after it went missing. */
  'heads_missing',
] as const

export const TrailFinding = z.object({
  kind: z.enum(trailFindingKinds),
  /** The numbers of the first and the last seal that it is about. */
  from_seal: z.int(),
  to_seal: z.int(),
  /** The first affected entry, or the first one after those missing. */
  entry: Id.nullable(),
})
export type TrailFinding = z.infer<typeof TrailFinding>

/** A day, or a minute of it, in UTC. */
const Moment = z.union([z.iso.date(), z.iso.datetime({ local: true })])

const filters = {
  /** Prefix of the username, case-insensitive. */
  username: z.string().max(64).optional(),
  action: z.string().max(64).optional(),
  object_type: z.string().max(64).optional(),
  object_id: IdText.optional(),
  dataset_id: IdText.optional(),
  from: Moment.optional(),
  /** The last day to show, or the moment at which the list ends. */
  to: Moment.optional(),
  refused: z.enum(['true', 'false']).optional(),
}

/** Entries that can be paged to: counting all of a large trail would take seconds. */
export const mostListedEntries = 10_000

export const listAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit',
  summary: `The newest ${mostListedEntries} entries of the audit trail that match, newest first`,
  access: 'admin',
  query: z.strictObject({ ...pageQuery, limit: pageQuery.limit.default(100), ...filters }),
  response: z.object({
    events: z.array(AuditEvent),
    pagination: Pagination,
    /** Whether older entries match, too. A filter or an export reaches them. */
    older: z.boolean(),
  }),
})

export const exportAudit = endpoint({
  method: 'GET',
  path: '/api/admin/audit/export',
  summary: 'The audit trail as CSV, with the names of actions in a language',
  access: 'admin',
  query: z.strictObject({ ...filters, language: z.enum(['en', 'ko']).default('en') }),
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
  summary: 'Whether rows were changed, removed or sealed again; one stretch of the trail in a call',
  access: 'installation',
  query: z.strictObject({
    /** Cursor: continue after the previous page. */
    after: z.coerce.number().int().min(0).optional(),
  }),
  seconds: 60,
  response: z.object({
    intact: z.boolean(),
    /** Rows that this call found as they were sealed. */
    checked: z.int(),
    /** Rows of the whole trail that are yet to be checked. */
    left: z.int(),
    /** In the order of the trail; empty if this stretch is intact. */
    findings: z.array(TrailFinding),
    /** Pass it as `after` to check the rest; null at the end of the trail. */
    next: z.int().nullable(),
  }),
})
