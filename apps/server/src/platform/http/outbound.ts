import { once } from 'node:events'
import { lookup as systemLookup } from 'node:dns/promises'
import { isIP, type Socket } from 'node:net'
import { connect as connectSecurely, getCACertificates, type SecureContextOptions } from 'node:tls'

import { message } from '#contract/messages/message'

import { openSocket } from './open-socket.ts'
import { OutboundError, untrusted } from './outbound-error.ts'
import {
  exchange,
  type OutboundAnswer,
  type OutboundRequest,
  type Sending,
  type Target,
} from './outbound-exchange.ts'
import { parseOutboundHosts, withoutBrackets, type OutboundHosts } from './outbound-hosts.ts'

interface OutboundConnection {
  readonly host: string
  readonly port: number
  /** The port of a list entry that names none. */
  readonly usualPort: number
  readonly milliseconds: number
  /** Uses TLS, with a host whose certificate is trusted. */
  readonly isSecure?: boolean
}

/** PEM texts for TLS. */
export interface OutboundIdentity {
  /** Our client certificate, for authentication below HTTP. */
  readonly cert?: string | undefined
  readonly key?: string | undefined
  /** Trusted certificate authorities beside the well-known ones. */
  readonly ca?: string | undefined
}

/** The only way for the server to call other hosts on a user's behalf. */
export interface Outbound {
  /** @throws {OutboundError} if the host is not on the operator's list */
  check(url: URL): void
  /** Like `check`, for a protocol other than HTTP. @throws {OutboundError} */
  checkHost(to: Omit<OutboundConnection, 'milliseconds' | 'isSecure'>): void
  /** Returns a successful response, whole. @throws {OutboundError} for any other. */
  send(url: URL, request: OutboundRequest): Promise<OutboundAnswer>
  /** The address to which a connection of another protocol may go. @throws {OutboundError} */
  resolve(to: OutboundConnection): Promise<string>
  /** Opens a connection for a protocol other than HTTP. @throws {OutboundError} if it cannot be made */
  connect(to: OutboundConnection): Promise<Socket>
}

type Resolve = (host: string) => Promise<readonly { address: string; family: number }[]>

const mostAtOnce = 16

/**
 * Calls only hosts of the operator's list. A name is resolved once, every address it has must be
 * allowed, and the connection goes to the checked address, so that a name cannot resolve
 * differently in between. Redirects are not followed, and responses are never decompressed.
 */
export function openOutbound(
  allowed: readonly string[],
  resolve: Resolve = (host) => systemLookup(host, { all: true, verbatim: true }),
  identity: OutboundIdentity = {},
): Outbound {
  const hosts = parseOutboundHosts(allowed)
  const tls = tlsOf(identity)
  let running = 0
  const check = (url: URL): void => refuseUnlisted(hosts, url)
  /** Works with the checked address, up to the deadline. */
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
      const { signal, milliseconds } = request
      const late = AbortSignal.timeout(milliseconds)
      const deadline = signal === undefined ? late : AbortSignal.any([late, signal])
      const sending = { ...request, ca: tls.ca, deadline }
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
        return isSecure ? secured(socket, { host, tls, deadline }) : socket
      }),
  }
}

function addressOf(host: string, port: number): URL {
  const address = `http://${isIP(host) === 6 ? `[${host}]` : host}:${port}/`
  if (host !== '' && URL.canParse(address)) return new URL(address)
  throw new OutboundError('unreachable', message('outbound.unreachable', { host }))
}

function tlsOf({ cert, key, ca }: OutboundIdentity): SecureContextOptions {
  return {
    ...(cert === undefined || key === undefined ? {} : { cert, key }),
    ...(ca === undefined ? {} : { ca: [...getCACertificates('default'), ca] }),
  }
}

/** @throws {OutboundError} if the host's certificate is not trusted, or it does not speak TLS */
async function secured(
  socket: Socket,
  { host, tls, deadline }: { host: string; tls: SecureContextOptions; deadline: AbortSignal },
): Promise<Socket> {
  const secure = connectSecurely({
    socket,
    host,
    ...(isIP(host) === 0 ? { servername: host } : {}),
    ...tls,
  })
  try {
    await once(secure, 'secureConnect', { signal: deadline })
    return secure
  } catch (error) {
    secure.destroy()
    if (deadline.aborted) throw error
    throw untrusted(host, error)
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

/** Chooses the address to connect to. If any address of the name is forbidden, all are refused. */
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

/** Explains the error, without details of the internal network. */
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
