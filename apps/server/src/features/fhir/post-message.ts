import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { fhirOutboxMessage } from './outbox-messages.ts'
import { setPushState, type FhirMessageRow } from './queries.ts'

/**
 * Queues a message for the site's server, or requeues it if it was given up.
 * @returns whether it was neither waiting nor sent
 */
export async function postMessage(
  { outbox, clock }: { readonly outbox: Outbox; readonly clock: Clock },
  db: Db,
  { id, image_id: imageId }: FhirMessageRow,
): Promise<boolean> {
  const key = String(id)
  const isNew = await outbox.post(db, {
    definition: fhirOutboxMessage,
    key,
    orderKey: `image ${imageId}`,
    imageId,
    payload: { messageId: id },
  })
  if (isNew) await setPushState(db, id, { state: 'waiting', at: clock() })
  return isNew || (await outbox.requeue(db, { kind: fhirOutboxMessage.name, key })) !== undefined
}
