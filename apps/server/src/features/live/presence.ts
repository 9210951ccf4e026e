import type { LiveEvent } from '#contract/live'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { announce, type Announcement } from '../../platform/live/live.ts'
import { presenceSeconds } from '../images/queries.ts'
import { spendTime } from './annotating-time.ts'

interface PresenceDeps {
  readonly db: Db
  readonly clock: Clock
}

/**
 * Someone came or left; the current list is in the database, because it does not fit in a
 * notification.
 */
interface PresenceChange {
  readonly type: 'presence'
  readonly image_id: number
}

function isPresenceChange(event: object): event is PresenceChange {
  return 'type' in event && event.type === 'presence'
}

/**
 * Turns announcements into events: the users of an image are read once for all streams of a
 * process.
 */
export function openPresence({ db, clock }: PresenceDeps) {
  const read = new WeakMap<Announcement, Promise<LiveEvent>>()
  return {
    async fill(announcement: Announcement): Promise<object> {
      const { event } = announcement
      if (!isPresenceChange(event)) return event
      const found = read.get(announcement) ?? whoIsThere({ db, clock }, event.image_id)
      read.set(announcement, found)
      return found
    },
  }
}

function sinceWhen(clock: Clock): Date {
  return new Date(clock().getTime() - presenceSeconds * 1000)
}

async function whoIsThere({ db, clock }: PresenceDeps, imageId: number): Promise<LiveEvent> {
  const rows = await db
    .selectFrom('presence')
    .select(['stream_id as id', 'username'])
    .where('image_id', '=', imageId)
    .where('seen_at', '>', sinceWhen(clock))
    .orderBy('username')
    .orderBy('id')
    .execute()
  const byName = Map.groupBy(rows, ({ username }) => username)
  return {
    type: 'presence',
    image_id: imageId,
    usernames: [...byName.keys()],
    streams: [...byName.values()].filter(({ length }) => length > 1).flat(),
  }
}

export interface Presence extends AsyncDisposable {
  /** Call more often than every {@link presenceSeconds}. */
  refresh(): Promise<void>
}

/** Announces the user as present on the image until it is disposed of. */
export async function announcePresence(
  { db, clock }: PresenceDeps,
  actor: Actor,
  { image, streamId }: { image: { id: number; dataset_id: number }; streamId: string },
): Promise<Presence> {
  const tell = (): Promise<void> =>
    announce(db, { datasetId: image.dataset_id }, { type: 'presence', image_id: image.id })
  const openedAt = clock()
  // Rows of processes that were killed.
  await db.deleteFrom('presence').where('seen_at', '<', sinceWhen(clock)).execute()
  await db
    .insertInto('presence')
    .values({
      stream_id: streamId,
      image_id: image.id,
      user_id: actor.id,
      username: actor.username,
      seen_at: openedAt,
      active_at: openedAt,
    })
    .execute()
  await tell()
  return {
    async refresh() {
      await db
        .updateTable('presence')
        .set({ seen_at: clock() })
        .where('stream_id', '=', streamId)
        .execute()
    },
    async [Symbol.asyncDispose]() {
      await spendTime(db, { imageId: image.id, userId: actor.id, at: clock() })
      await db.deleteFrom('presence').where('stream_id', '=', streamId).execute()
      await tell()
    },
  }
}
