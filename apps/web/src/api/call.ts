import type { z } from 'zod'

import { bytes, type Endpoint, events, sessionLifetimeHeader } from '#contract/endpoint'

import { addressOf, type AddressValues } from './address.ts'
import { parseJson, problemOf, unexpectedAnswer } from './call-error.ts'
import { emitSessionEvent } from './session-events.ts'
import { type Answer, send } from './transport.ts'

/** Type to send: the schema's input, or its output if the input is coerced from anything. */
type Sent<S extends z.ZodType> =
  z.input<S> extends infer In
    ? In extends object
      ? { [K in keyof In]: unknown extends In[K] ? z.output<S>[K & keyof z.output<S>] : In[K] }
      : In
    : never

type Part<Name extends string, Value> = undefined extends Value
  ? { [N in Name]?: Value }
  : Record<string, never> extends Value
    ? { [N in Name]?: Value }
    : { [N in Name]: Value }

/** The input of a call, as its endpoint defines it. */
export type CallInput<E extends Endpoint> = Part<'params', Sent<E['params']>> &
  Part<'query', Sent<E['query']>> &
  Part<'body', Sent<E['body']>> & {
    files?: readonly File[]
    signal?: AbortSignal
    onUploadProgress?: (fraction: number) => void
    write?: WriteBody
  }

/** Writes a body as JSON, if that is not to be done at once. */
type WriteBody = (body: unknown) => Promise<Blob | string>

export type CallOutput<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : E['response'] extends typeof bytes
    ? Blob
    : never

type LooseInput = {
  params?: AddressValues
  query?: AddressValues
  body?: unknown
  files?: readonly File[]
  signal?: AbortSignal
  onUploadProgress?: (fraction: number) => void
  write?: WriteBody
}

/**
 * Makes a call of the contract and returns the response, parsed by its schema. Throws a CallError for
 * anything but success.
 */
export async function call<E extends Endpoint>(
  endpoint: E,
  ...[input]: Record<string, never> extends CallInput<E> ? [CallInput<E>?] : [CallInput<E>]
): Promise<CallOutput<E>> {
  const { params, query, body, files, signal, onUploadProgress, write } = (input ??
    {}) as LooseInput
  const address = addressOf(endpoint, { params, query })
  emitSessionEvent('session-activity', undefined)
  const content = endpoint.upload
    ? formOf(endpoint.upload.field, files, body)
    : write
      ? await write(body)
      : textOf(body)
  const answer = await send({
    method: endpoint.method,
    address,
    body: content,
    timeLimit: endpoint.seconds * 1000,
    signal,
    onUploadProgress,
  })
  tellSession(endpoint, answer)
  return (await read(endpoint, answer)) as CallOutput<E>
}

function formOf(field: string, files: readonly File[] = [], fields: unknown = {}): FormData {
  const form = new FormData()
  for (const [name, value] of Object.entries(fields as object)) form.append(name, String(value))
  for (const file of files) form.append(field, file, file.name)
  return form
}

function textOf(body: unknown): string | undefined {
  return body === undefined ? undefined : JSON.stringify(body)
}

function tellSession(endpoint: Endpoint, answer: Answer): void {
  const lifetime = Number(answer.header(sessionLifetimeHeader) ?? Number.NaN)
  if (Number.isFinite(lifetime)) {
    emitSessionEvent('session-renewed', lifetime)
    return
  }
  // With a session, a 401 has another cause, such as a mistyped current password.
  if (answer.status === 401 && endpoint.access !== 'anyone') {
    emitSessionEvent('session-ended', undefined)
  }
}

async function read(endpoint: Endpoint, answer: Answer): Promise<unknown> {
  if (answer.status < 200 || answer.status >= 300) {
    throw problemOf(answer.status, await answer.text())
  }
  if (endpoint.response === bytes || endpoint.response === events) return answer.blob()
  const parsed = endpoint.response.safeParse(parseJson(await answer.text()))
  if (!parsed.success) throw unexpectedAnswer(parsed.error)
  return parsed.data
}
