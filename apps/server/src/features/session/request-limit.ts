import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import { Problem } from '../../platform/http/problem.ts'

const minuteMs = 60_000

/**
 * Counts the requests by each access token in this process, in minutes that begin with its first one.
 * @returns a function that counts one more, or throws too_many_requests
 */
export function limitRequests(clock: Clock, most: number): (tokenId: number) => void {
  const minutes = new Map<number, { since: number; count: number }>()
  return (tokenId) => {
    const now = clock().getTime()
    const minute = minutes.get(tokenId)
    if (minute === undefined || now - minute.since >= minuteMs) {
      minutes.set(tokenId, { since: now, count: 1 })
      return
    }
    minute.count += 1
    if (minute.count <= most) return
    const seconds = Math.ceil((minute.since + minuteMs - now) / 1000)
    const told = message('programs.tooManyByToken', { count: most, seconds })
    throw new Problem('too_many_requests', told, { afterSeconds: seconds })
  }
}
