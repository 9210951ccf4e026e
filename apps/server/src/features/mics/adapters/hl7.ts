import { createHash } from 'node:crypto'
import type { Socket } from 'node:net'

import { message } from '#contract/messages/message'
import { FrameReader, frameOf } from '#hl7/frames'
import { parseMessage, segmentOf, timeText, valueOf, writeMessage } from '#hl7/message'

import {
  MicsError,
  type MicsAdapter,
  type Order,
  type OrderQuery,
  type Report,
} from '../adapter.ts'
import type { Site } from '../site-file.ts'
import { characterSets, decodeText, encodeText } from './hl7-text.ts'

type Hl7Site = Extract<Site, { adapter: 'hl7v2' }>

interface Hl7Options {
  readonly site: Hl7Site
  readonly connect: () => Promise<Socket>
  /** Among the orders that have come. */
  readonly findOrders: (query: OrderQuery) => Promise<readonly Order[]>
}

/** An acknowledgement is short. */
const longestAnswer = 65_536

/** An order system that sends orders when they are placed, and takes results (HL7 v2 over MLLP). */
export function openHl7Adapter({ site, connect, findOrders }: Hl7Options): MicsAdapter {
  return {
    async ping() {
      const socket = await connect()
      socket.destroy()
    },
    findOrders,
    async writeResult(report, { signal, rehearsal = false }) {
      // A message that was sent cannot be taken back.
      if (rehearsal) throw new MicsError(message('mics.noRehearsal'), { isFinal: true })
      const text = resultMessage(site, report)
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

/** By which the receiver knows a message again: at most 20 characters in older versions. */
function controlId({ key }: Report): string {
  return createHash('sha256').update(key).digest('hex').slice(0, 20)
}

/** ORU^R01: an unsolicited observation, preliminary until a clinician has confirmed it. */
function resultMessage(site: Hl7Site, report: Report): string {
  const at = timeText(report.analysedAt)
  const preliminary = 'P'
  const observations = [
    { type: 'NM', what: ['VERSION', 'Version of the result', 'L'], value: String(report.version) },
    { type: 'ST', what: ['QUALITY', 'Image quality', 'L'], value: report.quality },
    { type: 'ST', what: ['RISK', 'Cardiovascular risk category', 'L'], value: report.riskCategory },
    { type: 'ST', what: ['EYE', 'Laterality', 'L'], value: report.laterality },
    { type: 'ST', what: ['URL', 'Report', 'L'], value: report.reportUrl },
  ].filter(({ value }) => value !== '')
  return writeMessage([
    [
      'MSH',
      {
        3: site.sendingApplication,
        4: site.sendingFacility,
        5: site.receivingApplication,
        6: site.receivingFacility,
        7: at,
        9: ['ORU', 'R01', 'ORU_R01'],
        10: controlId(report),
        11: 'P',
        12: '2.5.1',
        18: characterSets[site.characterSet],
      },
    ],
    ['PID', { 1: '1', 3: [report.patientId, '', '', '', 'MR'], 5: report.patientName }],
    [
      'OBR',
      {
        1: '1',
        2: report.ordSeq,
        3: String(report.imageId),
        4: ['FUNDUS-AI', 'AI analysis of a fundus photograph', 'L'],
        7: report.studyDate.replaceAll('-', ''),
        22: at,
        25: preliminary,
      },
    ],
    ...observations.map(
      ({ type, what, value }, index) =>
        [
          'OBX',
          { 1: String(index + 1), 2: type, 3: what, 5: value, 11: preliminary, 14: at },
        ] as const,
    ),
  ])
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
        const code = acknowledgementOf(answer, controlId(report))
        if (code === 'AA' || code === 'CA') return
        if (code !== undefined) throw new MicsError(message('mics.refused', { code }))
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

/** The code of an acknowledgement; undefined where it is of another message. */
function acknowledgementOf(answer: Uint8Array, id: string): string | undefined {
  const acknowledgement = segmentOf(parseMessage(decodeText(answer)) ?? [], 'MSA')
  return valueOf(acknowledgement, 2) === id ? valueOf(acknowledgement, 1) : undefined
}
