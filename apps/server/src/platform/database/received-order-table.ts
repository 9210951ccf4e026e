import type { Generated } from 'kysely'

import type { JsonMap, Time } from './columns.ts'

/** Orders received in HL7 messages. */
export interface ReceivedOrderTable {
  ord_seq: string
  patient_id: string
  department: string
  ordered_on: string
  is_cancelled: Generated<boolean>
  received_at: Time
  /** Its fields as the order system sent them. */
  as_written: JsonMap
}

/** The result of an image that was last sent to the order system. */
export interface ToldResultTable {
  image_id: number
  report: JsonMap
  told_at: Time
}
