import { z } from 'zod'

import { message } from '#contract/messages/message'

import { MicsError, type MicsAdapter } from '../adapter.ts'
import { bindsOfQuery, bindsOfReport, type Statement } from '../binds.ts'
import type { Operations } from '../site-file.ts'

type BindValue = string | number | Date

/** A statement with the values that it binds. */
export interface BoundStatement {
  readonly sql: string
  readonly binds: Readonly<Record<string, BindValue>>
}

/** A connection to a database; failures are MicsErrors. */
export interface SqlSession {
  /** The first rows, by column names in capital letters. */
  read(statement: BoundStatement, signal: AbortSignal): Promise<readonly Row[]>
  /** Writes and commits, or writes and rolls back. */
  write(statement: BoundStatement, options: { signal: AbortSignal; keep: boolean }): Promise<void>
  close(): Promise<void>
}

export type Row = Readonly<Record<string, unknown>>

const Text = z.union([z.string(), z.number().transform(String), z.null().transform(() => '')])
/** A day as text or as the database's own date. */
const Day = z.union([z.date().transform((date) => date.toISOString().slice(0, 10)), Text])
const OrderRow = z.object({
  PATIENT_ID: Text,
  ORD_SEQ: Text.refine((text) => text !== ''),
  BNCH_NM: Text.default(''),
  ORD_DATE: Day.default(''),
})

/** An order system that is queried and written by the statements of the site file. */
export function openSqlAdapter(operations: Operations, session: SqlSession): MicsAdapter {
  const { ping, findOrder, writeResult } = operations
  return {
    async ping({ signal }) {
      await session.read(bound(ping, {}), signal)
    },
    async findOrders(query, { signal }) {
      const rows = await session.read(bound(findOrder, bindsOfQuery(query)), signal)
      const orders = z.array(OrderRow).safeParse(rows)
      if (!orders.success) throw new MicsError(message('mics.unexpected'), { cause: orders.error })
      return orders.data.map((row) => ({
        patientId: row.PATIENT_ID,
        ordSeq: row.ORD_SEQ,
        department: row.BNCH_NM,
        date: row.ORD_DATE,
      }))
    },
    async writeResult(report, { signal, rehearsal = false }) {
      if (writeResult === undefined) {
        throw new MicsError(message('mics.cannotWrite'), { isFinal: true })
      }
      await session.write(bound(writeResult, bindsOfReport(report)), { signal, keep: !rehearsal })
    },
    close: () => session.close(),
  }
}

function bound(
  { sql, binds }: Statement,
  values: Readonly<Record<string, BindValue>>,
): BoundStatement {
  return { sql, binds: Object.fromEntries(binds.map((name) => [name, values[name] ?? ''])) }
}
