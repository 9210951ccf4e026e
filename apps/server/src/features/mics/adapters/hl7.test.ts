import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

import { describe, expect, onTestFinished, test } from 'vitest'

import { frameOf } from '#hl7/frames'

import { freePort } from '../../../testing/dicom-peers.ts'
import { startApp } from '../../../testing/start-app.ts'
import type { Order } from '../adapter.ts'
import { findReceived } from '../received-orders.ts'
import type { Site } from '../site-file.ts'
import { contractSuite, givenOrders, report } from '../testing/contract-suite.ts'
import { haveHl7Peer, sendHl7, startHl7Receiver } from '../testing/hl7-peer.ts'
import { openHl7Adapter } from './hl7.ts'

const hasPeer = haveHl7Peer()
const facilities = {
  sendingApplication: 'FOVEA',
  sendingFacility: '',
  receivingApplication: 'HIS',
  receivingFacility: '',
}

function siteOf(characterSet: 'UTF-8' | 'EUC-KR', port?: number) {
  const listen =
    port === undefined ? {} : { listen: { host: '127.0.0.1', port, from: ['127.0.0.1'] } }
  return {
    adapter: 'hl7v2',
    whenMany: 'ask',
    reportUrl: '',
    ...facilities,
    characterSet,
    ...listen,
  } satisfies Site
}

const orderMessage = (order: Order, control = 'NW') =>
  [
    `MSH|^~\\&|HIS||FOVEA||20260131090000||ORM^O01|M${order.ordSeq}${control}|P|2.5`,
    `PID|1||${order.patientId}^^^^MR||홍^길동`,
    `ORC|${control}|${order.ordSeq}|||||||20260131||||||||EYE^${order.department}`,
    `OBR|1|${order.ordSeq}||FUNDUS|||20260131`,
  ].join('\r')

/** A server that takes orders from the peer, and the peer that takes results from it. */
async function openBench(characterSet: 'UTF-8' | 'EUC-KR', encoding: string) {
  const listenPort = await freePort()
  const site = siteOf(characterSet, listenPort)
  const { db } = await startApp({ site, works: true })
  for (const order of givenOrders) {
    expect(await sendHl7(listenPort, orderMessage(order), encoding)).toContain('MSA|AA|')
  }
  const receiver = await startHl7Receiver(encoding)
  const adapter = openHl7Adapter({
    site,
    async connect() {
      const socket = connect({ host: '127.0.0.1', port: receiver.port })
      await once(socket, 'connect')
      return socket
    },
    findOrders: (query) => findReceived(db, query),
  })
  const written = () =>
    Promise.resolve(
      receiver
        .kept()
        .filter(({ order }) => order === '1001')
        .map(({ imageId, version }) => ({ imageId, version })),
    )
  const close = async (): Promise<void> => receiver[Symbol.asyncDispose]()
  return { adapter, written, close, receiver, listenPort, db }
}

describe.skipIf(!hasPeer)('with an independent peer', () => {
  contractSuite('by HL7 in UTF-8', () => openBench('UTF-8', 'utf-8'))
  contractSuite('by HL7 in EUC-KR', () => openBench('EUC-KR', 'euc_kr'))

  test.each([
    ['UTF-8', 'utf-8'],
    ['EUC-KR', 'euc_kr'],
  ] as const)('a result in %s is read as it was written', async (characterSet, encoding) => {
    const { adapter, receiver, close } = await openBench(characterSet, encoding)
    onTestFinished(close)
    await adapter.writeResult(report, { signal: new AbortController().signal })
    await expect.poll(receiver.kept).toEqual([
      {
        order: '1001',
        imageId: 5,
        version: 1,
        patient: 'P-1',
        name: '홍길동',
        risk: 'low',
        status: 'P',
      },
    ])
  })

  test('an order that is taken back is not found, one of another patient’s number is refused', async () => {
    const { adapter, listenPort, close } = await openBench('UTF-8', 'utf-8')
    onTestFinished(close)
    const [order = givenOrders[1]] = givenOrders
    if (order === undefined) return
    const waiting = { signal: new AbortController().signal }
    const find = () => adapter.findOrders({ patientId: 'P-1', studyDate: '2026-01-31' }, waiting)
    const foreign = orderMessage({ ...order, patientId: 'P-7' })
    expect(await sendHl7(listenPort, foreign)).toMatch(/MSA\|AE\|.*another patient/)
    expect(await find()).toHaveLength(1)
    expect(await sendHl7(listenPort, orderMessage(order, 'CA'))).toContain('MSA|AA|')
    expect(await find()).toEqual([])
    const other = 'MSH|^~\\&|HIS||FOVEA||20260131||ADT^A01|9|P|2.5\rPID|1||P-1'
    expect(await sendHl7(listenPort, other)).toContain('MSA|AR|9')
  })
})

/** Answers whatever comes as told. */
async function adapterOf(answer: (id: string) => string | undefined) {
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => {
      const text = answer(String(bytes).split('|')[9] ?? '')
      if (text === undefined) socket.destroy()
      else socket.write(frameOf(Buffer.from(text)))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return openHl7Adapter({
    site: siteOf('UTF-8'),
    async connect() {
      const socket = connect({ host: '127.0.0.1', port })
      await once(socket, 'connect')
      return socket
    },
    findOrders: () => Promise.resolve([]),
  })
}

const acknowledged = (code: string, id: string) => `MSH|^~\\&|HIS||FOVEA\rMSA|${code}|${id}\r`

test('only the acknowledgement of this very message counts', async () => {
  const signal = new AbortController().signal
  const refusing = await adapterOf((id) => acknowledged('AE', id))
  await expect(refusing.writeResult(report, { signal })).rejects.toThrow(/answered AE/)
  const cutting = await adapterOf(() => undefined)
  await expect(cutting.writeResult(report, { signal })).rejects.toThrow(/broke off/)
  const mistaken = await adapterOf(() => acknowledged('AA', 'another'))
  const late = { signal: AbortSignal.timeout(300) }
  await expect(mistaken.writeResult(report, late)).rejects.toThrow(/in time/)
})
