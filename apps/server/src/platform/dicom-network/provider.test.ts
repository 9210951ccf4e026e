import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { readdir, readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import path from 'node:path'

import { array, assert, asyncProperty, nat, tuple } from 'fast-check'
import { expect, onTestFinished, test } from 'vitest'

import { peerAt, testFolder } from '../../testing/dicom-peers.ts'
import { encodeRequest } from './association-pdu.ts'
import { commandFields, encodeCommand, statuses } from './command.ts'
import { openFileSink } from './file-sink.ts'
import {
  dataHeader,
  encodeAbort,
  encodePdu,
  pduTypes,
  releaseRequest,
  releaseResponse,
} from './pdu.ts'
import { startProvider, type ProviderLimits } from './provider.ts'
import { transferSyntaxes } from './uid.ts'
import { echo } from './user.ts'

const { explicitLittleEndian } = transferSyntaxes
const photographClass = '1.2.840.10008.5.1.4.1.1.77.1.5.1'

async function startReceiver(limits: Partial<ProviderLimits> = {}) {
  const folder = await testFolder()
  const kept: string[] = []
  let count = 0
  const provider = await startProvider({
    host: '127.0.0.1',
    port: 0,
    aeTitle: 'FOVEA',
    limits,
    accepts: () => Promise.resolve(true),
    store: (object) =>
      openFileSink(path.join(folder, `${(count += 1)}.part`), object, {
        identify: () => Promise.resolve(undefined),
        keep: async (received, _known, synced) => {
          await synced
          kept.push(received.sopInstanceUid)
          return statuses.success
        },
      }),
  })
  onTestFinished(() => provider[Symbol.asyncDispose]())
  return { ...provider, folder, kept }
}

const request = encodeRequest({
  calledAeTitle: 'FOVEA',
  callingAeTitle: 'CAMERA',
  contexts: [
    { id: 1, abstractSyntax: photographClass, transferSyntaxes: [explicitLittleEndian] },
    { id: 3, abstractSyntax: '1.2.840.10008.1.1', transferSyntaxes: [explicitLittleEndian] },
  ],
  roles: [],
})

function value(bytes: Uint8Array, control: { isCommand: boolean; isLast: boolean }, contextId = 1) {
  return Buffer.concat([dataHeader({ contextId, ...control }, bytes.length), bytes])
}
const command = { isCommand: true, isLast: true }
const data = { isCommand: false, isLast: true }

function storeCommand(sopInstanceUid = '1.2.3.4'): Buffer {
  const bytes = encodeCommand({
    CommandField: commandFields.store,
    AffectedSOPClassUID: photographClass,
    AffectedSOPInstanceUID: sopInstanceUid,
    MessageID: 1,
    Priority: 0,
    hasDataSet: true,
  })
  return value(bytes, command)
}

/**
 * Sends everything and collects the types of the units that come back until the connection ends.
 */
async function exchange(port: number, ...messages: readonly Buffer[]): Promise<number[]> {
  const socket = connect({ host: '127.0.0.1', port })
  socket.on('error', () => undefined)
  const types: number[] = []
  let waiting = Buffer.alloc(0)
  socket.on('data', (bytes: Buffer) => {
    waiting = Buffer.concat([waiting, bytes])
    while (waiting.length >= 6 && waiting.length >= 6 + waiting.readUInt32BE(2)) {
      types.push(waiting.readUInt8(0))
      waiting = waiting.subarray(6 + waiting.readUInt32BE(2))
    }
  })
  for (const message of messages) await written(socket, message)
  // `once` of node:events would reject if the receiver resets the connection.
  if (!socket.closed)
    await new Promise<void>((resolve) => void socket.once('close', () => resolve()))
  return types
}

function written(socket: Socket, message: Buffer): Promise<void> {
  return new Promise((resolve) => void socket.write(message, () => resolve()))
}

const accepted = pduTypes.associateAccept

test.each<[string, readonly Buffer[]]>([
  ['a value of a context that was not agreed', [value(Buffer.alloc(8), command, 9)]],
  ['a value longer than its unit', [encodePdu(4, Buffer.from([0, 0, 0, 100, 1, 3, 0, 0]))]],
  ['a unit without values', [encodePdu(4, Buffer.alloc(0))]],
  ['a data set without a command', [value(Buffer.alloc(100), data)]],
  [
    'a command without end',
    [1, 2, 3].map(() => value(Buffer.alloc(8000), { ...command, isLast: false })),
  ],
  ['a command of nonsense', [value(Buffer.alloc(200, 7), command)]],
  ['a command within a data set', [storeCommand(), storeCommand()]],
  ['a unit of an unknown type', [encodePdu(9, Buffer.alloc(0))]],
  ['a second request', [request]],
  ['an answer to a release that nobody asked for', [releaseResponse]],
  ['a release within a message', [storeCommand(), encodePdu(5, Buffer.alloc(4))]],
  ['an object above the limit', [storeCommand(), value(Buffer.alloc(3000), data)]],
])('%s is answered by an abort, and nothing of it is kept', async (_what, messages) => {
  const { port, folder, kept } = await startReceiver({ objectBytes: 2000 })
  expect(await exchange(port, request, ...messages)).toEqual([accepted, pduTypes.abort])
  await expect.poll(() => readdir(folder)).toEqual([])
  expect(kept).toEqual([])
})

test('a connection that requests no association is ignored', async () => {
  const { port } = await startReceiver()
  const http = Buffer.from('GET / HTTP/1.0\r\n\r\n')
  expect(await exchange(port, http)).toEqual([pduTypes.abort])
  const huge = Buffer.from([1, 0, 0x7f, 0xff, 0xff, 0xff])
  expect(await exchange(port, huge)).toEqual([pduTypes.abort])
})

test('UIDs that could lead out of a folder are refused, whatever follows', async () => {
  const { port, kept, folder } = await startReceiver({ idleMs: 300 })
  for (const uid of ['..', '.', '1', '1..2', '1.2.3.4.']) {
    await exchange(port, request, storeCommand(uid), value(Buffer.alloc(10), data))
  }
  expect(kept).toEqual([])
  expect(await readdir(folder)).toEqual([])
})

test('an object is kept byte for byte however its values are split or joined', async () => {
  const { port, folder, kept } = await startReceiver({ idleMs: 500, transferMs: 500 })
  const content = randomBytes(5000)
  const cuts = [0, 0, 1, 1000, 3777, content.length]
  const values = cuts.slice(1).map((end, index) => {
    const bytes = content.subarray(cuts[index], end)
    return value(bytes, { ...data, isLast: false }).subarray(6)
  })
  const unit = encodePdu(pduTypes.data, Buffer.concat(values))
  const sent = Buffer.concat([storeCommand(), unit, value(Buffer.alloc(0), data), storeCommand()])
  const drops = Array.from({ length: Math.ceil(sent.length / 700) }, (_, index) =>
    sent.subarray(700 * index, 700 * (index + 1)),
  )
  await exchange(port, request, ...drops, value(content, data))
  expect(kept).toHaveLength(2)
  for (const name of ['1.part', '2.part']) {
    const file = await readFile(path.join(folder, name))
    expect(file.subarray(-content.length).equals(content)).toBe(true)
  }
})

test('an object is kept if each byte arrives alone and its command shares a unit with it', async () => {
  const { port, folder, kept } = await startReceiver()
  const content = Buffer.from('an object of a few words')
  const unit = encodePdu(
    pduTypes.data,
    Buffer.concat([storeCommand().subarray(6), value(content, data).subarray(6)]),
  )
  const sent = Buffer.concat([request, unit, releaseRequest])
  const answers = await exchange(port, ...Array.from(sent, (byte) => Buffer.from([byte])))
  expect(answers).toEqual([accepted, pduTypes.data, pduTypes.releaseResponse])
  expect(kept).toEqual(['1.2.3.4'])
  const file = await readFile(path.join(folder, '1.part'))
  expect(file.subarray(-content.length).equals(content)).toBe(true)
})

test('a peer that aborts within an object is not answered, and leaves nothing behind', async () => {
  const { port, folder, kept } = await startReceiver()
  const begun = value(Buffer.alloc(1000), { ...data, isLast: false })
  expect(await exchange(port, request, storeCommand(), begun, encodeAbort())).toEqual([accepted])
  await expect.poll(() => readdir(folder)).toEqual([])
  expect(kept).toEqual([])
})

test('a peer that goes away within an object leaves nothing behind', async () => {
  const { port, folder } = await startReceiver()
  const socket = connect({ host: '127.0.0.1', port })
  await written(socket, Buffer.concat([request, storeCommand()]))
  await written(socket, value(Buffer.alloc(1000), { ...data, isLast: false }))
  await expect.poll(() => readdir(folder)).toHaveLength(1)
  socket.destroy()
  await expect.poll(() => readdir(folder)).toEqual([])
})

test('a peer that is silent, or sends drop by drop, is disconnected', async () => {
  const { port } = await startReceiver({ artimMs: 200, idleMs: 200 })
  expect(await exchange(port)).toEqual([])
  expect(await exchange(port, request)).toEqual([accepted])
  const socket = connect({ host: '127.0.0.1', port })
  const dripping = setInterval(() => socket.write(request.subarray(0, 1)), 50)
  // A drop in flight when the receiver hangs up may be answered by a reset.
  socket.on('error', () => undefined)
  await new Promise((resolve) => socket.once('close', resolve))
  clearInterval(dripping)
})

test('associations above the limit are rejected for now, and accepted when others have ended', async () => {
  const { port } = await startReceiver({ associationsOfAddress: 2 })
  const open = [1, 2].map(() => connect({ host: '127.0.0.1', port }))
  await Promise.all(open.map((socket) => once(socket, 'connect')))
  await Promise.all(open.map((socket) => written(socket, request)))
  await Promise.all(open.map((socket) => once(socket, 'data')))
  await expect(echo(peerAt(port, 'FOVEA'))).rejects.toMatchObject({ fault: 'busy', code: 2 })
  for (const socket of open) socket.destroy()
  await expect
    .poll(() => echo(peerAt(port, 'FOVEA')).then(() => 'answered', String))
    .toBe('answered')
})

test('no mutation of an association stops the receiver or leaves a file behind', async () => {
  const impatient = { artimMs: 150, idleMs: 150, transferMs: 150 }
  const limits = { ...impatient, associationsOfAddress: 32 }
  const { port, folder, kept } = await startReceiver(limits)
  const original = Buffer.concat([request, storeCommand(), value(Buffer.alloc(500), data)])
  const mutations = array(tuple(nat(original.length - 1), nat(255)), {
    minLength: 1,
    maxLength: 6,
  })
  const mutated = tuple(mutations, nat(original.length)).map(([changes, cut]) => {
    const bytes = Buffer.from(original)
    for (const [at, byte] of changes) bytes[at] = byte
    return cut % 3 === 0 ? bytes.subarray(0, cut) : bytes
  })
  // Many at once: most of them wait until the receiver gives up.
  const atOnce = array(mutated, { minLength: 10, maxLength: 10 })
  await assert(
    asyncProperty(atOnce, async (associations) => {
      await Promise.all(associations.map((bytes) => exchange(port, bytes)))
    }),
    { numRuns: 30 },
  )
  // The last object may still be on its way to the disk when its sender has been cut off.
  await expect.poll(async () => (await readdir(folder)).length - kept.length).toBe(0)
  await echo(peerAt(port, 'FOVEA'))
})
