import type { MicsAdapter, Order, OrderQuery } from '../adapter.ts'

/**
 * Orders that nobody has placed, to try the flow with: one for each patient and day, none where the
 * patient's ID ends with 0, two where it ends with 9. What is written to it is gone.
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
