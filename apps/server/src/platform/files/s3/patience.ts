import type * as Sdk from '@aws-sdk/client-s3'

/** The client's rule for asking again, as its current interface has it. */
type RetryStrategy = Extract<
  NonNullable<Sdk.S3ClientConfig['retryStrategy']>,
  { acquireInitialRetryToken: unknown }
>
type Try = Awaited<ReturnType<RetryStrategy['acquireInitialRetryToken']>>

const firstPauseMs = 100
const longestPauseMs = 2000

/**
 * Asks again, with growing pauses of random length, for this time after the first failure. Amazon's own
 * rule counts tries, which a proxy that refuses connections uses up in two seconds, and gives up early
 * if many requests fail at once.
 */
export function patientFor(patienceMs: number): RetryStrategy {
  const failedAt = new WeakMap<Try, number>()
  return {
    acquireInitialRetryToken: () => Promise.resolve(tryOf(0)),
    refreshRetryTokenForRetry(last, { errorType }) {
      const now = performance.now()
      const since = failedAt.get(last) ?? now
      const mayHelp = errorType === 'TRANSIENT' || errorType === 'THROTTLING'
      if (!mayHelp || now - since >= patienceMs) {
        return Promise.reject(new Error('It is not asked again.'))
      }
      const next = tryOf(last.getRetryCount() + 1)
      failedAt.set(next, since)
      return Promise.resolve(next)
    },
    recordSuccess: () => undefined,
  }
}

function tryOf(count: number): Try {
  const longest = count === 0 ? 0 : Math.min(longestPauseMs, firstPauseMs * 2 ** (count - 1))
  const pause = longest * (0.5 + Math.random() / 2)
  return { getRetryCount: () => count, getRetryDelay: () => pause }
}
