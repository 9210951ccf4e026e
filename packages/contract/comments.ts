import { z } from 'zod'

import { endpoint } from './endpoint.ts'
import { Id, idParams, Instant, Success } from './primitives.ts'

const mostSigns = 2000

/** Maximum people whom one comment mentions. */
export const mostMentions = 20

/** The names of the accounts that a text may mention, in lower case: `@kim` names kim. */
export function namesMentioned(text: string): string[] {
  const names = [...text.matchAll(/(?<![\w.@-])@([\w.-]+)/g)].flatMap(([, name = '']) => [
    name,
    // A sentence may end behind a name, and a name in a full stop.
    name.replace(/[.-]+$/, ''),
  ])
  return [...new Set(names.map((name) => name.toLowerCase()))]
}

const coordinate = z.number().min(0).max(1e6)

const Place = z.strictObject({ kind: z.literal('place'), x: coordinate, y: coordinate })
const Whole = z.strictObject({ kind: z.literal('image') })

/** What a thread is about: the image, a place on it in image pixels, or an annotation. */
export const NewPin = z.discriminatedUnion('kind', [
  Whole,
  Place,
  z.strictObject({ kind: z.literal('annotation'), annotation_id: Id }),
])
export type NewPin = z.infer<typeof NewPin>

const Pin = z.discriminatedUnion('kind', [
  Whole,
  Place,
  /** Null: the annotation was deleted. */
  z.strictObject({ kind: z.literal('annotation'), annotation_id: Id.nullable() }),
])
export type Pin = z.infer<typeof Pin>

const Person = z.object({ username: z.string(), name: z.string() })

const Comment = z.object({
  id: Id,
  author: Person,
  /** Whether the caller wrote it, and may change it. */
  is_own: z.boolean(),
  /** '' if it was deleted; it stays in its thread because later ones follow. */
  text: z.string(),
  is_deleted: z.boolean(),
  at: Instant,
  edited_at: Instant.nullable(),
  /** The usernames in the text of people who were told. */
  mentions: z.array(z.string()),
})
export type Comment = z.infer<typeof Comment>

/** Comments that answer one another, the oldest first. */
export const Thread = z.object({
  id: Id,
  image_id: Id,
  pin: Pin,
  /** Who settled it, and when; null while it is open. */
  resolved: z.object({ by: Person, at: Instant }).nullable(),
  /** Whether a comment in it mentions or answers the caller, who has not read it. */
  is_unread: z.boolean(),
  comments: z.array(Comment),
})
export type Thread = z.infer<typeof Thread>

const CommentText = z.string().trim().min(1).max(mostSigns)

/** Names one attempt to send a comment: sent again with the same id, it is kept once. */
const SaveId = z.uuid()

export const listThreads = endpoint({
  method: 'GET',
  path: '/api/image/:id/comments',
  summary: 'The threads of comments on an image, the oldest first',
  access: 'view',
  params: idParams,
  response: z.array(Thread),
})

export const beginThread = endpoint({
  method: 'POST',
  path: '/api/image/:id/comments',
  summary: 'Comment on an image, a place on it or an annotation; mentioned people are told',
  access: 'annotate',
  params: idParams,
  body: z.strictObject({ pin: NewPin, comment: CommentText, save_id: SaveId }),
  status: 201,
  response: Thread,
})

export const answerThread = endpoint({
  method: 'POST',
  path: '/api/thread/:id',
  summary: 'Answer in a thread; mentioned people and its earlier authors are told',
  access: 'annotate',
  params: idParams,
  body: z.strictObject({ comment: CommentText, save_id: SaveId }),
  status: 201,
  response: Thread,
})

export const settleThread = endpoint({
  method: 'PUT',
  path: '/api/thread/:id',
  summary: 'Mark a thread as resolved, or open it again',
  access: 'annotate',
  params: idParams,
  body: z.strictObject({ resolved: z.boolean() }),
  response: Thread,
})

export const changeComment = endpoint({
  method: 'PATCH',
  path: '/api/comment/:id',
  summary: 'Change the text of an own comment',
  access: 'annotate',
  params: idParams,
  body: z.strictObject({ comment: CommentText }),
  response: Thread,
})

export const deleteComment = endpoint({
  method: 'DELETE',
  path: '/api/comment/:id',
  summary: 'Delete an own comment; if later ones follow, its place in the thread stays',
  access: 'annotate',
  params: idParams,
  response: Success,
})

/** A comment that concerns the reader. */
const CommentNotice = z.object({
  comment_id: Id,
  thread_id: Id,
  /** The reader is mentioned in it, or has written in its thread before. */
  reason: z.enum(['mention', 'answer']),
  image: z.object({ id: Id, file_name: z.string() }),
  dataset: z.object({ id: Id, name: z.string() }),
  author: Person,
  text: z.string(),
  at: Instant,
  is_read: z.boolean(),
})
export type CommentNotice = z.infer<typeof CommentNotice>

export const countCommentNotices = endpoint({
  method: 'GET',
  path: '/api/comment/notices/unread',
  summary: 'How many comments that mention or answer the caller are unread',
  access: 'user',
  scope: 'read',
  response: z.object({ unread: z.int() }),
})

export const listCommentNotices = endpoint({
  method: 'GET',
  path: '/api/comment/notices',
  summary: 'The latest comments that mention or answer the caller, the newest first',
  access: 'user',
  scope: 'read',
  audited: true,
  response: z.array(CommentNotice),
})

export const readCommentNotices = endpoint({
  method: 'POST',
  path: '/api/comment/notices',
  summary: 'Mark what concerns the caller as read: in one thread, or, for null, everywhere',
  access: 'user',
  scope: 'annotate',
  body: z.strictObject({ thread_id: Id.nullable() }),
  response: Success,
})
