import { describe, expect, onTestFinished, test } from 'vitest'

import type { Standing } from '#contract/standing'

import type { MicsAdapter, Order } from '../adapter.ts'
import type { Report } from '../report.ts'

/** Test set-up for an adapter: its own order system. */
export interface Fixture {
  readonly adapter: MicsAdapter
  /** The adapter's content for an order, by image; `standing` in the system's own terms. */
  readonly written: () => Promise<readonly { imageId: number; version: number; standing: string }[]>
  readonly close: () => Promise<void>
}

/** The orders that every order system under test has, and one of another patient. */
export const givenOrders: readonly Order[] = [
  { patientId: 'P-1', ordSeq: '1001', department: '안과', date: '2026-01-31' },
  { patientId: 'P-2', ordSeq: '2001', department: '내분비내과', date: '2026-01-31' },
  { patientId: 'P-2', ordSeq: '2002', department: '안과', date: '2026-01-31' },
]

export const report: Report = {
  key: '1001:7:1',
  patientId: 'P-1',
  patientName: '홍길동',
  nameParts: { alphabetic: ['Hong', 'Gildong'], ideographic: [], phonetic: ['홍', '길동'] },
  sex: 'M',
  birthDate: '1964-03-09',
  studyDate: '2026-01-31',
  takenAt: '2026-01-31T23:30:05+09:00',
  ordSeq: '1001',
  imageId: 5,
  resultId: 7,
  version: 1,
  standing: 'preliminary',
  reviewer: null,
  statement: 'AI analysis result; it needs confirmation by a clinician.',
  unmeasured: [{ key: 'avrZoneC', name: 'AVR, zone C', reason: 'zones B and C disagree' }],
  measurements: [
    { key: 'crae', name: 'CRAE', value: 151.23, unit: { code: 'um', meaning: 'micrometer' } },
    { key: 'avr', name: 'AVR', value: 0.68, unit: { code: '1', meaning: 'no units' } },
  ],
  software: 'Fovea 1.0.0',
  laterality: 'R',
  quality: 'good',
  riskCategory: 'low',
  reportUrl: 'https://fovea.example/annotate/5',
  analysedAt: new Date('2026-01-31T09:00:00Z'),
}

export const reviewer = {
  username: 'kim',
  name: '김의사',
  at: new Date('2026-02-01T08:00:00Z'),
}

const query = (patientId: string) => ({ patientId, studyDate: '2026-01-31' })
const waiting = { signal: new AbortController().signal }

/** Requirements that every order system meets, whatever its protocol. */
export function contractSuite(
  name: string,
  open: () => Promise<Fixture>,
  {
    writes = true,
    tells = (standing) => standing,
  }: { writes?: boolean; tells?: (standing: Standing) => string } = {},
): void {
  async function fixture(): Promise<Fixture> {
    const opened = await open()
    onTestFinished(async () => {
      await opened.adapter.close()
      await opened.close()
    })
    return opened
  }
  describe(`an order system ${name}`, () => {
    test('answers a ping', async () => {
      const { adapter } = await fixture()
      await expect(adapter.ping(waiting)).resolves.toBeUndefined()
    })

    test('returns one order, none or several, of the patient alone', async () => {
      const { adapter } = await fixture()
      const ordersOf = async (patientId: string) => {
        const orders = await adapter.findOrders(query(patientId), waiting)
        return orders.toSorted((a, b) => a.ordSeq.localeCompare(b.ordSeq))
      }
      expect(await ordersOf('P-1')).toEqual(givenOrders.slice(0, 1))
      expect(await ordersOf('P-2')).toEqual(givenOrders.slice(1))
      expect(await ordersOf('P-3')).toEqual([])
      expect(await ordersOf("P-1' or '1' = '1")).toEqual([])
    })

    test.each(writes ? ['newest'] : [])(
      'keeps the %s version of a result, however often and in whatever order it comes',
      async () => {
        const { adapter, written } = await fixture()
        const said = { reviewer, version: 2 }
        const final: Report = { ...report, ...said, key: '1001:7:2', standing: 'final' }
        const other: Report = { ...report, key: '1001:8:1', imageId: 6, resultId: 8 }
        const taken: Report = { ...other, ...said, key: '1001:8:2', standing: 'withdrawn' }
        const corrected: Report = { ...taken, key: '1001:8:3', version: 3, standing: 'corrected' }
        const third: Report = { ...taken, key: '1001:9:2', imageId: 7 }
        for (const each of [report, report, final, report, other, taken, corrected, third]) {
          await adapter.writeResult(each, waiting)
        }
        // A peer may show new content only after it has acknowledged.
        await expect.poll(written).toEqual([
          { imageId: 5, version: 2, standing: tells('final') },
          { imageId: 6, version: 3, standing: tells('corrected') },
          { imageId: 7, version: 2, standing: tells('withdrawn') },
        ])
      },
    )
    test.each(writes ? [] : ['no'])('states whether it takes %s results', async () => {
      const { adapter } = await fixture()
      await expect(adapter.writeResult(report, waiting)).rejects.toThrow(/takes no results/)
    })
  })
}
