import type { Db } from '../../platform/database/database.ts'
import { visitor } from '../../platform/http/actor.ts'
import { recordAudit } from '../audit/queries.ts'

/** Records in the audit trail which patient data the server sends to the order system automatically. */
export function auditExchange(
  db: Db,
  image: { readonly id: number; readonly dataset_id: number },
  { action, outcome }: { action: 'findOrder' | 'sendResult'; outcome: number },
): Promise<void> {
  return recordAudit(db, {
    actor: { ...visitor, username: 'MICS' },
    address: '',
    action,
    type: 'image',
    id: image.id,
    datasetId: image.dataset_id,
    outcome,
    accessSeconds: 0,
  })
}
