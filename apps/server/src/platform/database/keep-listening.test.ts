import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { keepListening } from './keep-listening.ts'

test('a listener can be closed while the server has not answered yet', async () => {
  const silent = createServer((socket) => socket.resume()).listen(0, '127.0.0.1')
  onTestFinished(() => void silent.close())
  await once(silent, 'listening')
  const { port } = silent.address() as AddressInfo
  const connectionString = `postgres://fovea@127.0.0.1:${port}/fovea`
  const connected = once(silent, 'connection')
  const listening = keepListening(
    { connectionString },
    { channel: 'news', onNotification: () => undefined },
  )
  await connected
  await listening[Symbol.asyncDispose]()
  await expect.poll(() => connectionsOf(silent)).toBe(0)
})

function connectionsOf(server: ReturnType<typeof createServer>): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })
}
