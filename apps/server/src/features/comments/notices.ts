import type { CommentNotice } from '#contract/comments'

import type { Db } from '../../platform/database/database.ts'
import { needing, type Actor } from '../../platform/http/actor.ts'
import { permittedImages } from '../images/queries.ts'
import { presentPerson } from './present.ts'

const most = 100
/** How many notices are looked at: older ones are neither listed nor counted. */
const mostRecent = 1000

/** Recent comments that concern the actor, on images that they may still see. */
function noticesOf(db: Db, actor: Actor, { unread }: { unread: boolean } = { unread: false }) {
  const recent = db
    .selectFrom('comment_notice')
    .selectAll()
    .where('user_id', '=', actor.id)
    .$if(unread, (q) => q.where('read_at', 'is', null))
    .orderBy('comment_id', 'desc')
    .limit(mostRecent)
  return permittedImages(db, needing(actor, 'view')).innerJoin(
    recent.as('comment_notice'),
    'comment_notice.image_id',
    'image.id',
  )
}

export async function countUnread(db: Db, actor: Actor): Promise<number> {
  const { unread } = await noticesOf(db, actor, { unread: true })
    .select((eb) => eb.fn.countAll<number>().as('unread'))
    .executeTakeFirstOrThrow()
  return unread
}

/** The newest first. */
export async function listNotices(db: Db, actor: Actor): Promise<CommentNotice[]> {
  const rows = await noticesOf(db, actor)
    .innerJoin('image_comment', 'image_comment.id', 'comment_notice.comment_id')
    .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
    .leftJoin('app_user as author', 'author.id', 'image_comment.author_id')
    .select([
      'comment_notice.comment_id',
      'comment_notice.reason',
      'comment_notice.read_at',
      'image_comment.thread_id',
      'image_comment.text',
      'image_comment.at',
      'image.id as image_id',
      'image.file_name',
      'dataset.id as dataset_id',
      'dataset.name as dataset_name',
      'author.username',
      'author.name',
    ])
    .orderBy('comment_notice.comment_id', 'desc')
    .limit(most)
    .execute()
  return rows.map((row) => ({
    comment_id: row.comment_id,
    thread_id: row.thread_id,
    reason: row.reason,
    image: { id: row.image_id, file_name: row.file_name },
    dataset: { id: row.dataset_id, name: row.dataset_name },
    author: presentPerson(row),
    text: row.text,
    at: row.at.toISOString(),
    is_read: row.read_at !== null,
  }))
}

/** @param threadId null for all threads */
export async function markRead(
  db: Db,
  actor: Actor,
  { threadId, at }: { readonly threadId: number | null; readonly at: Date },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('comment_notice')
    .set({ read_at: at })
    .where('user_id', '=', actor.id)
    .where('read_at', 'is', null)
    .$if(threadId !== null, (q) =>
      q.where('comment_id', 'in', (eb) =>
        eb.selectFrom('image_comment').select('image_comment.id').where('thread_id', '=', threadId),
      ),
    )
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
