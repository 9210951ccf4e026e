import type { Db } from '../../platform/database/database.ts'
import { outdateMessages } from '../../platform/outbox/outbox-messages.ts'
import { fhirOutboxMessage, fhirResultOutboxMessage } from './outbox-messages.ts'

/**
 * Marks messages that the site's server has of images as wrong; sends nothing. When they are sent
 * again, automatic messages are recreated, and a person is asked to recreate the others.
 */
export async function outdateSentMessages(
  db: Db,
  imageIds: readonly number[],
  at: Date,
): Promise<void> {
  if (imageIds.length === 0) return
  const sent = await db
    .selectFrom('fhir_message')
    .select(['id', 'image_id'])
    .distinctOn('image_id')
    .where('image_id', 'in', imageIds)
    .where('push_state', '=', 'sent')
    .orderBy('image_id')
    .orderBy('version', 'desc')
    .execute()
  if (sent.length === 0) return
  const made = await db
    .selectFrom('outbox')
    .select(['key', 'image_id'])
    .distinctOn('image_id')
    .where('kind', '=', fhirResultOutboxMessage.name)
    .where('delivered_at', 'is not', null)
    .where(
      'image_id',
      'in',
      sent.map(({ image_id: id }) => id),
    )
    .orderBy('image_id')
    .orderBy('id', 'desc')
    .execute()
  const byItself = new Set(made.map(({ image_id: id }) => id))
  const byHand = sent.filter(({ image_id: id }) => !byItself.has(id))
  await outdateMessages(db, {
    kind: fhirResultOutboxMessage.name,
    keys: made.map(({ key }) => key),
    at,
  })
  await outdateMessages(db, {
    kind: fhirOutboxMessage.name,
    keys: byHand.map(({ id }) => String(id)),
    at,
  })
}
