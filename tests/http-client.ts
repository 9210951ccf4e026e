import { login, register } from '#contract/account'
import { bytes, type Endpoint, events } from '#contract/endpoint'
import { listTasks, type Task } from '#contract/tasks'
import type { z } from 'zod'

export const password = 'Correct-Horse-7'

interface Input<E extends Endpoint> {
  params?: Record<string, string | number>
  query?: Record<string, string | number>
  body?: z.input<E['body']>
  file?: { name: string; content: Uint8Array }
}

type Answer<E extends Endpoint> = E['response'] extends z.ZodType
  ? z.output<E['response']>
  : E['response'] extends typeof bytes | typeof events
    ? Response
    : never

/** A client that calls a running server over the network. */
export interface NetworkClient {
  call<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<Answer<E>>
  /** The task when it has ended. */
  finished(taskId: number): Promise<Task>
}

/** A call that the server refused or could not do. */
export class RefusedCall extends Error {
  readonly status: number
  readonly retryAfter: string | null

  constructor(path: string, { status, headers }: Response, body: string) {
    super(`${path}: ${status} ${body}`)
    this.status = status
    this.retryAfter = headers.get('retry-after')
  }
}

type Fetch = (address: URL, init: RequestInit) => Promise<Response>

/** Registers the user, or signs in if the user exists. */
export async function signedIn(
  address: string,
  username: string,
  fetching: Fetch = fetch,
): Promise<NetworkClient> {
  let cookie = ''
  const client: NetworkClient = {
    async call(endpoint, input = {}) {
      const { url, init } = requestOf(address, endpoint, { ...input, cookie })
      const answer = await fetching(url, init)
      cookie = answer.headers.getSetCookie()[0]?.split(';')[0] ?? cookie
      if (!answer.ok) throw new RefusedCall(endpoint.path, answer, await answer.text())
      const isRaw = endpoint.response === bytes || endpoint.response === events
      return (isRaw ? answer : await answer.json()) as never
    },
    async finished(taskId) {
      for (;;) {
        const tasks = await client.call(listTasks)
        const task = tasks.find((each) => each.id === taskId)
        if (task?.completed === true) return task
        await new Promise((resolve) => setTimeout(resolve, 100))
      }
    },
  }
  const body = { username, password, confirm_password: password }
  await client
    .call(register, { body })
    .catch(() => client.call(login, { body: { username, password } }))
  return client
}

/** Reads a live stream until it contains a text. */
export async function readUntil(stream: Response, text: string): Promise<string> {
  let read = ''
  for await (const chunk of stream.body?.pipeThrough(new TextDecoderStream()) ?? []) {
    read += chunk
    if (read.includes(text)) return read
  }
  return read
}

const boundary = 'fovea-test-boundary'

function requestOf(
  address: string,
  endpoint: Endpoint,
  input: Input<Endpoint> & { cookie: string },
): { url: URL; init: RequestInit } {
  const path = endpoint.path.replaceAll(/:(\w+)/g, (_, name: string) =>
    String(input.params?.[name]),
  )
  const url = new URL(path, address)
  for (const [name, value] of Object.entries(input.query ?? {}))
    url.searchParams.set(name, String(value))
  const headers: Record<string, string> = { cookie: input.cookie }
  let payload: string | FormData | Buffer | undefined
  if (input.file !== undefined && endpoint.upload?.related !== undefined) {
    const { related } = endpoint.upload
    headers['content-type'] = `multipart/related; type="${related}"; boundary=${boundary}`
    payload = Buffer.concat([
      Buffer.from(`--${boundary}\r\ncontent-type: ${related}\r\n\r\n`),
      input.file.content,
      Buffer.from(`\r\n--${boundary}--\r\n`),
    ])
  } else if (input.file !== undefined) {
    payload = new FormData()
    payload.append(
      endpoint.upload?.field ?? 'file',
      new Blob([Buffer.from(input.file.content)]),
      input.file.name,
    )
  } else if (input.body !== undefined) {
    payload = JSON.stringify(input.body)
    headers['content-type'] = 'application/json'
  }
  const init = { method: endpoint.method, headers }
  return { url, init: payload === undefined ? init : { ...init, body: payload } }
}
