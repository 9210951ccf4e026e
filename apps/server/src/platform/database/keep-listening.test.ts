import { once } from 'node:events'
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net'
import { expect, onTestFinished, test } from 'vitest'

import { keepListening } from './keep-listening.ts'

test('a listener can be closed while the server has not answered yet', async () => {
  const silent = await serverThat((socket) => socket.resume())
  const connected = once(silent, 'connection')
  const listening = listenAt(silent)
  await connected
  await listening[Symbol.asyncDispose]()
  await expect.poll(() => connectionsOf(silent)).toBe(0)
})

test('a listener connects again to a balancer that has no server yet', async () => {
  let tries = 0
  const balancer = await serverThat((socket) => {
    tries += 1
    socket.once('data', () => socket.destroy())
  })
  const listening = listenAt(balancer)
  onTestFinished(() => listening[Symbol.asyncDispose]())
  await expect.poll(() => tries, { timeout: 10_000 }).toBeGreaterThan(2)
})

async function serverThat(serves: (socket: Socket) => void): Promise<Server> {
  const server = createServer(serves).listen(0, '127.0.0.1')
  onTestFinished(() => void server.close())
  await once(server, 'listening')
  return server
}

function listenAt(server: Server): AsyncDisposable {
  const { port } = server.address() as AddressInfo
  const connectionString = `postgres://fovea@127.0.0.1:${port}/fovea`
  return keepListening({ connectionString }, { channel: 'news', onNotification: () => undefined })
}

function connectionsOf(server: Server): Promise<number> {
  return new Promise((resolve, reject) => {
    server.getConnections((error, count) => (error === null ? resolve(count) : reject(error)))
  })
}
