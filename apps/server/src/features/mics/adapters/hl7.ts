import type { Socket } from 'node:net'

import { message } from '#contract/messages/message'
import { acknowledgementOf, isAccepted, type Acknowledgement } from '#hl7/acknowledgement'
import { FrameReader, frameOf } from '#hl7/frames'
import { parseMessage } from '#hl7/message'

import { MicsError, type MicsAdapter } from '../adapter.ts'
import type { ReceivedOrders } from '../received-orders.ts'
import type { Report } from '../report.ts'
import { controlId, resultMessage, type Hl7Site } from './hl7-result.ts'
import { decodeText, encodeText } from './hl7-text.ts'

interface Hl7Options {
  readonly site: Hl7Site
  readonly connect: () => Promise<Socket>
  /** Received orders. */
  readonly received: ReceivedOrders
}

/** An acknowledgement is short. */
const longestAnswer = 65_536

/** An order system that sends orders when they are placed, and takes results (HL7 v2 over MLLP). */
export function openHl7Adapter({ site, connect, received }: Hl7Options): MicsAdapter {
  return {
    async ping() {
      const socket = await connect()
      socket.destroy()
    },
    findOrders: received.find,
    async writeResult(report, { signal, rehearsal = false }) {
      // A sent message cannot be taken back.
      if (rehearsal) throw new MicsError(message('mics.noRehearsal'), { isFinal: true })
      const text = resultMessage(site, report, await received.findAsWritten(report))
      const socket = await connect()
      try {
        await exchange(socket, encodeText(text, site.characterSet), { report, signal })
      } finally {
        socket.destroy()
      }
    },
    close: () => Promise.resolve(),
  }
}

/** Sends and waits for the acknowledgement of this very message. */
async function exchange(
  socket: Socket,
  content: Uint8Array,
  { report, signal }: { report: Report; signal: AbortSignal },
): Promise<void> {
  socket.write(frameOf(content))
  const reader = new FrameReader(longestAnswer)
  const giveUp = (): void => void socket.destroy()
  signal.addEventListener('abort', giveUp, { once: true })
  try {
    for await (const chunk of socket as AsyncIterable<Buffer>) {
      for (const answer of reader.push(chunk)) {
        const told = acknowledgementOf(parseMessage(decodeText(answer)) ?? [])
        if (told?.controlId !== controlId(report)) continue
        return judge(told)
      }
    }
  } catch (error) {
    if (error instanceof MicsError) throw error
    throw new MicsError(message(signal.aborted ? 'mics.late' : 'mics.broken'), { cause: error })
  } finally {
    signal.removeEventListener('abort', giveUp)
  }
  throw new MicsError(message(signal.aborted ? 'mics.late' : 'mics.broken'))
}

/** @throws {MicsError} unless it accepts; a content error from the receiver is permanent */
function judge(answer: Acknowledgement): void {
  if (isAccepted(answer)) return
  const { code, error, isFinal } = answer
  throw new MicsError(
    error === null
      ? message('mics.refused', { code })
      : message('mics.refusedFor', { code, error: nameOfError(error) }),
    { isFinal },
  )
}

/** HL7 table 0357. */
const errorNames: Readonly<Record<string, string>> = {
  '100': 'segment sequence error',
  '101': 'required field missing',
  '102': 'data type error',
  '103': 'table value not found',
  '104': 'value too long',
  '200': 'unsupported message type',
  '201': 'unsupported event code',
  '202': 'unsupported processing id',
  '203': 'unsupported version id',
  '204': 'unknown key identifier',
  '205': 'duplicate key identifier',
  '206': 'application record locked',
  '207': 'application internal error',
}

function nameOfError(code: string): string {
  return [code, errorNames[code] ?? ''].join(' ').trim()
}
