import { sql, type SqlBool } from 'kysely'

import { type MessageCounts, type MessageState, mostCounted } from '#contract/outbox'

import type { Db } from '../../platform/database/database.ts'
import { isSite } from '../../platform/database/is-site.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { OutboxMessageRow } from '../../platform/outbox/outbox-messages.ts'
import { permittedImages, type ImageRow } from '../images/queries.ts'

const undelivered = 'delivered_at is null'
const states = {
  waiting: `${undelivered} and cancelled_at is null and dead_at is null`,
  refused: `${undelivered} and cancelled_at is null and dead_at is not null`,
  delivered: 'delivered_at is not null',
  // Outdated until a later message has corrected it.
  outdated: `outdated_at is not null and not exists (
    select from outbox as later
    where later.image_id = outbox.image_id and later.kind = outbox.kind
      and later.id > outbox.id and later.delivered_at > outbox.outdated_at)`,
  cancelled: `${undelivered} and cancelled_at is not null`,
} as const satisfies Readonly<Record<MessageState, string>>

const orders = {
  waiting: sql`due_at`,
  refused: sql`dead_at desc`,
  delivered: sql`delivered_at desc`,
  outdated: sql`outdated_at desc`,
  cancelled: sql`cancelled_at desc`,
} as const satisfies Readonly<Record<MessageState, unknown>>

const mostListed = 200

/** Messages about the data of the actor's site; others, such as mails, belong to the installation. */
export function permittedMessages(db: Db, actor: Actor) {
  // One value for each message: PostgreSQL answers `exists` by first reading the images of all sites.
  const site = sql`(select dataset.site_id from image
    join dataset on dataset.id = image.dataset_id
    where image.id = outbox.image_id)`
  return db.selectFrom('outbox').where(isSite(site, actor.siteId))
}

/** The messages in a state: waiting ones by their next try, all others the latest first. */
export function listByState(
  db: Db,
  actor: Actor,
  state: MessageState,
): Promise<OutboxMessageRow[]> {
  return permittedMessages(db, actor)
    .selectAll()
    .where(sql.raw<SqlBool>(states[state]))
    .orderBy(orders[state])
    .orderBy('id', 'desc')
    .limit(mostListed)
    .execute()
}

const failing = `${states.waiting} and failure is not null`
const countOf = (condition: string) => sql<number>`count(*) filter (where ${sql.raw(condition)})`

/** How many messages there are in each state, up to {@link mostCounted}. */
export function countByState(db: Db, actor: Actor): Promise<MessageCounts> {
  /** In the order of the list, so that its index ends the count early. */
  const upToMost = (state: MessageState, condition: string = states[state]) => {
    const found = permittedMessages(db, actor)
      .where(sql.raw<SqlBool>(condition))
      .select('outbox.id')
      .orderBy(orders[state])
      .limit(mostCounted)
    return sql<number>`(select count(*) from ${found} as found)`
  }
  return db
    .selectNoFrom([
      upToMost('waiting').as('waiting'),
      upToMost('waiting', failing).as('failing'),
      upToMost('refused').as('refused'),
      upToMost('delivered').as('delivered'),
      upToMost('cancelled').as('cancelled'),
      upToMost('outdated').as('outdated'),
    ])
    .executeTakeFirstOrThrow()
}

/** Number of messages that were tried and did not arrive correctly. */
export function countUndeliveredMessages(
  db: Db,
  actor: Actor,
): Promise<Pick<MessageCounts, 'failing' | 'refused' | 'outdated'>> {
  return (
    permittedMessages(db, actor)
      .select([
        countOf(failing).as('failing'),
        countOf(states.refused).as('refused'),
        countOf(states.outdated).as('outdated'),
      ])
      // Skips delivered messages, the vast majority.
      .where(
        sql.raw<SqlBool>(`${states.waiting} or dead_at is not null or outdated_at is not null`),
      )
      .executeTakeFirstOrThrow()
  )
}

export type MessageImage = Pick<
  ImageRow,
  'id' | 'file_name' | 'patient_id' | 'patient_name' | 'patient_name_korean'
>

/** The images that messages are about, by their ids; deleted ones are missing. */
export async function findImagesOf(
  db: Db,
  actor: Actor,
  rows: readonly OutboxMessageRow[],
): Promise<Map<number, MessageImage>> {
  const ids = rows.map((row) => row.image_id).filter((id) => id !== null)
  if (ids.length === 0) return new Map()
  const images = await permittedImages(db, actor)
    .select(['id', 'file_name', 'patient_id', 'patient_name', 'patient_name_korean'])
    .where('id', 'in', ids)
    .execute()
  return new Map(images.map((image) => [image.id, image]))
}
