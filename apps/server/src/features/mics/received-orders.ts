import { sql } from 'kysely'

import { dayOf, segmentOf, valueOf, type Hl7Message, type Segment } from '#hl7/message'

import type { Db } from '../../platform/database/database.ts'
import type { Order, OrderQuery } from './adapter.ts'

interface ReceivedOrder extends Order {
  readonly isCancelled: boolean
}

/** Order control codes that take an order back (HL7 table 0119). */
const cancelling = new Set(['CA', 'DC', 'OC', 'CR', 'OD', 'DR'])

/** The orders of a message ORM^O01 or OML^O21. */
export function ordersOf(received: Hl7Message): ReceivedOrder[] {
  const orders: { control: Segment; request: Segment | undefined }[] = []
  for (const segment of received) {
    const last = orders.at(-1)
    if (segment.name === 'ORC') orders.push({ control: segment, request: undefined })
    else if (segment.name === 'OBR' && last !== undefined) last.request ??= segment
  }
  const patientId = valueOf(segmentOf(received, 'PID'), 3)
  const ward = valueOf(segmentOf(received, 'PV1'), 3)
  return orders.map(({ control, request }) => ({
    patientId,
    ordSeq: valueOf(control, 2) || valueOf(request, 2),
    department: valueOf(control, 17, 2) || valueOf(control, 17) || ward,
    date: dayOf(valueOf(request, 36) || valueOf(request, 7) || valueOf(control, 9)),
    isCancelled: cancelling.has(valueOf(control, 1)),
  }))
}

/** Keeps an order; false where its number is that of another patient's order. */
export async function keepOrder(db: Db, order: ReceivedOrder, at: Date): Promise<boolean> {
  const changed = {
    department: order.department,
    ordered_on: order.date,
    is_cancelled: order.isCancelled,
    received_at: at,
  }
  const kept = await db
    .insertInto('received_order')
    .values({ ord_seq: order.ordSeq, patient_id: order.patientId, ...changed })
    .onConflict((conflict) =>
      conflict
        .column('ord_seq')
        .doUpdateSet(changed)
        .whereRef('received_order.patient_id', '=', sql.ref('excluded.patient_id')),
    )
    .returning('ord_seq')
    .executeTakeFirst()
  return kept !== undefined
}

/** The orders that have come for a patient's day, or that name no day. */
export async function findReceived(db: Db, { patientId, studyDate }: OrderQuery): Promise<Order[]> {
  const rows = await db
    .selectFrom('received_order')
    .selectAll()
    .where('patient_id', '=', patientId)
    .where('is_cancelled', '=', false)
    .$if(studyDate !== '', (query) => query.where('ordered_on', 'in', [studyDate, '']))
    .orderBy('ord_seq')
    .execute()
  return rows.map((row) => ({
    patientId: row.patient_id,
    ordSeq: row.ord_seq,
    department: row.department,
    date: row.ordered_on,
  }))
}
