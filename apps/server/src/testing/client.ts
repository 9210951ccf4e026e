import type { FastifyInstance } from 'fastify'
import type { z } from 'zod'

import type { Endpoint } from '#contract/endpoint'

interface Input<E extends Endpoint> {
  params?: z.input<E['params']>
  query?: z.input<E['query']>
  body?: z.input<E['body']>
  files?: readonly TestFile[]
  headers?: Record<string, string>
}

interface TestFile {
  readonly name: string
  readonly content: Uint8Array
}

interface TestAnswer<E extends Endpoint> {
  readonly status: number
  readonly headers: Record<string, unknown>
  readonly bytes: Buffer
  /** The answer as JSON, or the body of an error. */
  readonly body: (E['response'] extends z.ZodType ? z.output<E['response']> : never) & {
    message?: string
    code?: string
    fields?: Record<string, string>
    current?: unknown
  }
}

/** A user with a browser, which keeps the server's cookie. */
export interface Client {
  readonly cookies: ReadonlyMap<string, string>
  call<E extends Endpoint>(endpoint: E, input?: Input<E>): Promise<TestAnswer<E>>
}

export function clientOf(app: FastifyInstance, cookies = new Map<string, string>()): Client {
  return {
    cookies,
    async call(endpoint, { params = {}, query = {}, body, files, headers = {} } = {}) {
      const form =
        files === undefined ? undefined : multipart(endpoint.upload?.field ?? 'file', files, body)
      const answer = await app.inject({
        method: endpoint.method,
        url: addressOf(endpoint.path, params as object),
        query: textsOf(query as object),
        headers: { ...headers, ...form?.headers },
        cookies: Object.fromEntries(cookies),
        ...(form === undefined ? {} : { payload: form.payload }),
        ...(body === undefined || form !== undefined ? {} : { payload: body as object }),
      })
      for (const { name, value } of answer.cookies) {
        if (value === '') cookies.delete(name)
        else cookies.set(name, value)
      }
      const isJson = String(answer.headers['content-type']).startsWith('application/json')
      return {
        status: answer.statusCode,
        headers: answer.headers,
        bytes: answer.rawPayload,
        body: isJson ? answer.json() : undefined,
      } as never
    },
  }
}

/** The path of a call with its parameters. */
export function addressOf(path: string, params: object): string {
  const values = new Map<string, unknown>(Object.entries(params))
  return path.replaceAll(/:(\w+)/g, (_, name: string) =>
    encodeURIComponent(String(values.get(name))),
  )
}

/** A query in the form in which it is sent. */
export function textsOf(query: object): Record<string, string> {
  return Object.fromEntries(
    Object.entries(query)
      .filter(([, value]) => value !== undefined)
      .map(([name, value]) => [name, String(value)]),
  )
}

const boundary = 'fovea-test-boundary'

function multipart(field: string, files: readonly TestFile[], fields: unknown = {}) {
  const parts = files.flatMap(({ name, content }) => [
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${field}"; filename="${name}"\r\ncontent-type: application/octet-stream\r\n\r\n`,
    ),
    Buffer.from(content),
    Buffer.from('\r\n'),
  ])
  const texts = Object.entries(fields as object).map(([name, value]) =>
    Buffer.from(
      `--${boundary}\r\ncontent-disposition: form-data; name="${name}"\r\n\r\n${String(value)}\r\n`,
    ),
  )
  return {
    headers: { 'content-type': `multipart/form-data; boundary=${boundary}` },
    payload: Buffer.concat([...parts, ...texts, Buffer.from(`--${boundary}--\r\n`)]),
  }
}
