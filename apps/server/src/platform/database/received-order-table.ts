import type { Generated } from 'kysely'

import type { JsonMap, Time } from './columns.ts'

/** Orders that came in messages of HL7. */
export interface ReceivedOrderTable {
  ord_seq: string
  patient_id: string
  department: string
  ordered_on: string
  is_cancelled: Generated<boolean>
  received_at: Time
  /** Its fields as the order system wrote them. */
  as_written: JsonMap
}

/** What the order system was last told of an image's result. */
export interface ToldResultTable {
  image_id: number
  report: JsonMap
  told_at: Time
}
