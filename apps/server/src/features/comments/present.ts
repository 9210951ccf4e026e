import type { Pin, Thread } from '#contract/comments'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { listThreadRows, type ListedComment, type ListedThread } from './queries.ts'

/** The threads of an image, as the actor sees them. */
export async function presentThreadsOf(db: Db, actor: Actor, imageId: number): Promise<Thread[]> {
  const { threads, comments } = await listThreadRows(db, actor, { imageId })
  const byThread = Map.groupBy(comments, (comment) => comment.thread_id)
  return threads.map((thread) => presentThread(thread, byThread.get(thread.id) ?? [], actor))
}

/** A thread that exists, as the actor sees it. */
export async function presentThreadOf(db: Db, actor: Actor, id: number): Promise<Thread> {
  const { threads, comments } = await listThreadRows(db, actor, { id })
  const [thread] = threads
  if (thread === undefined) throw new Error(`There is no thread ${id}.`)
  return presentThread(thread, comments, actor)
}

function presentThread(
  thread: ListedThread,
  comments: readonly ListedComment[],
  actor: Actor,
): Thread {
  const { id, image_id, resolver, resolved_at: resolvedAt, is_unread } = thread
  return {
    id,
    image_id,
    pin: presentPin(thread),
    resolved:
      resolvedAt === null ? null : { by: presentPerson(resolver), at: resolvedAt.toISOString() },
    is_unread,
    comments: comments.map((comment) => presentComment(comment, actor)),
  }
}

function presentPin({ pin, x, y, annotation_id: id, has_annotation }: ListedThread): Pin {
  if (pin === 'place' && x !== null && y !== null) return { kind: pin, x, y }
  if (pin === 'annotation') return { kind: pin, annotation_id: has_annotation ? id : null }
  return { kind: 'image' }
}

function presentComment(comment: ListedComment, actor: Actor): Thread['comments'][number] {
  const isDeleted = comment.deleted_at !== null
  return {
    id: comment.id,
    author: presentPerson(comment),
    is_own: !isDeleted && comment.author_id === actor.id,
    text: comment.text,
    is_deleted: isDeleted,
    at: comment.at.toISOString(),
    edited_at: comment.edited_at?.toISOString() ?? null,
    mentions: comment.mentions,
  }
}

/** Without names: of a server without login. */
export function presentPerson(
  person: { readonly username: string | null; readonly name: string | null } | null,
) {
  return { username: person?.username ?? '', name: person?.name ?? '' }
}
