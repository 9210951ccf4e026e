import type * as Sdk from '@aws-sdk/client-s3'

import { log } from '../../log.ts'
import type { BucketAddress } from '../bucket-address.ts'
import { patientFor } from './patience.ts'

/** The official client, and the bucket that it is for. */
export interface BucketClient extends Disposable {
  readonly s3: Sdk.S3Client
  /** The client's commands, which are loaded only if files are kept in a bucket. */
  readonly sdk: typeof Sdk
  readonly address: BucketAddress
}

/** How long a request is repeated that fails at once: longer than a proxy of a store takes to restart. */
const usualPatienceMs = 10_000
const timeouts = {
  connectionTimeout: 5000,
  /** Until an answer begins. */
  requestTimeout: 30_000,
  throwOnRequestTimeout: true,
  /** Without a byte on an open connection. */
  socketTimeout: 30_000,
}
/** The region of stores that have none. */
const usualRegion = 'us-east-1'

export type Retried = (error: unknown) => void

export async function openBucketClient(
  address: BucketAddress,
  retried: Retried,
  patienceMs = usualPatienceMs,
): Promise<BucketClient> {
  const sdk = await import('@aws-sdk/client-s3')
  const { endpoint, region } = address
  const s3 = new sdk.S3Client({
    retryStrategy: patientFor(patienceMs),
    requestHandler: timeouts,
    ...(region !== undefined && { region }),
    ...(endpoint !== undefined && {
      endpoint,
      region: region ?? process.env['AWS_REGION'] ?? usualRegion,
      forcePathStyle: true,
      // Other makers' stores know only the checksum that is part of the signature.
      requestChecksumCalculation: 'WHEN_REQUIRED',
      responseChecksumValidation: 'WHEN_REQUIRED',
    }),
  })
  // Within the client's own repetition, so that it sees each failed try.
  s3.middlewareStack.add(
    (next) => async (asked) => {
      try {
        return await next(asked)
      } catch (error) {
        if (isPassing(error)) retried(error)
        throw error
      }
    },
    { step: 'finalizeRequest', priority: 'low', name: 'tellOfTries' },
  )
  return { s3, sdk, address, [Symbol.dispose]: () => s3.destroy() }
}

/** Logs failed tries, at most one a second. */
export function logRetries(): Retried {
  let until = 0
  return (error) => {
    if (performance.now() < until) return
    until = performance.now() + 1000
    log.warn('the object store did not do what it was asked; it is asked again', {
      why: whyOf(error),
    })
  }
}

function whyOf(error: unknown): string {
  return error instanceof Error ? `${error.name}: ${error.message}` : String(error)
}

const passingCodes: ReadonlySet<string> = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
])
const passingNames: ReadonlySet<string> = new Set([
  'TimeoutError',
  'SlowDown',
  'RequestTimeout',
  'ThrottlingException',
])

/** Whether a request may succeed later: the store is slow, overloaded, or not there. */
export function isPassing(error: unknown): boolean {
  const { name, code, status } = factsOf(error)
  return passingNames.has(name) || passingCodes.has(code) || status >= 500 || status === 429
}

/** Name, system code and HTTP status of an error of the client; empty and 0 without them. */
export function factsOf(error: unknown): { name: string; code: string; status: number } {
  if (!(error instanceof Error)) return { name: '', code: '', status: 0 }
  const { name } = error
  const code = 'code' in error && typeof error.code === 'string' ? error.code : ''
  const metadata = '$metadata' in error ? error.$metadata : undefined
  const status =
    typeof metadata === 'object' && metadata !== null && 'httpStatusCode' in metadata
      ? Number(metadata.httpStatusCode ?? 0)
      : 0
  return { name, code, status }
}
