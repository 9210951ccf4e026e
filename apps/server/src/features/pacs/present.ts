import { tell } from '#contract/messages/message'
import type { DicomReceiver, DicomSender } from '#contract/pacs'

import type { listRefused, SenderRow } from './queries.ts'

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
