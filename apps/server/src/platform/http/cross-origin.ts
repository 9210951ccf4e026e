import type { FastifyInstance } from 'fastify'

const methods = 'GET, POST, PUT, PATCH, DELETE, OPTIONS'
const requestHeaders = 'authorization, content-type, accept, range, if-range, if-none-match'
const answerHeaders =
  'content-disposition, content-range, accept-ranges, etag, retry-after, www-authenticate'
const preflightSeconds = 600

/**
 * Lets pages of these origins call by an access token (CORS, https://fetch.spec.whatwg.org/#http-cors-protocol).
 * Cookies stay out: credentials are never allowed, and calls with a session refuse other sites.
 */
export function admitOrigins(app: FastifyInstance, origins: readonly string[]): void {
  if (origins.length === 0) return
  app.addHook('onRequest', (request, reply, done) => {
    const { origin } = request.headers
    void reply.header('vary', 'origin')
    if (origin === undefined || !origins.includes(origin)) {
      done()
      return
    }
    void reply.headers({
      'access-control-allow-origin': origin,
      'access-control-expose-headers': answerHeaders,
    })
    const isPreflight =
      request.method === 'OPTIONS' && 'access-control-request-method' in request.headers
    if (!isPreflight) {
      done()
      return
    }
    void reply
      .code(204)
      .headers({
        'access-control-allow-methods': methods,
        'access-control-allow-headers': requestHeaders,
        'access-control-max-age': preflightSeconds,
      })
      .send()
  })
}
