import type { Db } from '../database/database.ts'
import { leaseSeconds, renewLease } from './leases.ts'
import type { OutboxMessageRow } from './outbox-messages.ts'

const renewMs = 2000
/** Time from the last renewal until the holder gives up, before another can take the lease. */
const safeMs = (leaseSeconds - 2) * 1000

interface HeldLease extends Disposable {
  /** Aborted when the lease may have ended, such as when the database is unreachable, or another holds it. */
  readonly lost: AbortSignal
}

/** Renews the lease on an outbox message until it is released. */
export function holdLease(db: Db, row: OutboxMessageRow): HeldLease {
  const lost = new AbortController()
  const giveUp = (): void => lost.abort()
  let end = setTimeout(giveUp, safeMs).unref()
  const renew = async (): Promise<void> => {
    const askedAt = performance.now()
    const isOurs = await renewLease(db, row)
    clearTimeout(end)
    end = setTimeout(giveUp, isOurs ? askedAt + safeMs - performance.now() : 0).unref()
  }
  const timer = setInterval(() => {
    // The next one may succeed.
    renew().catch(() => undefined)
  }, renewMs)
  return {
    lost: lost.signal,
    [Symbol.dispose]() {
      clearInterval(timer)
      clearTimeout(end)
    },
  }
}
