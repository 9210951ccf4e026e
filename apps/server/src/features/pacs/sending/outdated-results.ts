import type { Db } from '../../../platform/database/database.ts'
import { outdateMessages } from '../../../platform/outbox/outbox-messages.ts'
import { sendingOutboxMessage } from '../outbox-messages.ts'

/** Marks results of images that archives have accepted as outdated; sends nothing. */
export async function outdateSentResults(
  db: Db,
  imageIds: readonly number[],
  at: Date,
): Promise<void> {
  if (imageIds.length === 0) return
  const sent = await db
    .selectFrom('pacs_sending')
    .select('id')
    .distinctOn(['image_id', 'language'])
    .where('image_id', 'in', imageIds)
    .where('kind', '=', 'results')
    .where('state', '=', 'sent')
    .orderBy('image_id')
    .orderBy('language')
    .orderBy('id', 'desc')
    .execute()
  const keys = sent.map(({ id }) => String(id))
  await outdateMessages(db, { kind: sendingOutboxMessage.name, keys, at })
}
