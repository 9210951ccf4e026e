import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'

import { getEvents, tellActivity, type LiveEvent } from '#contract/live'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Announcement, Live } from '../../platform/live/live.ts'
import { log } from '../../platform/log.ts'
import { permittedDatasets } from '../datasets/queries.ts'
import { presenceSeconds, permittedImages } from '../images/queries.ts'
import type { Sessions } from '../session/sessions.ts'
import { spendTime } from './annotating-time.ts'
import { countStreams } from './count-streams.ts'
import { announcePresence, openPresence, type Presence } from './presence.ts'

interface LiveDeps {
  readonly db: Db
  readonly clock: Clock
  readonly live: Live
  readonly sessions: Sessions
}

const reload: LiveEvent = { type: 'reload' }

const refreshMs = (presenceSeconds * 1000) / 3

/** How many recent events a new stream repeats: after more, its reader does better to fetch everything. */
const mostRecent = 100

export function liveRoutes(deps: LiveDeps): Route[] {
  const streams = countStreams()
  const present = openPresence(deps)
  return [
    serve(tellActivity, async ({ db, actor, body }) => {
      await spendTime(db, { imageId: body.image_id, userId: actor.id, at: deps.clock() })
      return { success: true } as const
    }),

    serve(getEvents, async ({ db, actor, address, query, sessionToken, lastEventId, concerns }) => {
      // An image that was deleted while open is announced and may be restored: do not refuse the stream.
      const image =
        query.image_id === undefined
          ? undefined
          : await permittedImages(db, actor)
              .select(['image.id', 'image.dataset_id'])
              .where('image.id', '=', query.image_id)
              .executeTakeFirst()
      if (image !== undefined)
        concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      const close = streams.open(actor.id ?? address, image?.id)
      return async ({ open, send, mark, closed }) => {
        const end = new AbortController()
        const until = AbortSignal.any([closed, end.signal])
        let visible: ReadonlySet<number> = new Set()
        const isSignedIn = () =>
          actor.token === undefined
            ? deps.sessions.isAlive(sessionToken ?? '')
            : deps.sessions.isTokenAlive(actor.token.id)
        const endWithSession = async (): Promise<void> => {
          if (!(await isSignedIn())) end.abort()
        }
        const hear = async (announcement: Announcement): Promise<void> => {
          if (until.aborted) return
          const before = visible
          if (changesMembership(announcement)) visible = await visibleIds(deps.db, actor)
          if (isAboutSessions(announcement)) await endWithSession()
          const concernsThem = [before, visible].some((ids) =>
            concernsActor(announcement, actor, ids),
          )
          if (concernsThem) send(await present.fill(announcement), announcement.position)
        }
        // Subscribe before opening the stream, so that nothing is lost in between. Handle announcements one
        // after another, because those after a change of members are judged by the new members.
        const from = deps.live.position()
        const missed = missedBy(deps.live, lastEventId, query.recent_ms)
        const begin = async (): Promise<void> => {
          visible = await visibleIds(deps.db, actor)
          open()
          const told = missed?.filter(
            (each) => !isPresence(each) && concernsActor(each, actor, visible),
          )
          const isTooMuch = lastEventId === undefined && (told?.length ?? 0) > mostRecent
          if (told === undefined || isTooMuch) send(reload)
          else for (const announcement of told) await hear(announcement)
          mark(from)
        }
        const opening = begin()
        let turn = opening
        // Marked after what was announced before, so that nothing is skipped.
        const markLater = (): void => {
          const position = deps.live.position()
          turn = turn.then(() => mark(position)).catch(logFailure)
        }
        deps.live.subscribe(
          {
            hear(announcement) {
              turn = turn.then(() => hear(announcement)).catch(logFailure)
            },
            // The reader connects again, and then fetches everything.
            miss: () => end.abort(),
          },
          until,
        )
        try {
          await opening
          const streamId = randomUUID()
          if (image === undefined) return await keepAlive(isSignedIn, { until, markLater })
          send({ type: 'stream', id: streamId })
          await using presence = await announcePresence(deps, actor, { image, streamId })
          await keepAlive(isSignedIn, { presence, until, markLater })
        } finally {
          end.abort()
          close()
        }
      }
    }),
  ]
}

/** The announcements that the reader of a new stream has missed; undefined if nobody knows all of them. */
function missedBy(
  live: Live,
  lastEventId: string | undefined,
  recentMs: number | undefined,
): readonly Announcement[] | undefined {
  if (lastEventId !== undefined) return live.since(lastEventId)
  return recentMs === undefined ? [] : live.within(recentMs)
}

interface KeptStream {
  readonly presence?: Presence
  readonly until: AbortSignal
  readonly markLater: () => void
}

/** Until the reader disconnects, or has been signed out. */
async function keepAlive(
  isSignedIn: () => Promise<boolean>,
  { presence, until, markLater }: KeptStream,
): Promise<void> {
  while (!until.aborted && (await isSignedIn())) {
    await presence?.refresh()
    markLater()
    await sleep(refreshMs, undefined, { signal: until }).catch(() => undefined)
  }
}

async function visibleIds(db: Db, actor: Actor): Promise<ReadonlySet<number>> {
  const rows = await permittedDatasets(db, actor).select('dataset.id').execute()
  return new Set(rows.map((row) => row.id))
}

/** Who is there now is told anyway. */
function isPresence({ event }: Announcement): boolean {
  return 'type' in event && event.type === 'presence'
}

function logFailure(error: unknown): void {
  log.error('live announcement', error)
}

/** Notifies both those who saw the dataset before and those who see it now. */
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
  if (typeof audience === 'string') return audience === 'everybody'
  return 'userId' in audience ? audience.userId === actor.id : visible.has(audience.datasetId)
}
