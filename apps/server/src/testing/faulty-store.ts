import { once } from 'node:events'
import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

import { onTestFinished } from 'vitest'

/** What happens to a request on its way to the store. */
type Fault = 'none' | 'answers 503' | 'breaks off'

/** A way to an object store on which a test can let requests fail; closed when the test ends. */
export async function faultyWay(
  endpoint: string,
  faultOf: (asked: IncomingMessage) => Fault,
): Promise<{ readonly endpoint: string }> {
  const { hostname, port } = new URL(endpoint)
  const server = createServer((asked, answer) => {
    const fault = faultOf(asked)
    if (fault === 'answers 503') {
      asked.resume().once('end', () => {
        answer.writeHead(503, { 'content-type': 'application/xml' })
        answer.end('<Error><Code>SlowDown</Code><Message>Please slow down.</Message></Error>')
      })
      return
    }
    const { method, url: path, headers } = asked
    // A connection for each: a kept one may be closed by the store just when it is used again.
    const onward = request({ hostname, port, method, path, headers, agent: false }, (answered) =>
      passOn(answered, answer, fault),
    )
    onward.on('error', () => answer.destroy())
    answer.once('close', () => onward.destroy())
    asked.pipe(onward)
  })
  server.keepAliveTimeout = 0
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  onTestFinished(() => {
    server.closeAllConnections()
    server.close()
  })
  return { endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}` }
}

function passOn(answered: IncomingMessage, answer: ServerResponse, fault: Fault): void {
  answer.writeHead(answered.statusCode ?? 500, answered.headers)
  if (fault === 'none') {
    answered.pipe(answer)
    return
  }
  answered.once('data', (chunk: Buffer) => {
    answer.write(chunk.subarray(0, Math.ceil(chunk.length / 2)), () => answer.destroy())
    answered.destroy()
  })
}
