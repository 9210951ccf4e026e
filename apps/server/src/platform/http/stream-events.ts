import type { OutgoingHttpHeaders } from 'node:http'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { log } from '../log.ts'
import type { EventSource } from './route.ts'

/** Proxies close a connection on which nothing comes. */
const keepAliveMs = 15_000
/** A reader that is this far behind is cut off; it reconnects and fetches anew. */
const mostBuffered = 1_000_000

/**
 * Server-sent events (HTML standard, section 9.2) until the source ends or the reader goes. The
 * answer begins when the source opens it.
 */
export function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  source: EventSource,
): FastifyReply {
  const gone = new AbortController()
  const { raw } = reply
  reply.hijack()
  const headers = reply.getHeaders() as OutgoingHttpHeaders
  let keepAlive: ReturnType<typeof setInterval> | undefined
  const open = (): void => {
    raw.writeHead(200, {
      ...headers,
      'content-type': 'text/event-stream',
      'cache-control': 'no-store',
      'x-accel-buffering': 'no',
    })
    raw.write('retry: 2000\n\n')
    keepAlive = setInterval(() => raw.write(':\n\n'), keepAliveMs)
  }
  raw.on('close', () => gone.abort())
  const send = (event: object): void => {
    if (gone.signal.aborted) return
    if (raw.writableLength > mostBuffered) {
      raw.destroy()
      return
    }
    raw.write(`data: ${JSON.stringify(event)}\n\n`)
  }
  source({ open, send, closed: gone.signal })
    .catch((error: unknown) => log.error('live stream failed', error, { path: request.url }))
    .finally(() => {
      if (!raw.headersSent) raw.writeHead(503, headers)
      clearInterval(keepAlive)
      raw.end()
    })
  return reply
}
