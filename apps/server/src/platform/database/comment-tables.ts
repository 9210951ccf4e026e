import type { Generated } from 'kysely'

import type { MaybeTime, Time } from './columns.ts'

interface CommentThreadTable {
  id: Generated<number>
  image_id: number
  pin: 'image' | 'place' | 'annotation'
  x: number | null
  y: number | null
  annotation_id: number | null
  resolved_at: MaybeTime
  resolved_by: number | null
}

interface ImageCommentTable {
  id: Generated<number>
  thread_id: number
  image_id: number
  author_id: number | null
  text: string
  at: Time
  edited_at: MaybeTime
  deleted_at: MaybeTime
  save_id: string
}

interface CommentNoticeTable {
  comment_id: number
  user_id: number
  image_id: number
  reason: 'mention' | 'answer'
  read_at: MaybeTime
}

/** Comments on images, and whom they concern. */
export interface CommentTables {
  comment_thread: CommentThreadTable
  image_comment: ImageCommentTable
  comment_notice: CommentNoticeTable
}
