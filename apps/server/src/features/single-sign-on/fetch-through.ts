import type { Outbound } from '../../platform/http/outbound.ts'

const milliseconds = 10_000
const mostBytes = 2 ** 20
/** The provider explains these in their content (RFC 6749, 5.2; RFC 6750, 3.1). */
const refusals = [400, 401, 403]

interface Request {
  readonly method: string
  readonly headers: Headers | Readonly<Record<string, string>>
  /** A form, if there is one. */
  readonly body?: unknown
}

/** `fetch` for the libraries of OpenID Connect, only to hosts of the operator's list. */
export function fetchThrough(
  outbound: Outbound,
): (url: string, request: Request) => Promise<Response> {
  return async (url, { method, headers, body }) => {
    const { status, contentType, content } = await outbound.send(new URL(url), {
      method: method === 'POST' ? 'POST' : 'GET',
      headers: Object.fromEntries(new Headers(headers)),
      ...(body instanceof URLSearchParams ? { body: Buffer.from(body.toString()) } : {}),
      milliseconds,
      bytes: mostBytes,
      refusals,
    })
    return new Response(new Uint8Array(content), {
      status,
      headers: { 'content-type': contentType },
    })
  }
}
