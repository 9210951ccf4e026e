import type { PacsSettings } from '#contract/pacs'

import type { Outbound } from '../../../platform/http/outbound.ts'
import type { JobContext } from '../../../platform/jobs/definition.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import type { WebService } from '../dicomweb-client.ts'
import type { Receiver } from '../receiver/receiver.ts'

export interface RetrievalDeps {
  readonly outbound: Outbound
  readonly secrets: Secrets
  readonly receiver: Receiver
  /** Delays before a series is retried, in milliseconds. */
  readonly retrievalPausesMs: readonly number[]
}

/** A retrieval in progress. */
export interface Retrieval {
  readonly deps: RetrievalDeps
  readonly context: JobContext
  readonly settings: PacsSettings
  readonly web: WebService
}

export const usualRetrievalPausesMs: readonly number[] = [5000, 30_000, 120_000]
