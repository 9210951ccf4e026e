import cookie from '@fastify/cookie'
import helmet from '@fastify/helmet'
import multipart from '@fastify/multipart'
import fastify, { type FastifyInstance } from 'fastify'
import { serializerCompiler } from 'fastify-type-provider-zod'

import { message } from '#contract/messages/message'

import { withRequestId } from '../log.ts'
import { endConnectionsOnClose, usualDrainMs } from './end-connections.ts'
import { offerCompression } from './compression.ts'
import { admitOrigins } from './cross-origin.ts'
import { reportFailure } from './failures.ts'
import { validatorCompiler } from './parse-input.ts'
import { Problem } from './problem.ts'
import { requestIdHeader, requestIdOf } from './request-id.ts'
import { contentSecurityPolicy, isKnownHost, unknownHost } from './security.ts'
import { endStreamsOnClose } from './stream-events.ts'

declare module 'fastify' {
  interface FastifyRequest {
    /** Address of the caller; kept because `ip` is lost once the caller disconnects. */
    address: string
  }
}

const bodyBytes = 16 * 1024 * 1024
const requestMs = 150_000

export interface HttpOptions {
  /** Whether users reach the server by HTTPS. */
  readonly secure: boolean
  /** Trusted proxies for X-Forwarded-For: none, a number of hops, or addresses. */
  readonly trustProxy: false | number | readonly string[]
  /** The host names it answers to, beside addresses; null: every name. */
  readonly hostNames: readonly string[] | null
  /** Other sites whose pages may call by an access token. */
  readonly corsOrigins: readonly string[]
  /** How long a stop waits for requests in flight. */
  readonly drainMs?: number
}

/** An HTTP server with our headers, errors and limits, and no routes yet. */
export async function createHttpServer(options: HttpOptions): Promise<FastifyInstance> {
  const app = fastify({
    logger: false,
    bodyLimit: bodyBytes,
    requestTimeout: requestMs,
    trustProxy: trustedProxies(options.trustProxy),
    routerOptions: { ignoreTrailingSlash: true },
    genReqId: requestIdOf,
    // Requests in flight, and those that come on their connections, are answered.
    return503OnClosing: false,
    forceCloseConnections: 'idle',
    // It would also end the wait for requests in flight.
    pluginTimeout: 0,
  })
  app.setValidatorCompiler(validatorCompiler)
  app.setSerializerCompiler(serializerCompiler)
  app.addHook('onRequest', (request, reply, done) => {
    void reply.header(requestIdHeader, request.id)
    withRequestId(request.id, done)
  })
  app.addHook('onRequest', (request, _reply, done) => {
    done(
      isText(request.url)
        ? undefined
        : new Problem('invalid_input', message('requests.unreadable')),
    )
  })
  const { hostNames } = options
  if (hostNames !== null) {
    app.addHook('onRequest', (request, _reply, done) => {
      done(isKnownHost(request, hostNames) ? undefined : unknownHost())
    })
  }
  // Node.js keeps an address that was read: later, the caller may have gone, and the audit trail needs
  // to know who called.
  app.server.on('connection', (socket) => void socket.remoteAddress)
  app.decorateRequest('address', '')
  app.addHook('onRequest', (request, _reply, done) => {
    request.address = request.ip
    done()
  })
  admitOrigins(app, options.corsOrigins)
  endStreamsOnClose(app)
  endConnectionsOnClose(app, options.drainMs ?? usualDrainMs)
  app.setErrorHandler((error, _request, reply) => {
    const { status, body, afterSeconds } = reportFailure(error)
    if (afterSeconds !== undefined) void reply.header('retry-after', afterSeconds)
    return reply.code(status).header('cache-control', 'no-store').send(body)
  })
  await app.register(helmet, {
    contentSecurityPolicy: {
      useDefaults: false,
      directives: {
        ...contentSecurityPolicy,
        ...(options.secure ? { 'upgrade-insecure-requests': [] } : {}),
      },
    },
    frameguard: { action: 'deny' },
    hsts: options.secure ? { maxAge: 31_536_000 } : false,
    referrerPolicy: { policy: 'no-referrer' },
    crossOriginResourcePolicy: { policy: 'same-origin' },
    crossOriginOpenerPolicy: { policy: 'same-origin' },
  })
  await offerCompression(app)
  await app.register(cookie)
  await app.register(multipart, { defParamCharset: 'utf8' } as object)
  takeWellFormedJson(app)
  // Read part by part by the calls that accept it.
  app.addContentTypeParser('multipart/related', (_request, _body, done) => {
    done(null)
  })
  app.addContentTypeParser(
    'application/x-www-form-urlencoded',
    { parseAs: 'string' },
    (_request, text, done) => {
      done(null, parseForm(String(text)))
    },
  )
  return app
}

/** Whether a URL decodes to UTF-8 without a NUL: no other text can be found or stored. */
function isText(address: string): boolean {
  try {
    return !decodeURIComponent(address).includes('\0')
  } catch {
    return false
  }
}

/** With a number alone, Fastify trusts no proxy, because a client may reach the server directly. */
function trustedProxies(trusted: HttpOptions['trustProxy']) {
  if (trusted === false) return false
  if (typeof trusted === 'number') return (_address: string, hop: number) => hop < trusted
  return [...trusted]
}

/**
 * JSON may escape half of a surrogate pair, which is not a character: a text with it cannot be
 * stored.
 */
function takeWellFormedJson(app: FastifyInstance): void {
  const parse = app.getDefaultJsonParser('error', 'error')
  const surrogate = /\\ud[89a-f]/i
  app.addContentTypeParser<string>(
    'application/json',
    { parseAs: 'string' },
    (request, text, done) => {
      if (surrogate.test(text) && !isWellFormedJson(text)) {
        done(new Problem('invalid_input', message('requests.unreadable')))
        return
      }
      void parse(request, text, done)
    },
  )
}

/** False also for text that is not JSON. */
function isWellFormedJson(text: string): boolean {
  try {
    JSON.parse(text, refuseHalfPairs)
    return true
  } catch {
    return false
  }
}

function refuseHalfPairs(key: string, value: unknown): unknown {
  if (!key.isWellFormed() || (typeof value === 'string' && !value.isWellFormed())) {
    throw new SyntaxError('Half of a surrogate pair')
  }
  return value
}

/** Parses a form: a single field becomes a text, a repeated one a list. */
function parseForm(text: string): Record<string, string | string[]> {
  const form = new URLSearchParams(text)
  return Object.fromEntries(
    [...new Set(form.keys())].map((key) => {
      const values = form.getAll(key)
      return [key, values.length === 1 ? (values[0] ?? '') : values]
    }),
  )
}
