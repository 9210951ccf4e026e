import type { AuditEvent } from '#contract/audit'
import { actionName, type ActionName } from '#contract/audit-actions'
import { csvLine } from '#contract/csv'
import type { Endpoint } from '#contract/endpoint'
import { endpoints } from '#contract/endpoints'
import type { AuditedAccess } from '#fhir/audit-event'

import type { AuditRow } from './queries.ts'

export function presentAuditEvent(row: AuditRow): AuditEvent {
  return {
    id: row.id,
    at: row.at.toISOString(),
    username: row.username,
    address: row.address,
    action: row.action,
    object_type: row.object_type,
    object_id: row.object_id,
    dataset_id: row.dataset_id,
    outcome: row.outcome,
    detail: row.detail,
  }
}

const columns = [
  'id',
  'at',
  'username',
  'address',
  'action',
  'object_type',
  'object_id',
  'dataset_id',
  'outcome',
] as const

export const auditCsvHeader = csvLine([...columns, 'description', 'detail', 'seal'])

export function presentAuditLine(row: AuditRow, language: keyof ActionName): string {
  const event = presentAuditEvent(row)
  const values = columns.map((column) => String(event[column] ?? ''))
  const description = actionName(row.action, language)
  const seal = row.hash?.toString('hex') ?? ''
  return csvLine([...values, description, JSON.stringify(event.detail), seal])
}

const actionCodes: Readonly<Record<Endpoint['method'], AuditedAccess['does']>> = {
  GET: 'R',
  OPTIONS: 'R',
  POST: 'E',
  PUT: 'U',
  PATCH: 'U',
  DELETE: 'D',
}

export function presentAccess(row: AuditRow): AuditedAccess {
  const called = endpoints.get(row.action)
  return {
    id: row.id,
    at: row.at.toISOString(),
    username: row.username,
    address: row.address,
    action: row.action,
    actionName: actionName(row.action, 'en'),
    // A call with this status has created something.
    does: called?.status === 201 ? 'C' : actionCodes[called?.method ?? 'POST'],
    objectType: row.object_type,
    objectId: row.object_id,
    datasetId: row.dataset_id,
    outcome: row.outcome,
    detail: row.detail,
    seal: row.hash?.toString('hex') ?? null,
  }
}
