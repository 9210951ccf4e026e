import type { FhirSending, FhirSettings } from '#contract/fhir'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { Problem } from '../../platform/http/problem.ts'
import { changeSettings, type DatasetRow } from '../datasets/queries.ts'

export interface FhirServerDeps {
  readonly fhir: FhirSettings
  readonly outbound: Outbound
}

/** @throws {Problem} if results are to be sent, and the site has no server that may be called */
export async function changeFhirSending(
  db: Db,
  deps: FhirServerDeps,
  { dataset, change }: { dataset: DatasetRow; change: FhirSending },
): Promise<void> {
  if (change.SEND !== 'no') refuseWithoutServer(deps)
  await changeSettings(db, dataset.id, { FHIR: change })
}

/**
 * Keeps messages out of the queue that could never be delivered: there is no server, or it may not
 * be called.
 */
export function refuseWithoutServer({ fhir, outbound }: FhirServerDeps): void {
  if (fhir.push === null) throw new Problem('not_possible_now', message('fhir.noServer'))
  try {
    outbound.check(new URL(fhir.push.url))
  } catch (error) {
    throw error instanceof OutboundError ? new Problem('host_not_allowed', error.told) : error
  }
}
