import { setTimeout as sleep } from 'node:timers/promises'

import { sql } from 'kysely'
import { Client, type ClientConfig } from 'pg'

import type { Db } from '../database/database.ts'
import { log } from '../log.ts'

const channel = 'fovea_live'
const reconnectMs = 1000

/** Who may hear of it: everybody who may see the dataset, or one user. */
export type Audience = { readonly datasetId: number } | { readonly userId: number } | 'everybody'

export interface Announcement {
  readonly audience: Audience
  readonly event: object
}

/**
 * Tells every server process, when the transaction commits and not before. At most 8000 bytes:
 * ids and states only.
 */
export async function announce(db: Db, audience: Audience, event: object): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify({ audience, event })})`.execute(db)
}

export interface Live extends AsyncDisposable {
  /** Calls back for each announcement of any process, until the signal aborts. */
  subscribe(listener: (announcement: Announcement) => void, until: AbortSignal): void
}

/** Listens on a connection of its own, and again when that breaks. */
export function openLive(connection: ClientConfig): Live {
  const listeners = new Set<(announcement: Announcement) => void>()
  const closing = new AbortController()
  let client: Client | undefined

  async function listen(): Promise<void> {
    client = new Client(connection)
    const ended = new Promise<void>((resolve) => {
      client?.once('end', resolve)
      // A server that ends says so, and then the connection does.
      client?.on('error', () => resolve())
    })
    client.on('notification', ({ payload }) => {
      const announcement = JSON.parse(payload ?? '') as Announcement
      for (const listener of listeners) listener(announcement)
    })
    await client.connect()
    await client.query(`listen ${channel}`)
    await ended
  }

  async function keepListening(): Promise<void> {
    while (!closing.signal.aborted) {
      await listen().catch((error: unknown) => {
        if (!closing.signal.aborted) log.error('live connection failed', error)
      })
      await sleep(reconnectMs, undefined, { signal: closing.signal }).catch(() => undefined)
    }
  }
  const listening = keepListening()

  return {
    subscribe(listener, until) {
      listeners.add(listener)
      until.addEventListener('abort', () => listeners.delete(listener), { once: true })
    },
    async [Symbol.asyncDispose]() {
      closing.abort()
      await client?.end().catch(() => undefined)
      await listening
    },
  }
}
