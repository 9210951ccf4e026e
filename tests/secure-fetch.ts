import { request, type RequestOptions } from 'node:https'
import type { IncomingMessage } from 'node:http'
import { Readable } from 'node:stream'

type SecureFetch = (address: string | URL, init?: RequestInit) => Promise<Response>

/**
 * A `fetch` that trusts a certificate and calls from an address of its own.
 * @param always headers of each request
 */
export function secureFetch(
  from: Pick<RequestOptions, 'ca' | 'localAddress'>,
  always: Readonly<Record<string, string>>,
): SecureFetch {
  return async (address, init) => {
    const asked = new Request(address, init)
    const body = Buffer.from(await asked.arrayBuffer())
    const headers = { ...Object.fromEntries(asked.headers), ...always }
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const sending = request(address, { ...from, family: 4, method: asked.method, headers })
      sending.on('response', resolve)
      sending.on('error', reject)
      sending.end(body)
    })
    return responseOf(answer)
  }
}

function responseOf(answer: IncomingMessage): Response {
  const headers = new Headers()
  for (const [name, values] of Object.entries(answer.headersDistinct)) {
    for (const value of values ?? []) headers.append(name, value)
  }
  const body = Readable.toWeb(answer) as ReadableStream<Uint8Array>
  return new Response(body, { status: answer.statusCode ?? 0, headers })
}
