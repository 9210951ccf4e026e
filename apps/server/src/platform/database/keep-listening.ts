import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'

import type { Client, PoolConfig } from 'pg'

import { log } from '../log.ts'
import { DatabaseClient } from './client.ts'

const reconnectMs = 1000

interface Listener {
  readonly channel: string
  readonly onNotification: (payload: string) => void
  /** Listening has started; notifications sent since the connection broke are lost. */
  readonly onListening?: () => void
}

/** Listens for notifications on its own connection, and reconnects if that breaks. */
export function keepListening(
  connection: PoolConfig,
  { channel, onNotification, onListening }: Listener,
): AsyncDisposable {
  const closing = new AbortController()
  const closed = once(closing.signal, 'abort')
  let client: Client | undefined

  async function listen(): Promise<void> {
    client = new DatabaseClient(connection)
    const ended = new Promise<void>((resolve) => {
      client?.once('end', resolve)
      // A server that shuts down reports an error before it closes the connection.
      client?.on('error', () => resolve())
    })
    client.on('notification', ({ payload }) => onNotification(payload ?? ''))
    try {
      // A client that is closed while it connects neither connects nor fails.
      await Promise.race([client.connect(), closed])
      if (closing.signal.aborted) return
      await client.query(`listen "${channel}"`)
      onListening?.()
      await ended
    } finally {
      await client.end().catch(() => undefined)
    }
  }

  async function listenAgain(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!closing.signal.aborted) log.error('listening connection failed', error, { channel })
      })
      await sleep(reconnectMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const listening = listenAgain()

  return {
    async [Symbol.asyncDispose]() {
      closing.abort()
      await client?.end().catch(() => undefined)
      await listening
    },
  }
}
