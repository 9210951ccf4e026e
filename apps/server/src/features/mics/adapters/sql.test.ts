import { DatabaseSync } from 'node:sqlite'

import { expect, test } from 'vitest'

import {
  contractSuite,
  givenOrders,
  report,
  reviewer,
  type Fixture,
} from '../testing/contract-suite.ts'
import { sqliteSession } from '../testing/sqlite-session.ts'
import { openSqlAdapter } from './sql.ts'

/** The statements of a site, in the SQL that SQLite and Oracle share. */
const operations = {
  ping: { sql: 'select 1 as ONE', binds: [] },
  findOrder: {
    sql: `select PATIENT_ID, ORD_SEQ, BNCH_NM, ORD_DATE from ORDERS
      where PATIENT_ID = :patientId and ORD_DATE = :studyDate`,
    binds: ['patientId', 'studyDate'],
  },
  writeResult: {
    sql: `insert into RESULTS (ORD_SEQ, IMAGE_ID, VERSION, RISK, ANALYSED_AT, STANDING, REVIEWED_BY,
        REVIEWED_AT, MEASUREMENTS)
      values (:ordSeq, :imageId, :version, :riskCategory, :analysedAt, :standing, :reviewedBy,
        :reviewedAt, :measurements)
      on conflict (ORD_SEQ, IMAGE_ID) do update
      set VERSION = excluded.VERSION, RISK = excluded.RISK, STANDING = excluded.STANDING,
        REVIEWED_BY = excluded.REVIEWED_BY
      where VERSION < excluded.VERSION`,
    binds: [
      'ordSeq',
      'imageId',
      'version',
      'riskCategory',
      'analysedAt',
      'standing',
      'reviewedBy',
      'reviewedAt',
      'measurements',
    ],
  },
}

function openFixture() {
  const database = new DatabaseSync(':memory:')
  database.exec(`create table ORDERS (PATIENT_ID text, ORD_SEQ text, BNCH_NM text, ORD_DATE text);
    create table RESULTS (ORD_SEQ text, IMAGE_ID int, VERSION int, RISK text, ANALYSED_AT text,
      STANDING text, REVIEWED_BY text, REVIEWED_AT text, MEASUREMENTS text,
      primary key (ORD_SEQ, IMAGE_ID))`)
  const insert = database.prepare('insert into ORDERS values (?, ?, ?, ?)')
  for (const order of givenOrders) {
    insert.run(order.patientId, order.ordSeq, order.department, order.date)
  }
  const written = () =>
    Promise.resolve(
      database
        .prepare('select IMAGE_ID, VERSION, STANDING from RESULTS order by IMAGE_ID')
        .all()
        .map((row) => ({
          imageId: Number(row['IMAGE_ID']),
          version: Number(row['VERSION']),
          standing: String(row['STANDING']),
        })),
    )
  const adapter = openSqlAdapter(operations, sqliteSession(database))
  const close = (): Promise<void> => Promise.resolve(database.close())
  return { database, adapter, written, close } satisfies Fixture & { database: DatabaseSync }
}

contractSuite('by SQL', () => Promise.resolve(openFixture()))

test('a rehearsed result is rolled back', async () => {
  const { adapter, written, close } = openFixture()
  const { signal } = new AbortController()
  await adapter.writeResult(report, { signal, rehearsal: true })
  expect(await written()).toEqual([])
  await close()
})

test('a result is written with its numbers and the confirming clinician', async () => {
  const { database, adapter, close } = openFixture()
  const { signal } = new AbortController()
  await adapter.writeResult({ ...report, standing: 'final', reviewer }, { signal })
  const row = database.prepare('select * from RESULTS').get()
  expect(row).toMatchObject({
    STANDING: 'final',
    REVIEWED_BY: '김의사',
    REVIEWED_AT: '2026-02-01T08:00:00.000Z',
  })
  expect(JSON.parse(String(row?.['MEASUREMENTS']))).toEqual([
    { code: 'crae', value: 151.23, unit: 'um' },
    { code: 'avr', value: 0.68, unit: '1' },
  ])
  await close()
})
