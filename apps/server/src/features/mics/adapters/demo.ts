import type { MicsAdapter, Order, OrderQuery } from '../adapter.ts'

/**
 * Fictitious orders, to try the workflow: one for each patient and day, none if the patient's ID ends with 0,
 * two if it ends with 9. Results written to it are discarded.
 */
export function openDemoAdapter(): MicsAdapter {
  return {
    ping: () => Promise.resolve(),
    findOrders: (query) => Promise.resolve(demoOrders(query)),
    writeResult: () => Promise.resolve(),
    close: () => Promise.resolve(),
  }
}

function demoOrders({ patientId, studyDate }: OrderQuery): Order[] {
  const count = patientId.endsWith('0') ? 0 : patientId.endsWith('9') ? 2 : 1
  return Array.from({ length: count }, (_, index) => ({
    patientId,
    ordSeq: `DEMO-${patientId}-${index + 1}`,
    department: 'Demo department',
    date: studyDate,
  }))
}
