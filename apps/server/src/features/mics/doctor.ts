import { isMessageKey } from '#contract/messages/message'

import { MicsError, type OrderQuery } from './adapter.ts'
import type { MicsConnection, OrderSystem } from './order-system.ts'
import type { Report } from './report.ts'

/** One step of an examination. */
export interface Finding {
  readonly step: string
  readonly outcome: 'well' | 'failed' | 'not tried'
  /** Explanation without patient data, passwords or statements. */
  readonly told: string
  readonly milliseconds: number
}

/** Result for a system that cannot withdraw results, or takes none. */
const notTried: ReadonlySet<string> = new Set(['mics.noRehearsal', 'mics.cannotWrite'])

/** Tries every operation on an order system without changing anything in it. */
export async function examine(
  orderSystem: OrderSystem,
  connection: MicsConnection,
  query: OrderQuery,
): Promise<Finding[]> {
  let ordSeq = 'DOCTOR'
  const ping = await look('ping', async () => {
    await orderSystem.use(connection, (adapter, waiting) => adapter.ping(waiting))
    return 'The order system answers.'
  })
  const find = await look('findOrder', async () => {
    const orders = await orderSystem.use(connection, (adapter, waiting) =>
      adapter.findOrders(query, waiting),
    )
    ordSeq = orders[0]?.ordSeq ?? ordSeq
    const strangers = orders.filter(({ patientId }) => patientId !== query.patientId).length
    return strangers === 0
      ? `${orders.length} orders of the patient and day.`
      : `${strangers} of ${orders.length} orders are another patient's: mend the statement.`
  })
  const write = await look('writeResult, taken back', async () => {
    const report = rehearsed(query, ordSeq)
    await orderSystem.use(connection, (adapter, waiting) =>
      adapter.writeResult(report, { ...waiting, rehearsal: true }),
    )
    return 'A result could be written; it was taken back.'
  })
  return [ping, find, write]
}

async function look(step: string, work: () => Promise<string>): Promise<Finding> {
  const begun = performance.now()
  const since = (): number => Math.round(performance.now() - begun)
  try {
    return { step, outcome: 'well', told: await work(), milliseconds: since() }
  } catch (error) {
    if (!(error instanceof MicsError)) throw error
    const { key } = error.told
    const outcome = isMessageKey(key) && notTried.has(key) ? 'not tried' : 'failed'
    return { step, outcome, told: error.message, milliseconds: since() }
  }
}

function rehearsed({ patientId, studyDate }: OrderQuery, ordSeq: string): Report {
  return {
    key: 'doctor',
    patientId,
    patientName: 'DOCTOR',
    nameParts: { alphabetic: ['DOCTOR'], ideographic: [], phonetic: [] },
    sex: '',
    birthDate: '',
    studyDate,
    takenAt: '',
    ordSeq,
    imageId: 0,
    resultId: 0,
    version: 0,
    standing: 'preliminary',
    reviewer: null,
    statement: '',
    measurements: [],
    unmeasured: [],
    software: '',
    laterality: 'R',
    quality: 'gradable',
    riskCategory: '',
    reportUrl: '',
    analysedAt: new Date(),
  }
}
