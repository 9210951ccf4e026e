import type { Readable } from 'node:stream'

import type { z } from 'zod'

import type { bytes, Endpoint, events } from '#contract/endpoint'

import type { Db } from '../database/database.ts'
import type { Actor, Identity } from './actor.ts'
import type { MediaType } from './media-types.ts'
import type { ReceivedFile } from './receive-files.ts'

/** An answer that is not JSON. */
export interface Bytes {
  readonly contentType: string
  readonly content: Buffer | Readable
  readonly size?: number
  /** File name that makes the browser offer it for saving; absent: it is shown. */
  readonly fileName?: string
  /** Entity tag: the browser keeps the answer and revalidates it by this tag. */
  readonly etag?: string
  /** Content type, if it differs from the endpoint's. */
  readonly status?: number
  /**
   * Lets the caller resume a broken download (RFC 9110 section 14): opens part of the content, which never
   * changes under its entity tag or address. Needs `size`.
   */
  readonly openPart?: (part: { readonly start: number; readonly end: number }) => Promise<Readable>
  /** Warning header to send with the answer (RFC 7234 section 5.5). */
  readonly warning?: string
}

/** A live answer: opens, then sends until the promise resolves or the caller disconnects. */
export type EventSource = (stream: {
  /** Signals the caller that from here on no event is missed. */
  readonly open: () => void
  /** @param id from which a reader who connects again goes on */
  readonly send: (event: object, id?: string) => void
  /** Gives the reader an id without an event. */
  readonly mark: (id: string) => void
  readonly closed: AbortSignal
}) => Promise<void>

export type Answer<E extends Endpoint> = E['response'] extends typeof bytes
  ? Bytes
  : E['response'] extends typeof events
    ? EventSource
    : E['response'] extends z.ZodType
      ? z.input<E['response']>
      : never

/** Input of a handler: the parsed input, the caller, and the database. */
export interface Call<E extends Endpoint = Endpoint> {
  readonly params: z.output<E['params']>
  readonly query: z.output<E['query']>
  readonly body: z.output<E['body']>
  readonly files: readonly ReceivedFile[]
  readonly actor: Actor
  readonly address: string
  readonly userAgent: string
  /** The media types that the caller accepts, best first. */
  readonly accepts: readonly MediaType[]
  /** Scheme and host by which the caller reached us, such as 'https://fovea.clinic.lan'. */
  readonly origin: string
  readonly sessionToken: string | undefined
  /** The id of the last event that the caller has heard on an earlier stream. */
  readonly lastEventId: string | undefined
  /** Aborted when the caller disconnects; slow work should then stop. */
  readonly closed: AbortSignal
  /** If the call changes state: one transaction, committed with the audit row before the answer. */
  readonly db: Db
  /** Names the object of the call for the audit trail. */
  readonly concerns: (object: AuditedObject) => void
  /** Names the user the call acts for, if the call itself establishes that: signing in. */
  readonly actsAs: (actor: Identity) => void
  readonly startSession: (token: string) => void
  readonly endSession: () => void
  /** A sign-in that the browser began and finishes elsewhere, kept in a cookie. */
  readonly attempt: {
    readonly value: string | undefined
    readonly keep: (value: string, seconds: number) => void
    readonly drop: () => void
  }
}

export interface AuditedObject {
  readonly type: string
  readonly id?: number
  readonly datasetId?: number
  readonly detail?: Record<string, unknown>
}

/** Checks whether the caller may make the call, before any of its files is received. */
type Admission<E extends Endpoint> = (
  call: Pick<Call<E>, 'params' | 'query' | 'actor' | 'db'>,
) => Promise<unknown>

interface RouteOptions<E extends Endpoint> {
  readonly ownTransactions?: boolean
  readonly admit?: Admission<E>
  readonly accessSeconds?: number
}

export interface Route {
  readonly endpoint: Endpoint
  readonly handler: (call: Call) => Promise<unknown>
  /** True if the handler opens its own transactions, around slow work that must not hold one. */
  readonly ownTransactions: boolean
  /** Throws if the caller's files must not be received. */
  readonly admit: Admission<Endpoint> | undefined
  /** Seconds during which further calls by the same person for the same object count as the same access. */
  readonly accessSeconds: number
}

/** Pages and viewers read the same object repeatedly: ten minutes count as one access. */
export const readAgain = { accessSeconds: 600 } as const

/** Binds a handler to the contract's endpoint. */
export function serve<E extends Endpoint>(
  endpoint: E,
  handler: (call: Call<E>) => Promise<Answer<E>>,
  { ownTransactions = false, admit, accessSeconds = 0 }: RouteOptions<E> = {},
): Route {
  return { endpoint, handler, ownTransactions, admit, accessSeconds }
}
