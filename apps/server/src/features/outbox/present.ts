import { message, tell } from '#contract/messages/message'
import type { OutboxMessage } from '#contract/outbox'
import { shownName } from '#dicom/person-name'

import type { OutboxMessageRow } from '../../platform/outbox/outbox-messages.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { MessageImage } from './queries.ts'

/** @param images the images that the messages are about, by id, without deleted ones */
export function presentMessages(
  outbox: Outbox,
  rows: readonly OutboxMessageRow[],
  images: ReadonlyMap<number, MessageImage>,
): OutboxMessage[] {
  return rows.map((row) => {
    const image = images.get(row.image_id ?? 0)
    return {
      id: row.id,
      title: tell(outbox.titleOf(row.kind) ?? message('outbox.unknownKind')),
      key: row.key,
      image: image === undefined ? null : presentImage(image),
      posted_at: row.posted_at.toISOString(),
      tries: row.tries,
      why: row.failure === null ? null : tell(row.failure),
      ...presentState(row),
    }
  })
}

type State = Pick<OutboxMessage, 'state' | 'next_try_at' | 'settled_at'>

/** Whether a message waits, and until when, or how it ended. */
export function presentState(row: OutboxMessageRow): State {
  const settled = (state: State['state'], at: Date): State => ({
    state,
    next_try_at: null,
    settled_at: at.toISOString(),
  })
  if (row.outdated_at !== null) return settled('outdated', row.outdated_at)
  if (row.delivered_at !== null) return settled('delivered', row.delivered_at)
  if (row.cancelled_at !== null) return settled('cancelled', row.cancelled_at)
  if (row.dead_at !== null) return settled('refused', row.dead_at)
  return { state: 'waiting', next_try_at: row.due_at.toISOString(), settled_at: null }
}

function presentImage(image: MessageImage): NonNullable<OutboxMessage['image']> {
  return {
    id: image.id,
    file_name: image.file_name,
    patientID: image.patient_id,
    patientName: shownName(image.patient_name),
    patientNameKorean: image.patient_name_korean,
  }
}
