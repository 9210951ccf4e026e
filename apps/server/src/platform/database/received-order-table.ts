import type { Generated } from 'kysely'

import type { Time } from './columns.ts'

/** Orders that came in messages of HL7. */
export interface ReceivedOrderTable {
  ord_seq: string
  patient_id: string
  department: string
  ordered_on: string
  is_cancelled: Generated<boolean>
  received_at: Time
}
