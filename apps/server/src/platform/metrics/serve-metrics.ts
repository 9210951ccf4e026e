import { once } from 'node:events'
import { createServer, type ServerResponse } from 'node:http'

import { healthLive, healthParts, healthReady } from '#contract/info'

import type { ProcessHealth } from '../health.ts'
import type { Metrics } from './metrics.ts'

interface Answer {
  readonly status: number
  readonly type: string
  readonly text: string
}

/**
 * Serves `/metrics` (Prometheus' text format) and the two calls about health on a port of their
 * own, which also a process without a web server has.
 * @param read sets the gauges that are read at each scrape
 */
export async function serveMetrics(
  { host, port }: { readonly host: string; readonly port: number },
  { metrics, health, read }: Served,
): Promise<AsyncDisposable> {
  const pages: Readonly<Record<string, () => Promise<Answer>>> = {
    '/metrics': async () => {
      await read()
      const { registry } = metrics
      return { status: 200, type: registry.contentType, text: await registry.metrics() }
    },
    [healthLive.path]: async () => json(200, { status: 'ok' }),
    [healthReady.path]: () => readyAnswer(health),
  }
  const server = createServer((request, response) => {
    const page = pages[request.url ?? '']
    if (page === undefined || request.method !== 'GET') send(response, json(404, {}))
    else
      page().then(
        (answer) => send(response, answer),
        () => send(response, json(500, {})),
      )
  })
  server.listen(port, host)
  await once(server, 'listening')
  return {
    async [Symbol.asyncDispose]() {
      const closed = once(server, 'close')
      server.close()
      server.closeAllConnections()
      await closed
    },
  }
}

interface Served {
  readonly metrics: Metrics
  readonly health: ProcessHealth
  readonly read: () => Promise<void>
}

async function readyAnswer(health: ProcessHealth): Promise<Answer> {
  if (health.draining.aborted) return json(503, { status: 'draining' })
  const parts = await health.check()
  const isReady = healthParts.every((part) => parts[part] === 'works')
  return json(isReady ? 200 : 503, { status: isReady ? 'ok' : 'fails', parts })
}

function json(status: number, body: object): Answer {
  return { status, type: 'application/json', text: JSON.stringify(body) }
}

function send(response: ServerResponse, { status, type, text }: Answer): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text)
}
