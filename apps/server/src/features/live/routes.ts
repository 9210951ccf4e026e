import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { getEvents, tellActivity } from '#contract/live'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { announce, type Announcement, type Live } from '../../platform/live/live.ts'
import { log } from '../../platform/log.ts'
import { visibleDatasets } from '../datasets/queries.ts'
import { presenceSeconds, visibleImages } from '../images/queries.ts'
import type { Sessions } from '../session/sessions.ts'
import { spendTime } from './annotating-time.ts'

interface LiveDeps {
  readonly db: Db
  readonly clock: Clock
  readonly live: Live
  readonly sessions: Sessions
}

const refreshMs = (presenceSeconds * 1000) / 3

export function liveRoutes(deps: LiveDeps): Route[] {
  return [
    serve(tellActivity, async ({ db, actor, body }) => {
      await spendTime(db, { imageId: body.image_id, userId: actor.id, at: deps.clock() })
      return { success: true } as const
    }),

    serve(getEvents, async ({ db, actor, query, sessionToken, concerns }) => {
      // One that was deleted while it is open is told of, and may come back: the stream is not refused.
      const image =
        query.image_id === undefined
          ? undefined
          : await visibleImages(db, actor)
              .select(['image.id', 'image.dataset_id'])
              .where('image.id', '=', query.image_id)
              .executeTakeFirst()
      if (image !== undefined)
        concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      return async ({ open, send, closed }) => {
        const end = new AbortController()
        const until = AbortSignal.any([closed, end.signal])
        let visible: ReadonlySet<number> = new Set()
        const endWithSession = async (): Promise<void> => {
          if (!(await deps.sessions.isAlive(sessionToken ?? ''))) end.abort()
        }
        const hear = async (announcement: Announcement): Promise<void> => {
          const before = visible
          if (changesMembership(announcement)) visible = await visibleIds(deps.db, actor)
          if (isAboutSessions(announcement)) await endWithSession()
          const concernsThem = [before, visible].some((ids) =>
            concernsActor(announcement, actor, ids),
          )
          if (concernsThem) send(announcement.event)
        }
        // Heard from before it is open, so that nothing gets lost between; one after the other, for
        // what follows a change of members is judged by the members after it.
        const begin = async (): Promise<void> => {
          visible = await visibleIds(deps.db, actor)
          open()
        }
        const opening = begin()
        let turn = opening
        deps.live.subscribe((announcement) => {
          turn = turn.then(() => hear(announcement)).catch(logFailure)
        }, until)
        await opening
        const streamId = randomUUID()
        if (image !== undefined) send({ type: 'stream', id: streamId })
        const presence =
          image === undefined ? undefined : await announcePresence(deps, actor, { image, streamId })
        await keepAlive(deps, sessionToken, { presence, until })
        end.abort()
        await presence?.leave()
      }
    }),
  ]
}

/** Until the reader goes, or its session has ended. */
async function keepAlive(
  deps: LiveDeps,
  token: string | undefined,
  { presence, until }: { presence: Presence | undefined; until: AbortSignal },
): Promise<void> {
  while (!until.aborted && (await deps.sessions.isAlive(token ?? ''))) {
    await presence?.refresh()
    await sleep(refreshMs, undefined, { signal: until }).catch(() => undefined)
  }
}

async function visibleIds(db: Db, actor: Actor): Promise<ReadonlySet<number>> {
  const rows = await visibleDatasets(db, actor).select('dataset.id').execute()
  return new Set(rows.map((row) => row.id))
}

function logFailure(error: unknown): void {
  log.error('live announcement', error)
}

/** Who hears of it are those who saw the dataset before, and those who see it now. */
function changesMembership({ event }: Announcement): boolean {
  if (!('type' in event) || event.type !== 'dataset' || !('change' in event)) return false
  return event.change === 'members' || event.change === 'deleted'
}

function isAboutSessions({ event }: Announcement): boolean {
  return 'type' in event && event.type === 'session'
}

function concernsActor(
  { audience }: Announcement,
  actor: Actor,
  visible: ReadonlySet<number>,
): boolean {
  if (audience === 'everybody') return true
  return 'userId' in audience ? audience.userId === actor.id : visible.has(audience.datasetId)
}

interface Presence {
  refresh(): Promise<void>
  leave(): Promise<void>
}

/** Tells the others who has the image open, for as long as the stream lives. */
async function announcePresence(
  { db, clock }: LiveDeps,
  actor: Actor,
  { image, streamId }: { image: { id: number; dataset_id: number }; streamId: string },
): Promise<Presence> {
  const tell = async (): Promise<void> => {
    const rows = await db
      .selectFrom('presence')
      .select(['stream_id as id', 'username'])
      .where('image_id', '=', image.id)
      .where('seen_at', '>', new Date(clock().getTime() - presenceSeconds * 1000))
      .orderBy('username')
      .orderBy('id')
      .execute()
    const byName = Map.groupBy(rows, ({ username }) => username)
    const usernames = [...byName.keys()]
    const streams = [...byName.values()].filter(({ length }) => length > 1).flat()
    await announce(
      db,
      { datasetId: image.dataset_id },
      { type: 'presence', image_id: image.id, usernames, streams },
    )
  }
  const openedAt = clock()
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
    async leave() {
      await spendTime(db, { imageId: image.id, userId: actor.id, at: clock() })
      await db.deleteFrom('presence').where('stream_id', '=', streamId).execute()
      await tell()
    },
  }
}
