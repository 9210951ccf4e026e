import { sql, type Selectable } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'
import { orRefuse } from '../datasets/queries.ts'
import { permittedImages } from '../images/queries.ts'
import { refuseLocked } from '../images/reading-lock.ts'

export type CommentRow = Selectable<Schema['image_comment']>

/** A thread, with the dataset of its image. */
export type ThreadRow = Selectable<Schema['comment_thread']> & { readonly dataset_id: number }

interface Named {
  readonly username: string | null
  readonly name: string | null
}

export type ListedThread = Selectable<Schema['comment_thread']> & {
  /** Whether it is about an annotation that still exists. */
  readonly has_annotation: boolean
  readonly resolver: Named | null
  readonly is_unread: boolean
}

export type ListedComment = CommentRow &
  Named & {
    readonly mentions: string[]
  }

function permittedThreads(db: Db, actor: Actor) {
  return permittedImages(db, actor)
    .innerJoin('comment_thread', 'comment_thread.image_id', 'image.id')
    .selectAll('comment_thread')
    .select('image.dataset_id')
}

/**
 * The thread, locked until the transaction ends.
 * @throws {Problem} missing_right, or not_found, also if the actor may not see the image's dataset;
 * not_possible_now if an assignment locks the image
 */
export async function lockThread(db: Db, actor: Actor, id: number): Promise<ThreadRow> {
  const thread = await orRefuse(actor, 'thread', (by) =>
    permittedThreads(db, by)
      .where('comment_thread.id', '=', id)
      .forUpdate('comment_thread')
      .executeTakeFirst(),
  )
  await refuseLocked(db, actor, thread.image_id)
  return thread
}

/**
 * The actor's own comment, and its thread, locked until the transaction ends.
 * @throws {Problem} missing_right, or not_found, also if it is somebody else's or deleted;
 * not_possible_now if an assignment locks the image
 */
export async function lockOwnComment(
  db: Db,
  actor: Actor,
  id: number,
): Promise<{ thread: ThreadRow; comment: CommentRow }> {
  const thread = await orRefuse(actor, 'comment', (by) =>
    permittedThreads(db, by)
      .where('comment_thread.id', 'in', (eb) =>
        eb
          .selectFrom('image_comment')
          .select('image_comment.thread_id')
          .where('image_comment.id', '=', id),
      )
      .forUpdate('comment_thread')
      .executeTakeFirst(),
  )
  await refuseLocked(db, actor, thread.image_id)
  const comment = await db
    .selectFrom('image_comment')
    .selectAll()
    .where('id', '=', id)
    .where('author_id', 'is not distinct from', actor.id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (comment === undefined) throw notFound('comment')
  return { thread, comment }
}

/** The thread of the comment that an earlier attempt with the same id kept, if its answer was lost. */
export async function findEarlierAttempt(
  db: Db,
  imageId: number,
  saveId: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('image_comment')
    .select('thread_id')
    .where('image_id', '=', imageId)
    .where('save_id', '=', saveId)
    .executeTakeFirst()
  return row?.thread_id
}

/** Threads in the order of their ids, for a reader: those of an image, or a single one. */
export async function listThreadRows(
  db: Db,
  { id: readerId }: Pick<Actor, 'id'>,
  which: { readonly imageId: number } | { readonly id: number },
): Promise<{ threads: ListedThread[]; comments: ListedComment[] }> {
  const threads = await db
    .selectFrom('comment_thread')
    .leftJoin('app_user', 'app_user.id', 'comment_thread.resolved_by')
    .selectAll('comment_thread')
    .select((eb) => [
      eb
        .exists(
          eb
            .selectFrom('annotation')
            .select('annotation.id')
            .whereRef('annotation.id', '=', 'comment_thread.annotation_id')
            .where('annotation.deleted_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('has_annotation'),
      eb
        .exists(
          eb
            .selectFrom('comment_notice as notice')
            .innerJoin('image_comment as told', 'told.id', 'notice.comment_id')
            .select('notice.comment_id')
            .whereRef('told.thread_id', '=', 'comment_thread.id')
            .where('notice.user_id', '=', readerId)
            .where('notice.read_at', 'is', null),
        )
        .$castTo<boolean>()
        .as('is_unread'),
      sql<Named | null>`case when comment_thread.resolved_at is not null then
        jsonb_build_object('username', app_user.username, 'name', app_user.name) end`.as(
        'resolver',
      ),
    ])
    .$if('imageId' in which, (q) =>
      q.where('comment_thread.image_id', '=', 'imageId' in which ? which.imageId : 0),
    )
    .$if('id' in which, (q) => q.where('comment_thread.id', '=', 'id' in which ? which.id : 0))
    .orderBy('comment_thread.id')
    .execute()
  return { threads, comments: await listComments(db, threads) }
}

async function listComments(
  db: Db,
  threads: readonly { readonly id: number }[],
): Promise<ListedComment[]> {
  if (threads.length === 0) return []
  return db
    .selectFrom('image_comment')
    .leftJoin('app_user', 'app_user.id', 'image_comment.author_id')
    .selectAll('image_comment')
    .select([
      'app_user.username',
      'app_user.name',
      sql<string[]>`array(
        select mentioned.username from comment_notice as notice
        join app_user as mentioned on mentioned.id = notice.user_id
        where notice.comment_id = image_comment.id and notice.reason = 'mention'
        order by mentioned.username)`.as('mentions'),
    ])
    .where(
      'image_comment.thread_id',
      'in',
      threads.map(({ id }) => id),
    )
    .orderBy('image_comment.id')
    .execute()
}
