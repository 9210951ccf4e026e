import { once } from 'node:events'
import { createServer, type AddressInfo, type Socket } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { MicsSettings } from '#contract/mics'

import { openOracleSession } from './oracle.ts'

/** A packet of Oracle's TNS protocol: length, type, content. */
function packet(type: number, content: Buffer): Buffer {
  const header = Buffer.alloc(8)
  header.writeUInt16BE(content.length + 8, 0)
  header.writeUInt8(type, 4)
  return Buffer.concat([header, content])
}

/** REFUSE, with the error that a listener gives for a service that it does not know. */
function refusal(code: number): Buffer {
  const text = Buffer.from(
    `(DESCRIPTION=(TMP=)(VSNNUM=0)(ERR=${code})(ERROR_STACK=(ERROR=(CODE=${code}))))`,
  )
  const header = Buffer.alloc(4)
  header.writeUInt16BE(text.length, 2)
  return packet(4, Buffer.concat([header, text]))
}

/** ACCEPT in the version of the protocol that Oracle 11.2 speaks, which is 314. */
function oldVersion(): Buffer {
  const content = Buffer.alloc(24)
  content.writeUInt16BE(314, 0)
  // Sizes of data units, and no network encryption.
  content.writeUInt16BE(8192, 4)
  content.writeUInt16BE(32_767, 6)
  content.fill(0x04, 14, 16)
  return packet(2, content)
}

/** A listener that does to the real driver what hospitals' networks do. */
async function startListener(behave: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    socket.once('data', () => behave(socket))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

function readFrom(port: number, signal: AbortSignal): Promise<unknown> {
  const session = openOracleSession({
    settings: MicsSettings.parse({ IP: '127.0.0.1', PORT: port, USERNAME: 'fovea' }),
    password: 'hunter2',
    clientFolder: undefined,
    findAddress: () => Promise.resolve('127.0.0.1'),
  })
  onTestFinished(() => session.close())
  return session.read({ sql: 'select 1 from dual', binds: {} }, signal)
}

const patient = new AbortController().signal

test.each<[string, (socket: Socket) => void, RegExp]>([
  ['knows no such service', (socket) => socket.end(refusal(12_514)), /no service of this name/],
  ['is too old', (socket) => socket.write(oldVersion()), /older than Oracle 12\.1/],
  ['resets the connection', (socket) => socket.resetAndDestroy(), /broke off|could not be reached/],
  ['closes without a word', (socket) => socket.end(), /broke off|could not be reached/],
  ['refuses otherwise', (socket) => socket.end(refusal(12_516)), /refused with (?:ORA|NJS)-\d+/],
])('a database that %s is told in words', async (_, behave, words) => {
  const error = await readFrom(await startListener(behave), patient).catch((why: unknown) => why)
  expect(String(error)).toMatch(words)
  expect(String(error)).not.toContain('hunter2')
})

test('where nothing listens it says that it cannot be reached', async () => {
  const port = await startListener(() => undefined)
  await expect(readFrom(port === 1 ? 2 : 1, patient)).rejects.toThrow(/could not be reached/)
})

test('a database that accepts and then says nothing holds nobody longer than the deadline', async () => {
  const port = await startListener(() => undefined)
  await expect(readFrom(port, AbortSignal.timeout(3000))).rejects.toThrow(/in time/)
})
