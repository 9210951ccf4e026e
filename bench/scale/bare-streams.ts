import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

/** A server of live streams that does nothing else: what is posted to it goes to every stream. */
const streams = new Set<ServerResponse>()
const server = createServer((asked, answer) => {
  if (asked.method === 'GET') {
    answer.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    streams.add(answer)
    answer.once('close', () => streams.delete(answer))
    return
  }
  let event = ''
  asked.setEncoding('utf8')
  asked.on('data', (chunk: string) => (event += chunk))
  asked.once('end', () => {
    for (const stream of streams) stream.write(`data: ${event}\n\n`)
    answer.end()
  })
})
server.listen(0, '127.0.0.1', () => {
  process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
})
