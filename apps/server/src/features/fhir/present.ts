import type { FhirPush } from '#contract/fhir'
import { tell } from '#contract/messages/message'

import type { FhirMessageRow } from './queries.ts'

export function presentPush(row: FhirMessageRow | undefined): FhirPush {
  if (row === undefined) return { state: 'none', at: null, failure: null }
  const { push_state: state, push_at: at, push_failure: failure } = row
  return {
    state,
    at: at?.toISOString() ?? null,
    failure: failure === null ? null : tell(failure),
  }
}
