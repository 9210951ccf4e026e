import type { FastifyInstance } from 'fastify'

import type { Metrics } from './metrics.ts'

declare module 'fastify' {
  interface FastifyContextConfig {
    /** Answers with a live stream, whose length says nothing about the server. */
    isStream?: boolean
  }
}

/** Measures the calls of a server; addresses that no route has count together. */
export function measureRequests(app: FastifyInstance, metrics: Metrics): void {
  app.addHook('onResponse', (request, reply, done) => {
    const { url, config } = request.routeOptions
    if (config.isStream !== true) {
      const route = url === undefined || url.includes('*') ? 'other' : url
      const labels = { method: request.method, route, status: String(reply.statusCode) }
      metrics.requests.observe(labels, reply.elapsedTime / 1000)
    }
    done()
  })
}
