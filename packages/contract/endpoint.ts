import { z } from 'zod'

import type { Duty } from './duties.ts'
import { isRight, type Right } from './roles.ts'
import { scopeOfRight, type Scope } from './scopes.ts'

/**
 * Who may make a call. A right is one in the dataset that the call's object belongs to: callers
 * whose role does not include it are refused (403), and those who may not see the dataset get the
 * same answer as if the object did not exist (404). `admin` is an administrator of a site or of the
 * installation, `installation` only the latter.
 */
export type Access = 'anyone' | 'user' | 'creator' | 'admin' | 'installation' | Right

/** The right in its object's dataset that a call needs: to see it, unless it names another. */
export function neededRight({ access }: Pick<Endpoint, 'access'>): Right {
  return isRight(access) ? access : 'view'
}

/** The answer is bytes (a photograph, a document), not JSON. */
export const bytes = 'bytes'
/** The answer is a stream of server-sent events. */
export const events = 'events'

/** Files of a multipart call: the name of the form's field and how many it takes. */
export interface Upload {
  /** The media type of files that are sent as multipart/related, which has no fields. */
  readonly related?: string
  readonly field: string
  readonly maxFiles: number
  /** Maximum size of a file, if it differs from the limit for images. */
  readonly maxBytes?: number
}

export interface Endpoint<
  P extends z.ZodType = z.ZodType,
  Q extends z.ZodType = z.ZodType,
  B extends z.ZodType = z.ZodType,
  R extends z.ZodType | typeof bytes | typeof events = z.ZodType | typeof bytes | typeof events,
> {
  readonly method: 'GET' | 'OPTIONS' | 'POST' | 'PUT' | 'PATCH' | 'DELETE'
  /** Fastify's form, `:id` for a parameter. */
  readonly path: string
  readonly summary: string
  readonly access: Access
  /** Whether each use leaves a row in the audit trail. */
  readonly audited: boolean
  /** True for every method but GET and OPTIONS, and for the four GETs that the specification lets change state. */
  readonly changesState: boolean
  /**
   * The scopes of which one lets a program make the call by an access token; none: only a person with
   * a session may make it, or it needs no token.
   */
  readonly scopes: readonly Scope[]
  /** The duties of a user before which it may be called; calls for anyone may always be. */
  readonly before: readonly Duty[]
  /**
   * Whether the answer is about who signs in, or has a secret. It is not compressed, because the
   * length of compressed text that contains both a secret and input of the caller gives the secret
   * away (BREACH).
   */
  readonly secret: boolean
  readonly params: P
  readonly query: Q
  readonly body: B
  readonly upload: Upload | undefined
  /** How long the web app waits for the answer. */
  readonly seconds: number
  readonly status: 200 | 201
  readonly response: R
}

/** Calls about patients, people and settings are audited unless they say otherwise. */
const isUsuallyAudited = (access: Access): boolean =>
  isRight(access) || access === 'creator' || access === 'admin' || access === 'installation'

const usualSeconds = 10
const uploadSeconds = 120

const nothing = z.strictObject({})
type Nothing = typeof nothing

/** Who may make a call, and the scope in which programs may if it does not follow; null: none. */
type ScopedAccess =
  | { access: 'user'; scope: Scope | null }
  | { access: Exclude<Access, 'user'>; scope?: Scope | null }

function scopeOf({ access, scope }: ScopedAccess): Scope | null {
  if (scope !== undefined) return scope
  if (isRight(access)) return scopeOfRight(access)
  if (access === 'creator') return 'annotate'
  return access === 'admin' || access === 'installation' ? 'administer' : null
}

/** One HTTP call, used by the server to serve it, by the web app to make it, and for the API page. */
export function endpoint<
  R extends z.ZodType | typeof bytes | typeof events,
  P extends z.ZodType = Nothing,
  Q extends z.ZodType = Nothing,
  B extends z.ZodType = z.ZodUndefined,
>(
  call: {
    method: Endpoint['method']
    path: string
    summary: string
    response: R
    /** If it is otherwise than for other calls with the same access. */
    audited?: boolean
    changesState?: true
    /** Another scope that suffices for programs. */
    alsoIn?: Scope
    before?: readonly Duty[]
    secret?: true
    params?: P
    query?: Q
    body?: B
    upload?: Upload
    /** Time limit, if the default does not suffice. */
    seconds?: number
    status?: 201
  } & ScopedAccess,
): Endpoint<P, Q, B, R> {
  return {
    method: call.method,
    path: call.path,
    summary: call.summary,
    access: call.access,
    audited: call.audited ?? isUsuallyAudited(call.access),
    changesState: call.changesState ?? !['GET', 'OPTIONS'].includes(call.method),
    scopes: [scopeOf(call) ?? [], call.alsoIn ?? []].flat(),
    before: call.before ?? [],
    secret: call.secret ?? false,
    params: call.params ?? (nothing as unknown as P),
    query: call.query ?? (nothing as unknown as Q),
    body: call.body ?? (z.undefined() as unknown as B),
    upload: call.upload,
    seconds: call.seconds ?? (call.upload === undefined ? usualSeconds : uploadSeconds),
    status: call.status ?? 200,
    response: call.response,
  }
}

/** The header that carries the whole seconds left of the caller's session. */
export const sessionLifetimeHeader = 'x-session-lifetime'
