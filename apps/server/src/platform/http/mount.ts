import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { neededRight, sessionLifetimeHeader, type Endpoint } from '#contract/endpoint'

import { inTransaction, type Db } from '../database/database.ts'
import type { Actor, Identity } from './actor.ts'
import { entryOf, withToken } from './audit-entry.ts'
import {
  clearAttemptCookie,
  clearSessionCookie,
  readAttemptCookie,
  readSessionCookie,
  setAttemptCookie,
  setSessionCookie,
} from './cookies.ts'
import { presentFailure } from './failures.ts'
import { identify } from './identify.ts'
import { parseAccept } from './media-types.ts'
import type { Mounting } from './mounting.ts'
import { InvalidInput, parseInput } from './parse-input.ts'
import { discardFiles, receiveFiles, type ReceivedFile } from './receive-files.ts'
import type { AuditedObject, Bytes, Call, EventSource, Route } from './route.ts'
import { sendBytes } from './send-bytes.ts'
import { streamEvents } from './stream-events.ts'
import { triedObject } from './tried-object.ts'

/**
 * Mounts one route of the contract on the server, with everything that all calls have in common.
 */
export function mount(app: FastifyInstance, route: Route, mounting: Mounting): void {
  const { endpoint } = route
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: schemasOf(route),
    config: { isStream: endpoint.response === 'events' },
    handler: async (request, reply) => {
      const caller = await identify({ request, reply, route, mounting })
      if (caller.lifetimeSeconds !== null) {
        void reply.header(sessionLifetimeHeader, caller.lifetimeSeconds)
      }
      const actor = { ...caller.actor, needs: neededRight(endpoint) }
      const db = mounting.within(caller.scope)
      return answer({ request, reply, route, mounting, ...caller, actor, db })
    },
  })
}

/** Schemas that validate the request and write the answer. */
function schemasOf({ endpoint }: Route): Record<string, unknown> {
  const { response, status, params, query } = endpoint
  const hasBody = endpoint.method !== 'GET' && endpoint.upload === undefined && takesBody(endpoint)
  return {
    params,
    querystring: query,
    ...(hasBody ? { body: endpoint.body } : {}),
    ...(typeof response === 'string' ? {} : { response: { [status]: response } }),
  }
}

function takesBody({ body }: Endpoint): boolean {
  return body.def.type !== 'undefined'
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly route: Route
  readonly mounting: Mounting
  readonly actor: Actor
  readonly db: Db
}

/** The object and the user that a call names for the audit trail. */
interface About {
  object: AuditedObject | undefined
  actor: Identity
}

async function answer(exchange: Exchange): Promise<FastifyReply> {
  const { request, route, mounting } = exchange
  const { files, body } = await takeIn(exchange)
  const about: About = { object: undefined, actor: exchange.actor }
  const audit = async (db: Db, outcome: number): Promise<void> => {
    // A visitor who signs out without a session has done nothing.
    const isNobody = about.actor.username === '' && outcome < 400
    if (!route.endpoint.audited || isNobody) return
    const object = about.object ?? triedObject(route.endpoint, request)
    const entry = entryOf(request, route, about.actor)
    await mounting.audit(db, { ...entry, ...withToken(object, exchange.actor), outcome })
  }
  const work = async (db: Db): Promise<unknown> => {
    const result = await route.handler(callOf(exchange, db, { files, body }, about))
    await audit(db, route.endpoint.status)
    return result
  }
  try {
    const alone = route.ownTransactions || !route.endpoint.changesState
    const result = await (alone ? work(exchange.db) : inTransaction(exchange.db, work))
    return send(exchange, result)
  } catch (error) {
    await audit(mounting.db, presentFailure(error).status)
    throw error
  } finally {
    await discardFiles(files)
  }
}

/** Authenticates first: a caller who will be refused should not send for minutes. */
async function takeIn(exchange: Exchange): Promise<Input> {
  const { request, route, mounting, actor, db } = exchange
  const { params, query } = request
  try {
    await route.admit?.({ params, query, actor, db })
    return await receive(exchange)
  } catch (error) {
    const about = triedObject(route.endpoint, request)
    const outcome = presentFailure(error).status
    const entry = { ...entryOf(request, route, actor), ...withToken(about, actor) }
    await mounting.audit(mounting.db, { ...entry, outcome })
    throw error
  }
}

interface Input {
  readonly files: readonly ReceivedFile[]
  readonly body: unknown
}

/** Returns the body; for a multipart request, stores its files on disk and returns its fields. */
async function receive({ request, route, mounting }: Exchange): Promise<Input> {
  const { endpoint } = route
  if (endpoint.upload === undefined) return { files: [], body: request.body }
  const { files, fields } = await receiveFiles(request, endpoint.upload, mounting.uploads)
  if (!takesBody(endpoint)) return { files, body: undefined }
  const parsed = parseInput(endpoint.body, fields)
  if (parsed.ok) return { files, body: parsed.data }
  await discardFiles(files)
  throw new InvalidInput(parsed.fields)
}

function callOf(
  { request, reply, mounting, actor }: Exchange,
  db: Db,
  { files, body }: Input,
  about: About,
): Call {
  return {
    params: request.params,
    query: request.query,
    body,
    files,
    actor,
    address: request.address,
    userAgent: request.headers['user-agent'] ?? '',
    accepts: parseAccept(request.headers.accept),
    origin: `${mounting.secureCookies ? 'https' : request.protocol}://${request.host}`,
    sessionToken: readSessionCookie(request),
    lastEventId: [request.headers['last-event-id']].flat()[0],
    closed: closedSignal(reply),
    db,
    concerns(object) {
      about.object = object
    },
    actsAs(named) {
      about.actor = named
    },
    startSession: (token) => setSessionCookie(reply, token, mounting.secureCookies),
    endSession() {
      clearSessionCookie(reply, mounting.secureCookies)
      // Never "storage": it holds annotations that the server does not have yet.
      void reply.header('clear-site-data', '"cache"')
    },
    attempt: {
      value: readAttemptCookie(request, mounting.secureCookies),
      keep: (value, seconds) => setAttemptCookie(reply, { value, seconds }, mounting.secureCookies),
      drop: () => clearAttemptCookie(reply, mounting.secureCookies),
    },
  }
}

function closedSignal(reply: FastifyReply): AbortSignal {
  const closing = new AbortController()
  reply.raw.once('close', () => closing.abort())
  return closing.signal
}

async function send(
  { request, reply, route: { endpoint } }: Exchange,
  result: unknown,
): Promise<FastifyReply> {
  if (endpoint.response === 'bytes') return sendBytes(request, reply, result as Bytes)
  if (endpoint.response === 'events') return streamEvents(request, reply, result as EventSource)
  void reply.code(endpoint.status).header('cache-control', 'no-store')
  if (endpoint.secret) return reply.send(result)
  reply.type('application/json; charset=utf-8').compress(reply.serialize(result))
  return reply
}
