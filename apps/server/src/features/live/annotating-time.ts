import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** A longer pause does not count: the user has left the tab open. */
const longestPauseSeconds = 60

interface Sign {
  readonly imageId: number
  readonly userId: number | null
  readonly at: Date
}

/**
 * Records a user's activity on an open image. Rule for the annotating time: opening an image,
 * pointer and keys on it (reported by the page), and leaving it are signs of activity. The time
 * between two of them counts, unless it is longer than a minute. Activity on an image in two tabs
 * counts once.
 */
export async function spendTime(db: Db, { imageId, userId, at }: Sign): Promise<void> {
  await sql`
    with open as (
      select stream_id, active_at from presence
      where image_id = ${imageId} and user_id is not distinct from ${userId}::integer
      order by stream_id
      for update),
    active as (
      update presence set active_at = ${at}::timestamptz from open
      where presence.stream_id = open.stream_id),
    pause as (select ${at}::timestamptz - max(active_at) as length from open)
    update image set annotating_ms = annotating_ms + 1000 * extract(epoch from length)
    from pause
    where id = ${imageId} and length > interval '0'
      and length <= make_interval(secs => ${longestPauseSeconds})`.execute(db)
}
