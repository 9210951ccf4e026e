import { sql } from 'kysely'

import type { NewPin } from '#contract/comments'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'
import { announce } from '../../platform/live/live.ts'
import type { ImageRow } from '../images/queries.ts'
import { findEarlierAttempt, type CommentRow, type ThreadRow } from './queries.ts'
import { announceNotices, tellPeople, type TellDeps } from './tell-people.ts'

interface Written {
  readonly comment: string
  readonly save_id: string
}

/**
 * Keeps the first comment of a new thread once, even if the same attempt is sent several times.
 * @returns the id of its thread
 * @throws {Problem} not_found if the image has no such annotation
 */
export async function beginThreadOn(
  db: Db,
  deps: TellDeps,
  said: Written & { readonly actor: Actor; readonly image: ImageRow; readonly pin: NewPin },
): Promise<number> {
  const { image, pin } = said
  // Attempts at the same comment come one after another.
  await db
    .selectFrom('image')
    .select('id')
    .where('id', '=', image.id)
    .forNoKeyUpdate()
    .executeTakeFirst()
  const earlier = await findEarlierAttempt(db, image.id, said.save_id)
  if (earlier !== undefined) return earlier
  if (pin.kind === 'annotation') await refuseForeign(db, image.id, pin.annotation_id)
  const { id } = await db
    .insertInto('comment_thread')
    .values({
      image_id: image.id,
      pin: pin.kind,
      x: pin.kind === 'place' ? Math.min(pin.x, image.width) : null,
      y: pin.kind === 'place' ? Math.min(pin.y, image.height) : null,
      annotation_id: pin.kind === 'annotation' ? pin.annotation_id : null,
      resolved_by: null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const thread = { id, image_id: image.id, dataset_id: image.dataset_id }
  await addComment(db, deps, { ...said, thread })
  return id
}

async function refuseForeign(db: Db, imageId: number, annotationId: number): Promise<void> {
  const annotation = await db
    .selectFrom('annotation')
    .select('id')
    .where('id', '=', annotationId)
    .where('image_id', '=', imageId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (annotation === undefined) throw notFound('annotation')
}

type Place = Pick<ThreadRow, 'id' | 'image_id' | 'dataset_id'>

/** Keeps a further comment of a locked thread once, even if the same attempt is sent several times. */
export async function answerIn(
  db: Db,
  deps: TellDeps,
  said: Written & { readonly actor: Actor; readonly thread: Place },
): Promise<void> {
  const earlier = await findEarlierAttempt(db, said.thread.image_id, said.save_id)
  if (earlier === undefined) await addComment(db, deps, said)
}

async function addComment(
  db: Db,
  deps: TellDeps,
  { actor, thread, ...written }: Written & { readonly actor: Actor; readonly thread: Place },
): Promise<void> {
  const { id } = await db
    .insertInto('image_comment')
    .values({
      thread_id: thread.id,
      image_id: thread.image_id,
      author_id: actor.id,
      text: written.comment,
      at: deps.clock(),
      save_id: written.save_id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await tellPeople(db, deps, { actor, thread, comment: { id, text: written.comment } })
  await announceComments(db, thread)
}

/** Replaces the text; tells people whom only the new text mentions. */
export async function changeText(
  db: Db,
  deps: TellDeps,
  said: { actor: Actor; thread: Place; comment: Pick<CommentRow, 'id'>; text: string },
): Promise<void> {
  const { thread, comment, text, actor } = said
  await db
    .updateTable('image_comment')
    .set({ text, edited_at: deps.clock() })
    .where('id', '=', comment.id)
    .execute()
  await tellPeople(db, deps, { actor, thread, comment: { id: comment.id, text } })
  await announceComments(db, thread)
}

/** Deletes a comment. Its place stays while later ones follow, and the thread while it has any. */
export async function removeComment(
  db: Db,
  { clock }: Pick<TellDeps, 'clock'>,
  { thread, comment }: { thread: Place; comment: Pick<CommentRow, 'id'> },
): Promise<void> {
  await db
    .updateTable('image_comment')
    .set({ text: '', deleted_at: clock() })
    .where('id', '=', comment.id)
    .execute()
  const concerned = await db
    .deleteFrom('comment_notice')
    .where('comment_id', '=', comment.id)
    .returning('user_id')
    .execute()
  for (const { user_id: userId } of concerned) await announceNotices(db, userId)
  await sql`
    delete from image_comment where thread_id = ${thread.id} and id > coalesce(
      (select max(id) from image_comment where thread_id = ${thread.id} and deleted_at is null),
      0)`.execute(db)
  await sql`
    delete from comment_thread where id = ${thread.id}
      and not exists (select from image_comment where thread_id = ${thread.id})`.execute(db)
  await announceComments(db, thread)
}

/** Marks a locked thread as resolved or open. */
export async function settle(
  db: Db,
  { actor, thread, at }: { actor: Actor; thread: ThreadRow; at: Date | null },
): Promise<void> {
  if ((thread.resolved_at === null) === (at === null)) return
  await db
    .updateTable('comment_thread')
    .set({ resolved_at: at, resolved_by: at === null ? null : actor.id })
    .where('id', '=', thread.id)
    .execute()
  await announceComments(db, thread)
}

async function announceComments(db: Db, { image_id, dataset_id: datasetId }: Place): Promise<void> {
  await announce(db, { datasetId }, { type: 'comments', image_id })
}
