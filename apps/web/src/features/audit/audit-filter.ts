import { exportAuditFhir } from '#contract/audit'

import type { CallInput } from '../../api/call.ts'

/** Filter of the audit trail, as in the query string. */
export type AuditFilter = NonNullable<CallInput<typeof exportAuditFhir>['query']>

const fields = exportAuditFhir.query.shape

/** The filter in the query string, without values that the server would refuse. */
export function auditFilterOf(parameters: URLSearchParams): AuditFilter {
  const known = Object.entries(fields).flatMap(([name, field]): [string, unknown][] => {
    const value = field.safeParse(parameters.get(name) ?? undefined)
    return value.success && value.data !== undefined ? [[name, value.data]] : []
  })
  return Object.fromEntries(known)
}

/** The query string without any filter. */
export const noFilter = Object.fromEntries(Object.keys(fields).map((name) => [name, undefined]))
