import type { ResultObject } from '#contract/dicom-results'
import { message, tell, type Message } from '#contract/messages/message'
import type { DicomReceiver, DicomSender, PacsSending } from '#contract/pacs'

import { statusText } from './explain.ts'
import type { listRefused, SenderRow } from './queries.ts'
import type { ListedSending, SentObject } from './sending/sendings.ts'

export function presentSender(row: SenderRow): DicomSender {
  return {
    id: row.id,
    ae_title: row.ae_title,
    address: row.address,
    dataset: { id: row.dataset_id, name: row.dataset_name },
  }
}

type RefusedRow = Awaited<ReturnType<typeof listRefused>>[number]

export function presentRefused(row: RefusedRow): DicomReceiver['refused'] {
  const { refusal } = row
  if (refusal === null) return []
  return [
    {
      ...tell(refusal),
      id: row.id,
      received_at: row.received_at.toISOString(),
      ae_title: row.ae_title,
      address: row.address,
      sop_instance_uid: row.sop_instance_uid,
      dataset: row.dataset_name,
    },
  ]
}

export function presentSending(row: ListedSending, objects: readonly SentObject[]): PacsSending {
  const isOpen = row.commitment === 'asked' || row.commitment === 'unknown'
  return {
    id: row.id,
    kind: row.kind,
    language: row.language === 'ko' ? 'ko' : 'en',
    asked_at: row.asked_at.toISOString(),
    asked_by: row.username,
    state: row.state,
    sent_at: row.sent_at?.toISOString() ?? null,
    failure: row.state === 'sent' || row.failure === null ? null : tell(row.failure),
    commitment: row.commitment,
    commitmentFailure:
      isOpen && row.commitment_failure !== null ? tell(row.commitment_failure) : null,
    objects: objects
      .filter(({ sending_id: id }) => id === row.id)
      .map((object) => ({
        kind: kinds[object.sop_class_uid] ?? 'image',
        sop_instance_uid: object.sop_instance_uid,
        status: statusText(object.status),
        committed: object.committed,
        reason: object.reason === null ? null : tell(reasonOf(object.reason)),
      })),
  }
}

const kinds: Readonly<Record<string, ResultObject>> = {
  '1.2.840.10008.5.1.4.1.1.88.33': 'measurements',
  '1.2.840.10008.5.1.4.1.1.66.4': 'annotations',
  '1.2.840.10008.5.1.4.1.1.104.1': 'report',
}

/** Failure Reasons of storage commitment (PS3.3 C.14.1.1). */
const reasons = new Map<number, Message>([
  [0x0110, message('pacs.notKept_processing')],
  [0x0112, message('pacs.notKept_noSuchObject')],
  [0x0119, message('pacs.notKept_conflict')],
  [0x0122, message('pacs.notKept_class')],
  [0x0131, message('pacs.notKept_duplicate')],
  [0x0213, message('pacs.notKept_resources')],
])

function reasonOf(code: number): Message {
  return reasons.get(code) ?? message('pacs.notKept', { code: statusText(code) })
}
