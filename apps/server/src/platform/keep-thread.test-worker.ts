import { once } from 'node:events'
import { createServer } from 'node:net'
import { workerData } from 'node:worker_threads'

import { workUntilEnd } from './keep-thread.ts'

/** Greets each caller, and throws any message it receives. */
const { port } = workerData as { port: number }
const server = createServer((socket) => {
  socket.on('data', (said) => {
    throw new Error(String(said))
  })
  socket.write('hello')
})
server.listen(port, '127.0.0.1')
await once(server, 'listening')
workUntilEnd({
  [Symbol.asyncDispose]: async () => {
    await new Promise((resolve) => server.close(resolve))
  },
})
