import { once } from 'node:events'
import { lookup as systemLookup } from 'node:dns/promises'
import http from 'node:http'
import https from 'node:https'
import { isIP, type Socket } from 'node:net'
import { connect as connectSecurely, rootCertificates } from 'node:tls'

import { english, message, type Message } from '#contract/messages/message'

import { always, openSocket } from './open-socket.ts'
import { parseOutboundHosts, withoutBrackets, type OutboundHosts } from './outbound-hosts.ts'

export type OutboundFault =
  | 'not allowed'
  | 'busy'
  | 'unreachable'
  | 'not trusted'
  | 'timed out'
  | 'refused'
  | 'too large'

/** Why a call of ours to another host came to nothing; what is told may be shown to users. */
export class OutboundError extends Error {
  readonly fault: OutboundFault
  readonly told: Message
  /** What the host answered, where it refused. */
  readonly answer: Refusal | undefined

  constructor(fault: OutboundFault, told: Message, cause?: unknown, answer?: Refusal) {
    super(english(told), { cause })
    this.name = 'OutboundError'
    this.fault = fault
    this.told = told
    this.answer = answer
  }
}

interface Refusal {
  readonly status: number
  /** When it wants to be asked again; 0 where it does not say. */
  readonly afterSeconds: number
}

interface OutboundRequest {
  readonly method: 'GET' | 'POST' | 'PUT'
  readonly headers?: Readonly<Record<string, string>>
  readonly body?: Buffer
  /** From the first look at the name to the last byte of the answer. */
  readonly milliseconds: number
  /** The largest answer that is read. */
  readonly bytes: number
}

export interface OutboundAnswer {
  readonly contentType: string
  readonly content: Buffer
}

interface OutboundConnection {
  readonly host: string
  readonly port: number
  /** The port that an entry of the list without one means. */
  readonly usualPort: number
  readonly milliseconds: number
  /** Speaks TLS, with a host whose certificate is trusted. */
  readonly isSecure?: boolean
}

/** PEM texts for TLS beyond HTTP: who we are, and whom we trust beside the well-known authorities. */
export interface OutboundIdentity {
  readonly cert?: string | undefined
  readonly key?: string | undefined
  readonly ca?: string | undefined
}

/** The only way for the server to call other hosts on a user's behalf. */
export interface Outbound {
  /** @throws {OutboundError} where the operator's list does not have the host. */
  check(url: URL): void
  /** The same for another protocol than HTTP. @throws {OutboundError} */
  checkHost(to: Omit<OutboundConnection, 'milliseconds' | 'isSecure'>): void
  /** A successful answer, whole. @throws {OutboundError} for anything else. */
  send(url: URL, request: OutboundRequest): Promise<OutboundAnswer>
  /** The address that a connection of another protocol may go to. @throws {OutboundError} */
  resolve(to: OutboundConnection): Promise<string>
  /** A connection for another protocol than HTTP. @throws {OutboundError} where it is not made */
  connect(to: OutboundConnection): Promise<Socket>
}

type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>

const mostAtOnce = 16

/**
 * Calls only hosts of the operator's list. A name is resolved once, every address that it has must be
 * allowed, and the connection goes to the one that was looked at, so that a name cannot change its
 * answer in between. Redirects are not followed, and answers come as they are, never unpacked.
 */
export function openOutbound(
  allowed: readonly string[],
  resolve: Resolve = (host) => systemLookup(host, { all: true, verbatim: true }),
  identity: OutboundIdentity = {},
): Outbound {
  const hosts = parseOutboundHosts(allowed)
  let running = 0
  const check = (url: URL): void => refuseUnlisted(hosts, url)
  /** Works with the address that was checked, up to the deadline. */
  async function reach<T>(
    { host, port, usualPort, milliseconds }: OutboundConnection,
    work: (target: Target, deadline: AbortSignal) => Promise<T>,
  ): Promise<T> {
    const url = addressOf(host, port)
    refuseUnlisted(hosts, url, String(usualPort))
    const deadline = AbortSignal.timeout(milliseconds)
    try {
      return await work(await within(deadline, findTarget(hosts, url, resolve)), deadline)
    } catch (error) {
      throw explained(error, url.host, { milliseconds, deadline })
    }
  }

  return {
    check,
    async send(url, request) {
      check(url)
      if (running >= mostAtOnce) {
        throw new OutboundError('busy', message('outbound.busy'))
      }
      running += 1
      const deadline = AbortSignal.timeout(request.milliseconds)
      const sending = { ...request, deadline }
      try {
        const target = await within(deadline, findTarget(hosts, url, resolve))
        return await exchange(url, target, sending)
      } catch (error) {
        throw explained(error, url.host, sending)
      } finally {
        running -= 1
      }
    },
    checkHost({ host, port, usualPort }) {
      refuseUnlisted(hosts, addressOf(host, port), String(usualPort))
    },
    resolve: (to) => reach(to, ({ address }) => Promise.resolve(address)),
    connect: (to) =>
      reach(to, async (target, deadline) => {
        const { host, port, isSecure = false } = to
        const socket = await openSocket({ ...target, port, deadline })
        return isSecure ? secured(socket, { host, identity, deadline }) : socket
      }),
  }
}

function addressOf(host: string, port: number): URL {
  const address = `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}/`
  if (host !== '' && URL.canParse(address)) return new URL(address)
  throw new OutboundError('unreachable', message('outbound.unreachable', { host }))
}

/** @throws {OutboundError} where the host's certificate is not trusted, or it speaks no TLS */
async function secured(
  socket: Socket,
  { host, identity, deadline }: { host: string; identity: OutboundIdentity; deadline: AbortSignal },
): Promise<Socket> {
  const { cert, key, ca } = identity
  const secure = connectSecurely({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
    ...(ca === undefined ? {} : { ca: [...rootCertificates, ca] }),
  })
  try {
    await once(secure, 'secureConnect', { signal: deadline })
    return secure
  } catch (error) {
    secure.destroy()
    if (deadline.aborted) throw error
    throw new OutboundError('not trusted', message('outbound.notTrusted', { host }), error)
  }
}

function refuseUnlisted(hosts: OutboundHosts, url: URL, usualPort?: string): void {
  const isHttp = url.protocol === 'http:' || url.protocol === 'https:'
  const hasPassword = url.username !== '' || url.password !== ''
  if (isHttp && !hasPassword && hosts.allows(url, usualPort)) return
  throw new OutboundError(
    'not allowed',
    hosts.isEmpty ? message('outbound.noHosts') : message('outbound.notListed', { host: url.host }),
  )
}

interface Target {
  readonly address: string
  readonly family: number
}

/** Where to connect to. Every address of the name is looked at: one that is not allowed spoils it. */
async function findTarget(hosts: OutboundHosts, url: URL, resolve: Resolve): Promise<Target> {
  const host = withoutBrackets(url.hostname)
  const found = isIP(host) === 0 ? await resolve(host) : [{ address: host, family: isIP(host) }]
  const [first] = found
  if (first === undefined)
    throw new OutboundError('unreachable', message('outbound.noAddress', { host: url.host }))
  if (found.every(({ address }) => hosts.allowsConnection(address, url))) return first
  throw new OutboundError('not allowed', message('outbound.privateNetwork', { host: url.host }))
}

function within<T>(deadline: AbortSignal, work: Promise<T>): Promise<T> {
  const { promise, reject } = Promise.withResolvers<never>()
  deadline.addEventListener('abort', () => reject(deadline.reason), { once: true })
  return Promise.race([work, promise])
}

type Sending = OutboundRequest & { readonly deadline: AbortSignal }

function exchange(url: URL, target: Target, sending: Sending): Promise<OutboundAnswer> {
  const { promise, resolve, reject } = Promise.withResolvers<OutboundAnswer>()
  const { request } = url.protocol === 'https:' ? https : http
  const outgoing = request(url, {
    method: sending.method,
    headers: {
      ...sending.headers,
      'accept-encoding': 'identity',
      ...(sending.body === undefined ? {} : { 'content-length': sending.body.length }),
    },
    // A connection of its own: one that is kept open belongs to another look-up.
    agent: false,
    lookup: always(target),
    signal: sending.deadline,
  })
  outgoing.once('error', reject)
  outgoing.once('response', (incoming) => {
    read(url, incoming, sending.bytes).then(resolve, (error: unknown) => {
      outgoing.destroy()
      reject(error)
    })
  })
  outgoing.end(sending.body)
  return promise
}

async function read(
  url: URL,
  incoming: http.IncomingMessage,
  mostBytes: number,
): Promise<OutboundAnswer> {
  const { host } = url
  const status = incoming.statusCode ?? 0
  if (status >= 300 && status < 400) {
    throw new OutboundError('refused', message('outbound.redirect', { host }))
  }
  if (status < 200 || status > 299) {
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
  return { contentType: incoming.headers['content-type'] ?? '', content: Buffer.concat(chunks) }
}

/** RFC 9110, 10.2.3: seconds, or the moment until which to wait. */
function secondsOf(retryAfter = ''): number {
  if (/^\d{1,6}$/.test(retryAfter)) return Number(retryAfter)
  const moment = Date.parse(retryAfter)
  return Number.isNaN(moment) ? 0 : Math.max(0, Math.ceil((moment - Date.now()) / 1000))
}

/** What went wrong, without the details of the network behind. */
function explained(
  error: unknown,
  host: string,
  sending: Pick<Sending, 'milliseconds' | 'deadline'>,
): OutboundError {
  if (error instanceof OutboundError) return error
  if (sending.deadline.aborted) {
    const seconds = Math.round(sending.milliseconds / 1000)
    return new OutboundError('timed out', message('outbound.timedOut', { host, seconds }), error)
  }
  return new OutboundError('unreachable', message('outbound.unreachable', { host }), error)
}
