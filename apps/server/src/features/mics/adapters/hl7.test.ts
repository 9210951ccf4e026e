import { once } from 'node:events'
import { connect, createServer, type AddressInfo } from 'node:net'

import { describe, expect, onTestFinished, test } from 'vitest'

import type { Standing } from '#contract/standing'
import { frameOf } from '#hl7/frames'

import { freePort } from '../../../platform/free-port.ts'
import { startApp } from '../../../testing/start-app.ts'
import type { Order } from '../adapter.ts'
import { noReceivedOrders, receivedOrders } from '../received-orders.ts'
import type { Report } from '../report.ts'
import { Site } from '../site-file.ts'
import { contractSuite, givenOrders, report, reviewer } from '../testing/contract-suite.ts'
import { haveHl7Peer, sendHl7, startHl7Receiver, type Hl7Receiver } from '../testing/hl7-peer.ts'
import { openHl7Adapter } from './hl7.ts'

const hasPeer = haveHl7Peer()
const facilities = {
  sendingApplication: 'FOVEA',
  sendingFacility: '',
  receivingApplication: 'HIS',
  receivingFacility: '',
}

function siteOf(characterSet: 'UTF-8' | 'EUC-KR', port?: number, more: object = {}) {
  const listen =
    port === undefined ? {} : { listen: { host: '127.0.0.1', port, from: ['127.0.0.1'] } }
  const site = Site.parse({ adapter: 'hl7v2', ...facilities, characterSet, ...listen, ...more })
  if (site.adapter !== 'hl7v2') throw new Error('another adapter')
  return site
}

const orderMessage = (order: Order, control = 'NW') =>
  [
    `MSH|^~\\&|HIS||FOVEA||20260131090000||ORM^O01|M${order.ordSeq}${control}|P|2.5`,
    `PID|1||${order.patientId}^^^^MR||홍^길동`,
    `ORC|${control}|${order.ordSeq}|||||||20260131||||||||EYE^${order.department}`,
    `OBR|1|${order.ordSeq}||FUNDUS|||20260131`,
  ].join('\r')

/** A server that takes orders from the peer, and the peer that takes results from it. */
async function openFixture(characterSet: 'UTF-8' | 'EUC-KR', encoding: string) {
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
    received: receivedOrders(db),
  })
  const written = () =>
    Promise.resolve(
      receiver
        .kept()
        .filter(({ order }) => order === '1001')
        .map(({ imageId, version, status, observations }) => ({
          imageId,
          version,
          standing: [status, ...observations.filter((each) => each !== 'X')].join(' '),
        })),
    )
  const close = async (): Promise<void> => receiver[Symbol.asyncDispose]()
  return { adapter, written, close, receiver, listenPort, db }
}

describe.skipIf(!hasPeer)('with an independent peer', () => {
  const statuses = { preliminary: 'P P', final: 'F F', corrected: 'C C', withdrawn: 'C W' }
  const options = { tells: (standing: Standing) => statuses[standing] }
  contractSuite('by HL7 in UTF-8', () => openFixture('UTF-8', 'utf-8'), options)
  contractSuite('by HL7 in EUC-KR', () => openFixture('EUC-KR', 'euc_kr'), options)

  test.each([
    ['UTF-8', 'utf-8'],
    ['EUC-KR', 'euc_kr'],
  ] as const)('a result in %s is read as it was written', async (characterSet, encoding) => {
    const { adapter, receiver, close } = await openFixture(characterSet, encoding)
    onTestFinished(close)
    await adapter.writeResult(report, { signal: new AbortController().signal })
    await expect
      .poll(receiver.kept)
      .toMatchObject([
        { order: '1001', imageId: 5, version: 1, patient: 'P-1', risk: 'low', status: 'P' },
      ])
    expect(linesOf(receiver, 'PID')).toEqual([
      'PID|1||P-1^^^^MR||홍^길동~Hong^Gildong^^^^^L^A||19640309|M',
    ])
  })

  test('a result repeats its order’s fields, with numbers, units, names and the confirming clinician', async () => {
    const { adapter, receiver, listenPort, close } = await openFixture('UTF-8', 'utf-8')
    onTestFinished(close)
    const order = [
      'MSH|^~\\&|HIS||FOVEA||20260131090000||ORM^O01|M7|P|2.5',
      'PID|1||P-9^^^HOSP&1.2.3&ISO^MR||Yun^Seok^^^^^L^A~윤^석^^^^^L^P||19700102|F',
      'ORC|NW|7001^MICS',
      'OBR|1|7001^MICS||FUNDUS^Fundus photograph^99H|||20260131',
    ].join('\r')
    expect(await sendHl7(listenPort, order)).toContain('MSA|AA|')
    const final: Report = {
      ...report,
      patientId: 'P-9',
      ordSeq: '7001',
      standing: 'final',
      reviewer,
      statement: 'Confirmed.',
    }
    await adapter.writeResult(final, { signal: new AbortController().signal })
    await expect.poll(receiver.kept).toHaveLength(1)
    expect(linesOf(receiver, 'PID')).toEqual([
      'PID|1||P-9^^^HOSP&1.2.3&ISO^MR||Yun^Seok^^^^^L^A~윤^석^^^^^L^P||19700102|F',
    ])
    const [request = ''] = linesOf(receiver, 'OBR')
    const fields = request.split('|')
    expect([fields[2], fields[4], fields[7], fields[22], fields[25], fields[32]]).toEqual([
      '7001^MICS',
      'FUNDUS^Fundus photograph^99H',
      '20260131233005+0900',
      '20260201080000+0000',
      'F',
      'kim&김의사',
    ])
    expect(linesOf(receiver, 'ORC')).toEqual(['ORC|RE|7001^MICS|5'])
    expect(linesOf(receiver, 'NTE')).toEqual(['NTE|1|L|Confirmed.'])
    const crae = linesOf(receiver, 'OBX').find((line) => line.includes('|crae^'))
    expect(crae).toMatch(
      /^OBX\|\d+\|NM\|crae\^CRAE\^99FOVEA\|\|151\.23\|um\^micrometer\^UCUM\|+F\|.*\|kim\^김의사$/,
    )
    const missing = linesOf(receiver, 'OBX').find((line) => line.includes('|avrZoneC^'))
    expect(missing?.split('|').slice(2, 12)).toEqual([
      'ST',
      'avrZoneC^AVR, zone C^99FOVEA',
      '',
      'zones B and C disagree',
      '',
      '',
      '',
      '',
      '',
      'X',
    ])
    expect(linesOf(receiver, 'OBX').join('\n')).toContain('|SOFTWARE^')
  })

  test('a cancelled order is not found, one with another patient’s number is refused', async () => {
    const { adapter, listenPort, close } = await openFixture('UTF-8', 'utf-8')
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

/** The segments with this name in the last message received. */
function linesOf(receiver: Hl7Receiver, name: string): string[] {
  const { text = '' } = receiver.kept().at(-1) ?? {}
  return text.split('\n').filter((line) => line.startsWith(`${name}|`))
}

/** Answers every message with the given function, and keeps the messages. */
async function adapterOf(answer: (id: string) => string | undefined, site = siteOf('UTF-8')) {
  const received: string[] = []
  const server = createServer((socket) => {
    socket.on('error', () => undefined)
    socket.once('data', (bytes) => {
      received.push(String(bytes))
      const text = answer(String(bytes).split('|')[9] ?? '')
      if (text === undefined) socket.destroy()
      else socket.write(frameOf(Buffer.from(text)))
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  const adapter = openHl7Adapter({
    site,
    async connect() {
      const socket = connect({ host: '127.0.0.1', port })
      await once(socket, 'connect')
      return socket
    },
    received: noReceivedOrders,
  })
  return { ...adapter, received }
}

const acknowledged = (code: string, id: string) => `MSH|^~\\&|HIS||FOVEA\rMSA|${code}|${id}\r`

test('only the acknowledgement of this very message counts', async () => {
  const signal = new AbortController().signal
  const refusing = await adapterOf((id) => acknowledged('AE', id))
  await expect(refusing.writeResult(report, { signal })).rejects.toThrow(/answered AE/)
  const cutting = await adapterOf(() => undefined)
  await expect(cutting.writeResult(report, { signal })).rejects.toThrow(/was lost/)
  const mistaken = await adapterOf(() => acknowledged('AA', 'another'))
  const late = { signal: AbortSignal.timeout(300) }
  await expect(mistaken.writeResult(report, late)).rejects.toThrow(/in time/)
})

test.each([
  ['an error of content is final', 'ERR|||204^Unknown key^HL70357|E\r', true],
  ['a locked record may pass', 'ERR|||206^Locked^HL70357|E\r', false],
  ['a refusal that gives no reason may pass', '', false],
])('%s', async (_, error, isFinal) => {
  const adapter = await adapterOf((id) => acknowledged('AR', id) + error)
  const signal = new AbortController().signal
  await expect(adapter.writeResult(report, { signal })).rejects.toMatchObject({ isFinal })
})

test('a withdrawn result is sent with the status of the site file', async () => {
  const site = siteOf('UTF-8', undefined, { withdrawn: { report: 'F', observation: 'D' } })
  const adapter = await adapterOf((id) => acknowledged('AA', id), site)
  const { signal } = new AbortController()
  await adapter.writeResult({ ...report, standing: 'withdrawn', reviewer }, { signal })
  const [text = ''] = adapter.received
  const segments = text.split('\r')
  expect(segments.find((line) => line.startsWith('OBR|'))?.split('|')[25]).toBe('F')
  const statuses = segments.filter((line) => line.startsWith('OBX|')).map((l) => l.split('|')[11])
  expect(new Set(statuses)).toEqual(new Set(['D']))
})
