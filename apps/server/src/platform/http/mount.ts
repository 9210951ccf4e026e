import { message } from '#contract/messages/message'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'

import { neededRight, sessionLifetimeHeader, type Access, type Endpoint } from '#contract/endpoint'
import { nameOf } from '#contract/endpoints'

import { inTransaction, type Db } from '../database/database.ts'
import type { Scope } from '../database/scope.ts'
import {
  isInstallationAdmin,
  visitor,
  type Actor,
  type Authenticator,
  type Caller,
  type Identity,
} from './actor.ts'
import { readAccessToken } from './authorization.ts'
import {
  clearAttemptCookie,
  clearSessionCookie,
  readAttemptCookie,
  readSessionCookie,
  setAttemptCookie,
  setSessionCookie,
} from './cookies.ts'
import { refuseBeforeDuty } from './duties.ts'
import { presentFailure } from './failures.ts'
import { parseAccept } from './media-types.ts'
import { InvalidInput, parseInput } from './parse-input.ts'
import { Problem } from './problem.ts'
import { discardFiles, receiveFiles, type ReceivedFile } from './receive-files.ts'
import type { AuditedObject, Bytes, Call, EventSource, Route } from './route.ts'
import { refuseCrossSite } from './security.ts'
import { sendBytes } from './send-bytes.ts'
import { streamEvents } from './stream-events.ts'
import { triedObject } from './tried-object.ts'

/** One line of the audit trail. */
export interface AuditEntry extends AuditedObject {
  readonly actor: Identity
  readonly address: string
  readonly action: string
  /** The HTTP status of the answer. */
  readonly outcome: number
  /** Seconds during which one line covers repeated calls; 0 if each call is a separate access. */
  readonly accessSeconds: number
}

export interface Mounting {
  readonly db: Db
  /** The database as far as a caller's queries see it. */
  readonly within: (scope: Scope) => Db
  readonly authenticator: Authenticator
  readonly audit: (db: Db, entry: AuditEntry) => Promise<void>
  readonly uploads: { folder: string; bytes: number }
  readonly secureCookies: boolean
}

/** A program that keeps calling with an invalid token leaves one row a minute. */
const refusedTokenSeconds = 60

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
      if (endpoint.changesState) refuseCrossSite(request)
      if (endpoint.forPrograms) void reply.header('www-authenticate', 'Bearer')
      const caller = await identify(request, route, mounting)
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

async function identify(
  request: FastifyRequest,
  route: Route,
  mounting: Mounting,
): Promise<Caller> {
  const { access, forPrograms } = route.endpoint
  const program = forPrograms ? readAccessToken(request.headers.authorization) : undefined
  const caller = await (program === undefined
    ? mounting.authenticator.authenticate(readSessionCookie(request), isActivity(request, route))
    : mounting.authenticator.authenticateProgram(program))
  if (access === 'anyone') return caller
  if (caller.actor.id === null && !caller.actor.anonymous) {
    if (program !== undefined) await auditRefusedToken(request, route, mounting)
    throw new Problem('not_signed_in', message('account.signInFirst'))
  }
  refuseBeforeDuty(caller, route.endpoint.before)
  if (!mayAdminister(access, caller.actor)) {
    await mounting.audit(mounting.db, {
      ...entryOf(request, route, caller.actor),
      ...triedObject(route.endpoint, request),
      outcome: 403,
    })
    throw new Problem(
      'forbidden',
      message(access === 'installation' ? 'users.onlyInstallationAdmin' : 'users.onlyAdmin'),
    )
  }
  return caller
}

/** True also for calls that administer nothing. */
function mayAdminister(access: Access, actor: Identity): boolean {
  if (access === 'admin') return actor.isAdmin
  return access !== 'installation' || isInstallationAdmin(actor)
}

function auditRefusedToken(
  request: FastifyRequest,
  route: Route,
  mounting: Mounting,
): Promise<void> {
  return mounting.audit(mounting.db, {
    ...entryOf(request, route, visitor),
    ...triedObject(route.endpoint, request),
    outcome: 401,
    accessSeconds: refusedTokenSeconds,
  })
}

/** Calls that a browser makes automatically must not keep a session open. */
function isActivity(request: FastifyRequest, { endpoint }: Route): boolean {
  const { query } = request
  const isPoll =
    typeof query === 'object' && query !== null && 'poll' in query && query.poll === true
  return !isPoll && endpoint.response !== 'events'
}

function entryOf(
  request: FastifyRequest,
  route: Route,
  actor: Identity,
): Omit<AuditEntry, 'type' | 'outcome'> {
  const { endpoint, accessSeconds } = route
  return { actor, address: request.address, action: nameOf(endpoint), accessSeconds }
}

interface Exchange {
  readonly request: FastifyRequest
  readonly reply: FastifyReply
  readonly route: Route
  readonly mounting: Mounting
  readonly actor: Actor
  readonly db: Db
  readonly accessToken?: number | undefined
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
    await mounting.audit(db, { ...entry, ...withToken(object, exchange.accessToken), outcome })
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

/** Adds the access token by which the object was reached, if any. */
function withToken(object: AuditedObject, token: number | undefined): AuditedObject {
  return token === undefined
    ? object
    : { ...object, detail: { ...object.detail, access_token: token } }
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
    await mounting.audit(mounting.db, { ...entryOf(request, route, actor), ...about, outcome })
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

function send({ request, reply, route: { endpoint } }: Exchange, result: unknown): FastifyReply {
  if (endpoint.response === 'bytes') return sendBytes(request, reply, result as Bytes)
  if (endpoint.response === 'events') return streamEvents(request, reply, result as EventSource)
  void reply.code(endpoint.status).header('cache-control', 'no-store')
  if (endpoint.secret) return reply.send(result)
  reply.type('application/json; charset=utf-8').compress(reply.serialize(result))
  return reply
}
