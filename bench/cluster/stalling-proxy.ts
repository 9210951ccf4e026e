import { once } from 'node:events'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'

import type { Part, Site } from './part.ts'

/**
 * Connections to servers of this machine that can stall: they stay open, and nothing passes. When it
 * starts again, the stalled ones are reset, as by a firewall that has forgotten them.
 * @param ports those of the servers
 * @returns the part, and the ports to use instead
 */
export async function stallingConnections(
  { resources }: Site,
  name: string,
  ports: readonly number[],
): Promise<{ part: Part; ports: readonly number[] }> {
  const pairs = new Set<readonly [Socket, Socket]>()
  let isStalled = false

  function forward(client: Socket, port: number): void {
    const server = connect(port, '127.0.0.1')
    const pair = [client, server] as const
    pairs.add(pair)
    for (const socket of pair) {
      socket.setNoDelay(true)
      socket.on('error', () => undefined)
      socket.once('close', () => {
        // Nothing passes, not even the end.
        if (isStalled) return
        pairs.delete(pair)
        for (const each of pair) each.destroy()
      })
    }
    if (isStalled) return
    client.pipe(server)
    server.pipe(client)
  }

  const servers = ports.map((port) =>
    createServer({ allowHalfOpen: false }, (client) => forward(client, port)),
  )
  for (const server of servers) {
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    resources.defer(() => void server.close())
  }
  const reset = (): void => {
    for (const [client, server] of pairs) {
      client.resetAndDestroy()
      server.resetAndDestroy()
    }
    pairs.clear()
  }
  resources.defer(reset)
  return {
    ports: servers.map((server) => (server.address() as AddressInfo).port),
    part: {
      name,
      async fail() {
        isStalled = true
        for (const [client, server] of pairs) {
          client.unpipe().pause()
          server.unpipe().pause()
        }
      },
      async start() {
        isStalled = false
        reset()
      },
    },
  }
}
