import { csvLine } from '#contract/csv'

import type { Db } from '../../platform/database/database.ts'

const columns = [
  'image_id',
  'thread_id',
  'about',
  'x',
  'y',
  'annotation_id',
  'author',
  'at',
  'text',
  'resolved_at',
]

/** All comments on the images as CSV, in the order of images, threads and time; null if there are none. */
export async function commentTable(db: Db, imageIds: readonly number[]): Promise<string | null> {
  if (imageIds.length === 0) return null
  const rows = await db
    .selectFrom('image_comment')
    .innerJoin('comment_thread', 'comment_thread.id', 'image_comment.thread_id')
    .leftJoin('app_user', 'app_user.id', 'image_comment.author_id')
    .selectAll('image_comment')
    .select(['pin', 'x', 'y', 'annotation_id', 'resolved_at', 'app_user.username'])
    .where('image_comment.image_id', 'in', imageIds)
    .where('image_comment.deleted_at', 'is', null)
    .orderBy('image_comment.image_id')
    .orderBy('image_comment.thread_id')
    .orderBy('image_comment.id')
    .execute()
  if (rows.length === 0) return null
  const lines = rows.map((row) =>
    csvLine([
      String(row.image_id),
      String(row.thread_id),
      row.pin,
      String(row.x ?? ''),
      String(row.y ?? ''),
      String(row.annotation_id ?? ''),
      row.username ?? '',
      row.at.toISOString(),
      row.text,
      row.resolved_at?.toISOString() ?? '',
    ]),
  )
  return [csvLine(columns), ...lines].join('')
}
