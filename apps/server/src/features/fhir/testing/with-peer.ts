import { expect } from 'vitest'

import { generateFhir, getFhir, pushFhir } from '#contract/fhir'

import { analysedImage } from '../../../testing/analysed-image.ts'
import { startFhirPeer } from '../../../testing/fhir-peer.ts'
import { startApp } from '../../../testing/start-app.ts'

const hour = 3600
/** The longest delay before a retry, in seconds. */
export const quarterHour = 900

/** A server with an analysed photograph, which sends its message to a FHIR server. */
export async function withPeer(site: object = {}) {
  const peer = await startFhirPeer()
  const fhir = {
    organisation: 'Clinic',
    patient_system: 'urn:oid:2.999.1',
    patient: 'own',
    push: peer.push,
    ...site,
    kr_core: true,
    language: 'ko',
  }
  const started = await startApp({
    works: true,
    fhir,
    outboundHosts: [peer.host],
    sessionSeconds: 12 * hour,
  })
  const kim = await started.given.user('kim')
  const dataset = await started.given.dataset(kim)
  const id = await analysedImage(started, kim, { datasetId: dataset.id })
  const query = { original_id: id }
  const read = async () => (await kim.call(getFhir, { query })).body
  const send = async () => {
    expect((await kim.call(generateFhir, { query })).status).toBe(200)
    return kim.call(pushFhir, { query })
  }
  const outboxMessage = () =>
    started.db
      .selectFrom('outbox')
      .selectAll()
      .orderBy('id', 'desc')
      .limit(1)
      .executeTakeFirstOrThrow()
  /** Waits until it has been sent, skipping each pause after a failure. */
  const sent = async () => {
    await expect
      .poll(
        async () => {
          const { lease, delivered_at: delivered, due_at: due } = await outboxMessage()
          const isWaiting = lease === null && delivered === null
          if (isWaiting && due > started.parts.clock()) started.advance(quarterHour)
          return (await read()).push?.state
        },
        { timeout: 60_000 },
      )
      .toBe('sent')
  }
  return { ...started, peer, kim, dataset, id, query, read, send, sent, outboxMessage }
}
