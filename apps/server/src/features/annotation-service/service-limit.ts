import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'

/** Services may be slow and cost the operator money; nobody reviews more pictures than this. */
const mostPerMinute = 20
const minuteMs = 60_000

/**
 * Counts each user's requests to annotation services in this server process. The function throws a
 * Problem too_many_attempts if a user exceeds the limit.
 */
export function openServiceLimit(clock: Clock): (actor: Actor) => void {
  const asked = new Map<number | null, number[]>()
  return ({ id }) => {
    const now = clock().getTime()
    const recent = (asked.get(id) ?? []).filter((time) => time > now - minuteMs)
    asked.set(id, recent)
    const [first = now] = recent
    if (recent.length >= mostPerMinute) {
      const seconds = Math.ceil((first + minuteMs - now) / 1000)
      throw new Problem(
        'too_many_attempts',
        message('service.tooOften', { most: mostPerMinute, seconds }),
      )
    }
    recent.push(now)
  }
}
