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

/** ACCEPT in the version of Oracle 12.1, with or without native network encryption; 4-byte lengths follow. */
function accepted({ isEncrypted }: { isEncrypted: boolean }): Buffer {
  const content = Buffer.alloc(33)
  content.writeUInt16BE(315, 0)
  content.fill(isEncrypted ? 0 : 0x04, 14, 16)
  content.writeUInt32BE(8192, 24)
  content.writeUInt32BE(32_767, 28)
  return packet(2, content)
}

/** DATA. */
function data(content: Buffer): Buffer {
  const header = Buffer.alloc(10)
  header.writeUInt32BE(content.length + 10, 0)
  header.writeUInt8(6, 4)
  return Buffer.concat([header, content])
}

/** The negotiation of native network encryption ends with ORA-12660: the server demands it. */
function encryptionDemanded(): Buffer {
  const content = Buffer.alloc(21)
  content.writeUInt32BE(0xdeadbeef, 0)
  content.writeUInt16BE(content.length, 4)
  content.writeUInt16BE(1, 10)
  content.writeUInt32BE(12_660, 17)
  return data(content)
}

/** The protocol and the character sets (AL32UTF8, AL16UTF16), without capabilities. */
function protocolAgreed(): Buffer {
  const banner = Buffer.from('\u0001\u0006\u0000stub\u0000', 'latin1')
  const characters = Buffer.from([0x69, 0x03, 1, 0, 0, 0, 11])
  const forms = Buffer.alloc(11)
  forms.writeUInt16BE(2000, 9)
  return data(Buffer.concat([banner, characters, forms, Buffer.from([0, 0])]))
}

/** The data types: only a time zone. */
function typesAgreed(): Buffer {
  return data(Buffer.concat([Buffer.from([2]), Buffer.alloc(13)]))
}

/** The server's answer if a password is stored only in the form of Oracle 10g (type 0x939). */
function oldVerifier(): Buffer {
  const key = Buffer.from('AUTH_VFR_DATA')
  const named = Buffer.concat([Buffer.from([1, key.length, key.length]), key])
  return data(
    Buffer.concat([Buffer.from([8, 1, 1]), named, Buffer.from([0, 2, 0x09, 0x39, 9, 0, 0])]),
  )
}

/** Sends one packet after the other, each in answer to a request. */
function inTurn(...answers: readonly Buffer[]) {
  return (socket: Socket): void => {
    const left = [...answers]
    const next = (): void => {
      const answer = left.shift()
      if (answer !== undefined) socket.write(answer)
    }
    socket.on('data', next)
    next()
  }
}

/** A listener that behaves towards the real driver like those of hospitals. */
async function startListener(behave: (socket: Socket) => void): Promise<number> {
  const sockets = new Set<Socket>()
  const server = createServer((socket) => {
    sockets.add(socket)
    socket.on('error', () => undefined)
    let heard = ''
    // A long descriptor comes in a separate packet.
    const listen = (chunk: Buffer): void => {
      heard += chunk.toString('latin1')
      if (!heard.includes('SERVICE_NAME=')) return
      socket.off('data', listen)
      behave(socket)
    }
    socket.on('data', listen)
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(async () => {
    for (const socket of sockets) socket.destroy()
    server.close()
    await once(server, 'close')
  })
  return (server.address() as AddressInfo).port
}

function readFrom(port: number, signal: AbortSignal, clientFolder?: string): Promise<unknown> {
  const session = openOracleSession({
    settings: MicsSettings.parse({ IP: '127.0.0.1', PORT: port, USERNAME: 'fovea' }),
    password: 'hunter2',
    clientFolder,
    findAddress: () => Promise.resolve('127.0.0.1'),
  })
  onTestFinished(() => session.close())
  return session.read({ sql: 'select 1 from dual', binds: {} }, signal)
}

const patient = new AbortController().signal

test.each<[string, (socket: Socket) => void, RegExp]>([
  ['knows no such service', (socket) => socket.end(refusal(12_514)), /no service with this name/],
  ['is too old', (socket) => socket.write(oldVersion()), /older than Oracle 12\.1/],
  [
    'demands its own encryption',
    inTurn(accepted({ isEncrypted: true }), encryptionDemanded()),
    /demands Oracle’s network encryption/,
  ],
  [
    'keeps the password in the old form',
    inTurn(accepted({ isEncrypted: false }), protocolAgreed(), typesAgreed(), oldVerifier()),
    /password in an old form \(10G\)/,
  ],
  ['resets the connection', (socket) => socket.resetAndDestroy(), /was lost|could not be reached/],
  ['closes without a word', (socket) => socket.end(), /was lost|could not be reached/],
  ['refuses otherwise', (socket) => socket.end(refusal(12_516)), /refused with (?:ORA|NJS)-\d+/],
])('a database that %s is told in words', async (_, behave, words) => {
  const error = await readFrom(await startListener(behave), patient).catch((why: unknown) => why)
  expect(String(error)).toMatch(words)
  expect(String(error)).not.toContain('hunter2')
})

test('if nothing listens it reports that it cannot be reached', async () => {
  const port = await startListener(() => undefined)
  await expect(readFrom(port === 1 ? 2 : 1, patient)).rejects.toThrow(/could not be reached/)
})

test('if Oracle’s own client is not in its folder, that is reported', async () => {
  const port = await startListener(() => undefined)
  await expect(readFrom(port, patient, '/nowhere/instantclient')).rejects.toThrow(
    /Oracle’s own client could not be loaded/,
  )
})

test('a database that accepts and then stays silent is given up at the deadline', async () => {
  const port = await startListener(() => undefined)
  await expect(readFrom(port, AbortSignal.timeout(3000))).rejects.toThrow(/in time/)
})
