import { sql } from 'kysely'
import { z } from 'zod'

import { dayOf, fieldOf, segmentOf, valueOf, type Hl7Message, type Segment } from '#hl7/message'

import type { Db } from '../../platform/database/database.ts'
import type { Order, OrderQuery } from './adapter.ts'

/** A whole field: repetitions, components, sub-components. */
const Whole = z.array(z.array(z.array(z.string()).readonly()).readonly()).readonly()

/** Fields of an order that its result repeats unchanged. */
const OrderAsWritten = z.object({
  /** ORC-2 or OBR-2: the number with the namespace of its issuer. */
  placer: Whole,
  /** OBR-4: the service ordered. */
  service: Whole,
  /** PID-3, 5, 7 and 8. */
  patientIds: Whole,
  names: Whole,
  birthDate: Whole,
  sex: Whole,
})
export type OrderAsWritten = z.output<typeof OrderAsWritten>

interface ReceivedOrder extends Order {
  readonly isCancelled: boolean
  readonly asWritten: OrderAsWritten
}

/** Order control codes that cancel an order (HL7 table 0119). */
const cancelling = new Set(['CA', 'DC', 'OC', 'CR', 'OD', 'DR'])

/** The orders in a message ORM^O01 or OML^O21. */
export function ordersOf(received: Hl7Message): ReceivedOrder[] {
  const orders: { control: Segment; request: Segment | undefined }[] = []
  for (const segment of received) {
    const last = orders.at(-1)
    if (segment.name === 'ORC') orders.push({ control: segment, request: undefined })
    else if (segment.name === 'OBR' && last !== undefined) last.request ??= segment
  }
  const patient = segmentOf(received, 'PID')
  const ward = valueOf(segmentOf(received, 'PV1'), 3)
  return orders.map(({ control, request }) => ({
    patientId: valueOf(patient, 3),
    ordSeq: valueOf(control, 2) || valueOf(request, 2),
    department: valueOf(control, 17, 2) || valueOf(control, 17) || ward,
    date: dayOf(valueOf(request, 36) || valueOf(request, 7) || valueOf(control, 9)),
    isCancelled: cancelling.has(valueOf(control, 1)),
    asWritten: {
      placer: fieldOf(valueOf(control, 2) === '' ? request : control, 2),
      service: fieldOf(request, 4),
      patientIds: fieldOf(patient, 3),
      names: fieldOf(patient, 5),
      birthDate: fieldOf(patient, 7),
      sex: fieldOf(patient, 8),
    },
  }))
}

/** Keeps an order; false if its number belongs to another patient's order. */
export async function keepOrder(db: Db, order: ReceivedOrder, at: Date): Promise<boolean> {
  const changed = {
    department: order.department,
    ordered_on: order.date,
    is_cancelled: order.isCancelled,
    received_at: at,
    as_written: JSON.stringify(order.asWritten),
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

/** The orders received in messages. */
export interface ReceivedOrders {
  /** The orders of a patient's day, or without a day. */
  readonly find: (query: OrderQuery) => Promise<readonly Order[]>
  /** The fields of a patient's order; undefined if it did not come in a message. */
  readonly findAsWritten: (order: {
    readonly ordSeq: string
    readonly patientId: string
  }) => Promise<OrderAsWritten | undefined>
}

/** For sites that receive no orders. */
export const noReceivedOrders: ReceivedOrders = {
  find: () => Promise.resolve([]),
  findAsWritten: () => Promise.resolve(undefined),
}

export function receivedOrders(db: Db): ReceivedOrders {
  return {
    find: (query) => findReceived(db, query),
    async findAsWritten({ ordSeq, patientId }) {
      const row = await db
        .selectFrom('received_order')
        .select('as_written')
        .where('ord_seq', '=', ordSeq)
        .where('patient_id', '=', patientId)
        .executeTakeFirst()
      // Empty if the order arrived before its fields were kept.
      return OrderAsWritten.safeParse(row?.as_written).data
    },
  }
}

async function findReceived(db: Db, { patientId, studyDate }: OrderQuery): Promise<Order[]> {
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
