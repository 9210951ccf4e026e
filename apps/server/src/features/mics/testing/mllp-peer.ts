import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'

import { onTestFinished } from 'vitest'

import { FrameReader, frameOf } from '#hl7/frames'
import { parseMessage, segmentOf, valueOf } from '#hl7/message'

/** A result as an HL7 receiver reads it. */
interface Taken {
  readonly id: string
  readonly patient: string
  readonly order: string
  readonly report: string
  /** OBX-11, each once. */
  readonly observations: string
  /** The value of the observation VERSION. */
  readonly version: string
  /** OBR-32. */
  readonly interpreter: string
  readonly text: string
}

export interface MllpPeer {
  readonly port: number
  /** Every message received, in order, including refused ones. */
  readonly taken: readonly Taken[]
  /** How to answer the next messages: with an acknowledgement code, or with an error (ERR-3). */
  answer: { code: string; error?: string }
}

/** A receiver of results that answers as instructed, until the test ends. */
export async function startMllpPeer(): Promise<MllpPeer> {
  const taken: Taken[] = []
  const peer = { port: 0, taken, answer: { code: 'AA' } as MllpPeer['answer'] }
  const server = createServer((socket) => {
    const reader = new FrameReader(1e6)
    socket.on('error', () => undefined)
    socket.on('data', (bytes: Buffer) => {
      for (const frame of reader.push(bytes)) {
        const result = read(Buffer.from(frame).toString())
        taken.push(result)
        const { code, error } = peer.answer
        const reason = error === undefined ? '' : `ERR|||${error}|E\r`
        const acknowledgement = `MSH|^~\\&|HIS||FOVEA\rMSA|${code}|${result.id}\r${reason}`
        socket.write(frameOf(Buffer.from(acknowledgement)))
      }
    })
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => void server.close())
  peer.port = (server.address() as AddressInfo).port
  return peer
}

function read(text: string): Taken {
  const message = parseMessage(text) ?? []
  const of = (name: string, field: number): string => valueOf(segmentOf(message, name), field)
  const observations = message.filter(({ name }) => name === 'OBX')
  const version = observations.find((each) => valueOf(each, 3) === 'VERSION')
  return {
    id: of('MSH', 10),
    patient: of('PID', 3),
    order: of('OBR', 2),
    report: of('OBR', 25),
    observations: [...new Set(observations.map((each) => valueOf(each, 11)))].join(' '),
    version: valueOf(version, 5),
    interpreter: of('OBR', 32),
    text,
  }
}
