import { openAsBlob } from 'node:fs'
import { open, rename, stat } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { z } from 'zod'

import type { Endpoint } from '#contract/endpoint'

import { Failure, Refusal } from './failure.ts'

interface Input<E extends Endpoint> {
  readonly params?: z.input<E['params']>
  readonly query?: z.input<E['query']>
  readonly body?: z.input<E['body']>
  /** Path of a file to upload. */
  readonly file?: string
}

type Output<E extends Endpoint> = E['response'] extends z.ZodType ? z.output<E['response']> : never

interface Target {
  readonly partial: string
  readonly target: string
}

/** A server to which the user has signed in by a token. */
export interface Server {
  readonly address: string
  call<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<Output<E>>
  /** The JSON of an answer whose form the contract leaves open. */
  json<E extends Endpoint>(endpoint: E, input: Input<E>): Promise<unknown>
  /**
   * Stores the bytes of an answer. They are first in `partial`, and continue where that ends: if the connection
   * breaks, and in a later run.
   */
  download<E extends Endpoint>(endpoint: E, input: Input<E>, files: Target): Promise<void>
}

/** Pauses before further tries of a call that did not get through, in ms. */
const pausesMs = [500, 2000, 5000, 10_000]
const mostPauseMs = 60_000

const ProblemAnswer = z.object({
  message: z.string(),
  code: z.string(),
  key: z.string().optional(),
})

export function openServer(address: string, token: string): Server {
  const send = async (endpoint: Endpoint, input: Input<Endpoint>, headers = {}) => {
    const query = new URLSearchParams(
      Object.entries(input.query ?? {}).map(([name, value]) => [name, String(value)]),
    )
    const url = new URL(`${pathOf(endpoint, input.params ?? {})}?${query.toString()}`, address)
    const { body, type } = await bodyOf(endpoint, input)
    return fetch(url, {
      method: endpoint.method,
      headers: { authorization: `Bearer ${token}`, ...type, ...headers },
      ...(body !== undefined && { body }),
      redirect: 'error',
      signal: AbortSignal.timeout(Math.max(endpoint.seconds, 60) * 1000 * 10),
    })
  }
  const json = (endpoint: Endpoint, input: Input<Endpoint>): Promise<unknown> =>
    persistently(address, async () => (await refuse(await send(endpoint, input))).json())
  return {
    address,
    json,
    call: async (endpoint, input = {}) =>
      (endpoint.response as z.ZodType).parse(await json(endpoint, input)) as never,
    download: (endpoint, input, { partial, target }) =>
      persistently(address, async (gotFurther) => {
        const start = await sizeOf(partial)
        const range = start === 0 ? {} : { range: `bytes=${start}-` }
        const answer = await send(endpoint, input, { 'accept-encoding': 'identity', ...range })
        if (!isComplete(answer, start)) {
          const { status, body } = await refuse(answer)
          await using file = await open(partial, status === partialContent ? 'a' : 'w')
          for await (const piece of body ?? []) {
            await file.write(piece)
            gotFurther()
          }
          await file.sync()
        }
        await rename(partial, target)
      }),
  }
}

const partialContent = 206
const noSuchRange = 416

/** Whether the bytes that are here already are the whole file: its connection broke after the last one. */
function isComplete({ status, headers }: Response, bytes: number): boolean {
  return status === noSuchRange && headers.get('content-range') === `bytes */${bytes}`
}

function pathOf({ path: template }: Endpoint, params: object): string {
  const values = new Map<string, unknown>(Object.entries(params))
  return template.replaceAll(/:(\w+)/gu, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
}

async function bodyOf(endpoint: Endpoint, { body, file }: Input<Endpoint>) {
  if (file !== undefined) {
    const form = new FormData()
    form.append(endpoint.upload?.field ?? 'file', await openAsBlob(file), path.basename(file))
    return { body: form, type: {} }
  }
  if (body === undefined) return { body: undefined, type: {} }
  return { body: JSON.stringify(body), type: { 'content-type': 'application/json' } }
}

async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size
  } catch {
    return 0
  }
}

/** The server asks to come back later. */
class Later extends Error {
  readonly afterMs: number
  constructor(afterMs: number) {
    super('The server asks to try again later.')
    this.afterMs = afterMs
  }
}

/** @throws {Refusal} with the server's sentence, if the answer is an error */
async function refuse(answer: Response): Promise<Response> {
  if (answer.ok) return answer
  if (answer.status === 429 || answer.status === 503) {
    throw new Later(Number(answer.headers.get('retry-after') ?? 0) * 1000)
  }
  const text = await answer.text()
  const told = ProblemAnswer.safeParse(asJson(text)).data
  const sentence =
    told === undefined ? `The server answered ${answer.status}.` : `${told.message} (${told.code})`
  throw new Refusal(answer.status, sentence, told?.key)
}

function asJson(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

/**
 * Repeats work whose connection breaks: every call that the command makes can be made twice. Tries are
 * counted from the last time that the work got further.
 * @throws {Failure} unreachable, after the last try
 */
async function persistently<T>(
  address: string,
  work: (gotFurther: () => void) => Promise<T>,
): Promise<T> {
  for (let tries = 0; ; tries++) {
    try {
      return await work(() => {
        tries = 0
      })
    } catch (error) {
      if (error instanceof Failure || error instanceof z.ZodError) throw error
      const pause = pausesMs[tries]
      if (pause === undefined) {
        const why = error instanceof Error ? error.message : String(error)
        throw new Failure('unreachable', `${address} could not be reached: ${why}`)
      }
      const asked = error instanceof Later ? error.afterMs : 0
      await sleep(Math.min(Math.max(pause, asked), mostPauseMs))
    }
  }
}
