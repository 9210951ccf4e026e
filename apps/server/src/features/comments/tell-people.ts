import { mostMentions, namesMentioned } from '#contract/comments'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { announce } from '../../platform/live/live.ts'
import { postNotice, type NoticeDeps } from '../users/mail-notice.ts'
import { maySee } from '../users/may-see.ts'
import type { ThreadRow } from './queries.ts'

export type TellDeps = NoticeDeps

/** One mail stands for all mentions of a person in a thread within this time. */
const togetherMs = 5 * 60_000

type Reason = 'mention' | 'answer'

interface Said {
  readonly actor: Actor
  readonly thread: Pick<ThreadRow, 'id' | 'image_id' | 'dataset_id'>
  readonly comment: { readonly id: number; readonly text: string }
}

/**
 * Keeps whom a new or changed comment concerns: the people whom it mentions, and the earlier authors
 * of its thread, if they may see the dataset. Tells those who were not told of it before.
 */
export async function tellPeople(db: Db, deps: TellDeps, said: Said): Promise<void> {
  const { thread, comment } = said
  const concerned = await whomItConcerns(db, said)
  const told = await db
    .selectFrom('comment_notice')
    .select(['user_id', 'reason'])
    .where('comment_id', '=', comment.id)
    .execute()
  const before = new Map(told.map(({ user_id: userId, reason }) => [userId, reason]))
  for (const userId of before.keys()) {
    if (!concerned.has(userId)) await forget(db, comment.id, userId)
  }
  for (const [userId, reason] of concerned) {
    if (before.get(userId) === reason) continue
    await db
      .insertInto('comment_notice')
      .values({ comment_id: comment.id, user_id: userId, image_id: thread.image_id, reason })
      .onConflict((conflict) => conflict.columns(['comment_id', 'user_id']).doUpdateSet({ reason }))
      .execute()
    await announceNotices(db, userId)
    if (reason === 'mention') await mail(db, deps, { thread, userId })
  }
}

/** Tells all pages of a user that what concerns them has changed. */
export async function announceNotices(db: Db, userId: number): Promise<void> {
  await announce(db, { userId }, { type: 'notices' })
}

async function forget(db: Db, commentId: number, userId: number): Promise<void> {
  await db
    .deleteFrom('comment_notice')
    .where('comment_id', '=', commentId)
    .where('user_id', '=', userId)
    .execute()
  await announceNotices(db, userId)
}

/** Why the comment concerns each user, by their ids; its author is not among them. */
async function whomItConcerns(
  db: Db,
  { actor, thread, comment }: Said,
): Promise<ReadonlyMap<number, Reason>> {
  const authors = await authorsBefore(db, thread.id, comment.id)
  const mentioned = await mentionedUsers(db, comment.text)
  const reasons = new Map<number, Reason>([
    ...authors.map((id) => [id, 'answer'] as const),
    ...mentioned.map((id) => [id, 'mention'] as const),
  ])
  for (const userId of reasons.keys()) {
    const isTold =
      userId !== actor.id && (await maySee(db, { userId, datasetId: thread.dataset_id }))
    if (!isTold) reasons.delete(userId)
  }
  return reasons
}

async function authorsBefore(db: Db, threadId: number, commentId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('image_comment')
    .select('author_id')
    .distinct()
    .where('thread_id', '=', threadId)
    .where('id', '<', commentId)
    .where('deleted_at', 'is', null)
    .execute()
  return rows.flatMap(({ author_id: id }) => id ?? [])
}

async function mentionedUsers(db: Db, text: string): Promise<number[]> {
  const names = namesMentioned(text)
  if (names.length === 0) return []
  const rows = await db
    .selectFrom('app_user')
    .select('id')
    .where('deleted_at', 'is', null)
    .where((eb) => eb(eb.fn<string>('lower', ['username']), 'in', names))
    .orderBy('id')
    .limit(mostMentions)
    .execute()
  return rows.map(({ id }) => id)
}

async function mail(
  db: Db,
  deps: TellDeps,
  { thread, userId }: { thread: Said['thread']; userId: number },
): Promise<void> {
  const slot = Math.ceil((deps.clock().getTime() + 1) / togetherMs)
  await postNotice(
    db,
    deps,
    {
      kind: 'mentioned',
      datasetId: thread.dataset_id,
      imageId: thread.image_id,
      threadId: thread.id,
    },
    {
      userId,
      event: `mentioned-${thread.id}-${userId}-${slot}`,
      notBefore: new Date(slot * togetherMs),
    },
  )
}
