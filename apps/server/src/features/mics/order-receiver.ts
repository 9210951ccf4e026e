import { once } from 'node:events'
import { createServer, type Socket } from 'node:net'

import { FrameReader, frameOf } from '#hl7/frames'
import {
  parseMessage,
  segmentOf,
  timeText,
  valueOf,
  writeMessage,
  type Hl7Message,
} from '#hl7/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { visitor } from '../../platform/http/actor.ts'
import { log } from '../../platform/log.ts'
import { recordAudit } from '../audit/queries.ts'
import { characterSets, decodeText, encodeText } from './adapters/hl7-text.ts'
import { keepOrder, ordersOf } from './received-orders.ts'
import type { Site } from './site-file.ts'

type Hl7Site = Extract<Site, { adapter: 'hl7v2' }>

interface ReceiverDeps {
  readonly db: Db
  readonly clock: Clock
}

const longestMessage = 2 ** 20
const mostConnections = 32
const idleMs = 600_000

/** Receives orders that the hospital sends by HL7 v2, if the site file says so. */
export async function openOrderReceiver(
  deps: ReceiverDeps,
  site: Site | null,
): Promise<AsyncDisposable> {
  if (site?.adapter !== 'hl7v2' || site.listen === undefined) {
    return { [Symbol.asyncDispose]: () => Promise.resolve() }
  }
  const { host, port, from } = site.listen
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    const address = (socket.remoteAddress ?? '').replace(/^::ffff:/, '')
    if (!from.includes(address)) {
      log.warn('an order was sent from an address that may not', { address })
      socket.destroy()
      return
    }
    sockets.add(socket)
    socket.setTimeout(idleMs, () => socket.destroy())
    socket.once('close', () => sockets.delete(socket))
    void converse(deps, { socket, site, address })
  })
  server.maxConnections = mostConnections
  server.listen({ host, port })
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      for (const socket of sockets) socket.destroy()
      server.close()
      await once(server, 'close')
    },
  }
}

interface Peer {
  readonly socket: Socket
  readonly site: Hl7Site
  readonly address: string
}

async function converse(deps: ReceiverDeps, peer: Peer): Promise<void> {
  const { socket, site } = peer
  const reader = new FrameReader(longestMessage)
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      for (const bytes of reader.push(chunk)) {
        const received = parseMessage(decodeText(bytes))
        if (received === undefined) return void socket.destroy()
        const outcome = await take(deps, peer, received)
        const answer = acknowledgement(site, received, { ...outcome, at: deps.clock() })
        socket.write(frameOf(encodeText(answer, site.characterSet)))
      }
    }
  } catch (error) {
    log.warn('an order message broke off', { why: String(error) })
    socket.destroy()
  }
}

interface Outcome {
  /** AA accepted, AE not kept, AR of a kind that is not taken (HL7 table 0008). */
  readonly code: 'AA' | 'AE' | 'AR'
  readonly text: string
}

/** Messages that bring orders (HL7 table 0076). */
export const orderTypes: ReadonlySet<string> = new Set(['ORM', 'OML', 'OMG', 'OMI'])

async function take(deps: ReceiverDeps, peer: Peer, received: Hl7Message): Promise<Outcome> {
  const type = valueOf(segmentOf(received, 'MSH'), 9)
  if (!orderTypes.has(type)) return { code: 'AR', text: `${type} is not taken` }
  const orders = ordersOf(received)
  if (orders.length === 0) return { code: 'AE', text: 'the message has no order' }
  if (orders.some(({ patientId, ordSeq }) => patientId === '' || ordSeq === '')) {
    return { code: 'AE', text: 'PID-3 and ORC-2 are needed' }
  }
  try {
    return await deps.db.transaction().execute(async (trx) => {
      for (const order of orders) {
        const isKept = await keepOrder(trx, order, deps.clock())
        if (!isKept) throw new ForeignOrder(order.ordSeq)
      }
      await recordAudit(trx, {
        actor: { ...visitor, username: 'MICS' },
        address: peer.address,
        action: 'receiveOrder',
        type: 'order',
        outcome: 200,
        accessSeconds: 0,
        detail: { orders: orders.map(({ ordSeq }) => ordSeq) },
      })
      return { code: 'AA', text: '' } as const
    })
  } catch (error) {
    if (error instanceof ForeignOrder) return { code: 'AE', text: error.message }
    log.error('keeping an order', error)
    return { code: 'AE', text: 'the order could not be kept' }
  }
}

class ForeignOrder extends Error {
  constructor(ordSeq: string) {
    super(`order ${ordSeq} is another patient’s`)
  }
}

function acknowledgement(
  site: Hl7Site,
  received: Hl7Message,
  { code, text, at }: Outcome & { at: Date },
): string {
  const header = segmentOf(received, 'MSH')
  const id = valueOf(header, 10)
  return writeMessage([
    [
      'MSH',
      {
        3: site.sendingApplication,
        4: site.sendingFacility,
        5: valueOf(header, 3),
        6: valueOf(header, 4),
        7: timeText(at),
        9: ['ACK', valueOf(header, 9, 2), 'ACK'],
        10: `A${id}`.slice(0, 20),
        11: 'P',
        12: valueOf(header, 12) || '2.5.1',
        18: characterSets[site.characterSet],
      },
    ],
    ['MSA', { 1: code, 2: id, 3: text }],
  ])
}
