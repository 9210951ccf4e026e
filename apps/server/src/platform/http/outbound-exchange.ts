import { once } from 'node:events'
import http from 'node:http'
import https from 'node:https'
import { pipeline } from 'node:stream/promises'
import { setTimeout as sleep } from 'node:timers/promises'
import { TLSSocket, type SecureContextOptions } from 'node:tls'

import { message } from '#contract/messages/message'

import { always } from './open-socket.ts'
import { OutboundError, untrusted } from './outbound-error.ts'

/** Time to wait for 100 Continue (RFC 9110, 10.1.1) before sending the body; not all hosts send it. */
const continueMs = 1000

/** A body that is read while it is sent. */
interface StreamedBody {
  readonly length: number
  readonly content: AsyncIterable<Uint8Array>
}

export interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer | StreamedBody
  /** Timeout from the name lookup to the last byte of the response. */
  readonly milliseconds: number
  /** Maximum size of a response, in bytes. */
  readonly bytes: number
  /** Error statuses whose content matters: they are returned as responses. */
  readonly refusals?: readonly number[]
  /** Aborts the call. */
  readonly signal?: AbortSignal
}

export interface OutboundAnswer {
  readonly status: number
  readonly contentType: string
  readonly content: Buffer
}

export interface Target {
  readonly address: string
  readonly family: number
}

export type Sending = OutboundRequest & {
  readonly deadline: AbortSignal
  /** Trusted certificate authorities; undefined: the well-known ones. */
  readonly ca: SecureContextOptions['ca']
}

/** Sends one request and reads its whole response. @throws {OutboundError} if it is refused */
export function exchange(url: URL, target: Target, sending: Sending): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>()
  const { request } = url.protocol === 'https:' ? https : http
  const { body, deadline, ca } = sending
  const outgoing = request(url, {
    method: sending.method,
    headers: {
      ...sending.headers,
      'accept-encoding': 'identity',
      ...(body === undefined ? {} : { 'content-length': body.length }),
      ...(isStreamed(body) ? { expect: '100-continue' } : {}),
    },
    // A new connection: a kept one would belong to another lookup.
    agent: false,
    lookup: always(target),
    signal: deadline,
    ca,
  })
  outgoing.once('error', (error) => {
    reject(isUntrusted(outgoing) ? untrusted(url.host, error) : error)
  })
  outgoing.once('response', (incoming) => {
    // Stop sending the rest of the body, which the host does not want.
    read(url, incoming, sending)
      .then(resolve, reject)
      .finally(() => outgoing.destroy())
  })
  if (isStreamed(body)) stream(outgoing, body, deadline).catch(reject)
  else outgoing.end(body)
  return promise
}

/** Whether the connection failed because of the host's certificate. */
function isUntrusted({ socket }: http.ClientRequest): boolean {
  // Null, against its declared type, if there is no error.
  return socket instanceof TLSSocket && Boolean(socket.authorizationError)
}

function isStreamed(body: OutboundRequest['body']): body is StreamedBody {
  return body !== undefined && !Buffer.isBuffer(body)
}

/** A host that refuses, for example because the user is unknown, need not receive the whole body first. */
async function stream(
  outgoing: http.ClientRequest,
  { content }: StreamedBody,
  deadline: AbortSignal,
): Promise<void> {
  const answered = once(outgoing, 'response').then(() => 'answered')
  const wanted = once(outgoing, 'continue')
  outgoing.flushHeaders()
  const unsaid = sleep(continueMs, undefined, { signal: deadline })
  if ((await Promise.race([answered, wanted, unsaid])) === 'answered') return
  await pipeline(content, outgoing, { signal: deadline })
}

async function read(
  url: URL,
  incoming: http.IncomingMessage,
  { bytes: mostBytes, refusals = [] }: OutboundRequest,
): Promise<OutboundAnswer> {
  const { host } = url
  const status = incoming.statusCode ?? 0
  if (status >= 300 && status < 400) {
    throw new OutboundError('refused', message('outbound.redirect', { host }))
  }
  if ((status < 200 || status > 299) && !refusals.includes(status)) {
    const told = message('outbound.status', { host, status })
    const afterSeconds = secondsOf(incoming.headers['retry-after'])
    throw new OutboundError('refused', told, undefined, { status, afterSeconds })
  }
  const encoding = incoming.headers['content-encoding'] ?? 'identity'
  if (encoding !== 'identity') {
    throw new OutboundError('refused', message('outbound.packed', { host }))
  }
  const chunks: Buffer[] = []
  let size = 0
  for await (const chunk of incoming as AsyncIterable<Buffer>) {
    size += chunk.length
    if (size > mostBytes) {
      throw new OutboundError(
        'too large',
        message('outbound.tooLarge', { host, megabytes: Math.round(mostBytes / 2 ** 20) }),
      )
    }
    chunks.push(chunk)
  }
  const contentType = incoming.headers['content-type'] ?? ''
  return { status, contentType, content: Buffer.concat(chunks) }
}

/** RFC 9110, 10.2.3: seconds, or the time until which to wait. */
function secondsOf(retryAfter = ''): number {
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter)
  const moment = Date.parse(retryAfter)
  return Number.isNaN(moment) ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}
