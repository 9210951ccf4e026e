import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'

import { expect, onTestFinished, test } from 'vitest'

import { openOutbound } from './outbound.ts'

const request = { method: 'GET', milliseconds: 5000, bytes: 1000 } as const

/** A server on this machine that counts connections. */
async function listening(answer: RequestListener) {
  let connections = 0
  const server = createServer(answer)
  server.on('connection', () => (connections += 1))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  const { port } = server.address() as AddressInfo
  return { port, connections: () => connections }
}

const hello: RequestListener = (_request, response) => {
  response.setHeader('content-type', 'text/plain').end('hello')
}

const spellings = [
  '127.0.0.1',
  '127.1',
  '127.0.1',
  '2130706433',
  '0x7f000001',
  '0x7f.1',
  '0177.0.0.1',
  '017700000001',
  '127.0.0.1.',
  '%31%32%37.0.0.1',
  '①②⑦.⓪.⓪.①',
  '127。0。0。1',
  'localhost',
  'LOCALHOST',
  'localhost.',
  'ai.example@127.0.0.1',
  'ai.example:80@127.0.0.1',
  '0.0.0.0',
  '0',
  '[::]',
  '[::1]',
  '[0:0:0:0:0:0:0:1]',
  '[::ffff:127.0.0.1]',
  '[::ffff:7f00:1]',
  '[::127.0.0.1]',
  '[64:ff9b::7f00:1]',
  '[2002:7f00:1::]',
]

test.each(spellings)('this machine spelt %s is not called', async (host) => {
  const canary = await listening(hello)
  const outbound = openOutbound(['ai.example', `ai.example:${canary.port}`])
  const url = new URL(`http://${host}:${canary.port}/`)
  await expect(outbound.send(url, request)).rejects.toMatchObject({ fault: 'not allowed' })
  expect(canary.connections()).toBe(0)
})

test.each([
  '127.0.0.1',
  '10.1.2.3',
  '172.16.0.1',
  '192.168.1.1',
  '169.254.169.254',
  '100.64.0.1',
  '0.0.0.0',
  '::1',
  '::ffff:127.0.0.1',
  'fe80::1',
  'fd00::1',
  '64:ff9b::7f00:1',
  '2002:7f00:1::',
])('a name on the list that leads to %s is not called', async (address) => {
  const canary = await listening(hello)
  const outbound = openOutbound([`ai.example:${canary.port}`], async () => [
    { address, family: address.includes(':') ? 6 : 4 },
  ])
  const url = new URL(`http://ai.example:${canary.port}/`)
  await expect(outbound.send(url, request)).rejects.toMatchObject({ fault: 'not allowed' })
  expect(canary.connections()).toBe(0)
})

test('one private address among public ones rules out a name', async () => {
  const canary = await listening(hello)
  const outbound = openOutbound([`ai.example:${canary.port}`], async () => [
    { address: '192.0.43.8', family: 4 },
    { address: '127.0.0.1', family: 4 },
  ])
  const url = new URL(`http://ai.example:${canary.port}/`)
  await expect(outbound.send(url, request)).rejects.toMatchObject({ fault: 'not allowed' })
  expect(canary.connections()).toBe(0)
})

test('the connection goes to the address that was checked, and each call resolves the name again', async () => {
  const service = await listening(hello)
  const answers = ['127.0.0.1', '10.0.0.1']
  let lookups = 0
  const outbound = openOutbound(['ai.example:' + service.port, '127.0.0.1'], async () => [
    { address: answers[lookups++] ?? '', family: 4 },
  ])
  const url = new URL(`http://ai.example:${service.port}/`)
  const { content } = await outbound.send(url, request)
  expect([content.toString(), lookups]).toEqual(['hello', 1])
  await expect(outbound.send(url, request)).rejects.toMatchObject({ fault: 'not allowed' })
  expect(service.connections()).toBe(1)
})

test('an entry without a port means the default one, and a subnet its addresses', () => {
  const outbound = openOutbound(['ai.example', 'ai.example:8443', '10.1.0.0/16', '[fd00::1]:9000'])
  const isListed = (address: string) => {
    try {
      outbound.check(new URL(address))
      return true
    } catch {
      return false
    }
  }
  expect(
    [
      'https://ai.example/path',
      'http://AI.example./',
      'https://ai.example:8443/',
      'http://10.1.200.3/',
      'http://[fd00:0::1]:9000/',
    ].filter((address) => !isListed(address)),
  ).toEqual([])
  expect(
    [
      'https://ai.example:22/',
      'https://sub.ai.example/',
      'https://notai.example/',
      'http://10.2.0.1/',
      'http://10.1.200.3:22/',
      'http://[fd00::1]/',
      'ftp://ai.example/',
      'file:///etc/passwd',
      'https://user:secret@ai.example/',
    ].filter(isListed),
  ).toEqual([])
})

test.each(['ai.example/path', 'https://ai.example', '10.0.0.0/99', '*.example', 'a b', 'x:y'])(
  'the list entry %s is refused',
  (entry) => {
    expect(() => openOutbound([entry])).toThrow(entry)
  },
)

test('a redirect is not followed', async () => {
  const canary = await listening(hello)
  const service = await listening((_request, response) => {
    response.writeHead(307, { location: `http://127.0.0.1:${canary.port}/` }).end()
  })
  const outbound = openOutbound([`127.0.0.1:${service.port}`])
  const url = new URL(`http://127.0.0.1:${service.port}/`)
  await expect(outbound.send(url, request)).rejects.toMatchObject({ fault: 'refused' })
  expect(canary.connections()).toBe(0)
})

test.each<[string, RequestListener, string]>([
  ['too much', (_request, response) => response.end(Buffer.alloc(2000)), 'too large'],
  ['without end', (_request, response) => void endless(response.write.bind(response)), 'too large'],
  ['nothing', () => undefined, 'timed out'],
  ['slowly', (_request, response) => void response.write('h'), 'timed out'],
  ['with a failure', (_request, response) => response.writeHead(500).end('secret'), 'refused'],
  ['by hanging up', (incoming) => incoming.socket.destroy(), 'unreachable'],
  [
    'packed',
    (_request, response) => response.setHeader('content-encoding', 'gzip').end('x'),
    'refused',
  ],
])('a host that answers %s is given up', async (_what, answer, fault) => {
  const service = await listening(answer)
  const outbound = openOutbound([`127.0.0.1:${service.port}`])
  const url = new URL(`http://127.0.0.1:${service.port}/`)
  const sending = outbound.send(url, {
    ...request,
    milliseconds: fault === 'timed out' ? 300 : 5000,
  })
  await expect(sending).rejects.toMatchObject({ fault })
  await expect(sending).rejects.not.toThrow('secret')
})

/** Writes until the other side closes. */
async function endless(write: (chunk: Buffer) => boolean): Promise<void> {
  for (let i = 0; i < 1000; i++) {
    write(Buffer.alloc(100))
    await new Promise((resolve) => setImmediate(resolve))
  }
}
