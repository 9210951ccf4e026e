import type { Db } from '../database/database.ts'
import { leaseSeconds, renewLease } from './leases.ts'
import type { LetterRow } from './letters.ts'

const renewMs = 2000
/** From its last renewal to where its holder gives up: before another can have it. */
const safeMs = (leaseSeconds - 2) * 1000

interface HeldLease extends Disposable {
  /** Aborted when the lease may end, as where the database cannot be reached, or is another's. */
  readonly lost: AbortSignal
}

/** Renews the lease on a letter until it is let go. */
export function holdLease(db: Db, letter: LetterRow): HeldLease {
  const lost = new AbortController()
  const giveUp = (): void => lost.abort()
  let end = setTimeout(giveUp, safeMs).unref()
  const renew = async (): Promise<void> => {
    const askedAt = performance.now()
    const isOurs = await renewLease(db, letter)
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
