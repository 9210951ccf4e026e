import type { OutgoingHttpHeaders } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { log } from '../log.ts'
import type { EventSource } from './route.ts'

/** For readers that follow the `retry` of the standard alone, in milliseconds. */
const soonestRetryMs = 500

declare module 'fastify' {
  interface FastifyInstance {
    /** Controllers that end live answers, each with a promise of its end. */
    openStreams: Map<AbortController, Promise<void>>
  }
}

/** Proxies close idle connections. */
const keepAliveMs = 15_000
/**
 * Backlog in bytes at which a reader is disconnected; it reconnects and fetches everything again.
 */
const mostBuffered = 1_000_000

/**
 * Fastify gives up closing after ten seconds and leaves the server listening. Remains of unfinished streams
 * are cleared like those of a killed process.
 */
const mostCloseMs = 3000

/** Why streams are ended if the server stops. */
const stopping = new Error('The server stops.')

function isStopping({ signal }: AbortController): boolean {
  return signal.reason === stopping
}

/** Spread over half a second, so that not all readers come to the next process at once. */
function reconnectHint(): string {
  const retry = Math.round(Math.random() * soonestRetryMs)
  return `retry: ${retry}\ndata: ${JSON.stringify({ type: 'reconnect' })}\n\n`
}

/** Ends live answers with the server, before their sources are closed. */
export function endStreamsOnClose(app: FastifyInstance): void {
  app.decorate('openStreams', new Map())
  app.addHook('preClose', async () => {
    for (const end of app.openStreams.keys()) end.abort(stopping)
    const patience = new AbortController()
    const ended = Promise.all(app.openStreams.values())
    const late = sleep(mostCloseMs, undefined, { signal: patience.signal }).catch(() => undefined)
    await Promise.race([ended, late])
    patience.abort()
  })
}

/**
 * Server-sent events (HTML standard, section 9.2) until the source ends or the reader disconnects.
 * The response begins when the source opens it.
 */
export function streamEvents(
  request: FastifyRequest,
  reply: FastifyReply,
  source: EventSource,
): FastifyReply {
  const gone = new AbortController()
  const { raw } = reply
  const { openStreams } = request.server
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
  // The caller may have disconnected while the call was checked.
  if (raw.destroyed) gone.abort()
  const write = (block: string): void => {
    if (gone.signal.aborted) return
    if (raw.writableLength > mostBuffered) {
      raw.destroy()
      return
    }
    raw.write(block)
  }
  const send = (event: object, id?: string): void =>
    write(`${idLine(id)}data: ${JSON.stringify(event)}\n\n`)
  // Without data it is no event, but readers remember its id.
  const mark = (id: string): void => write(`${idLine(id)}\n`)
  const ended = source({ open, send, mark, closed: gone.signal })
    .catch((error: unknown) => log.error('live stream failed', error, { path: request.url }))
    .finally(() => {
      if (!raw.headersSent) raw.writeHead(503, headers)
      else if (isStopping(gone)) raw.write(reconnectHint())
      clearInterval(keepAlive)
      raw.end()
      openStreams.delete(gone)
    })
  openStreams.set(gone, ended)
  return reply
}

function idLine(id: string | undefined): string {
  return id === undefined ? '' : `id: ${id}\n`
}
