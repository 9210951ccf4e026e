import type { FastifyInstance } from 'fastify'

/** How long a stop waits for requests in flight, unless told otherwise. */
export const usualDrainMs = 3000
const lookMs = 50

/**
 * While the server closes, ends each connection once its request is answered, although it would be
 * kept for others, and after `drainMs` all of them.
 */
export function endConnectionsOnClose(app: FastifyInstance, drainMs: number): void {
  app.addHook('preClose', (done) => {
    if (app.server.listening) {
      const idle = setInterval(() => app.server.closeIdleConnections(), lookMs)
      const all = setTimeout(() => app.server.closeAllConnections(), drainMs)
      app.server.once('close', () => {
        clearInterval(idle)
        clearTimeout(all)
      })
    }
    done()
  })
}
