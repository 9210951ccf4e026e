import { sql } from 'kysely'
import type { PoolConfig } from 'pg'

import type { Db } from '../database/database.ts'
import { keepListening } from '../database/keep-listening.ts'

const channel = 'fovea_live'

/** Audience of an event: everybody who may see the dataset, or one user. */
export type Audience = { readonly datasetId: number } | { readonly userId: number } | 'everybody'

export interface Announcement {
  readonly audience: Audience
  readonly event: object
}

/**
 * Notifies every server process when the transaction commits. At most 8000 bytes: ids and states
 * only.
 */
export async function announce(db: Db, audience: Audience, event: object): Promise<void> {
  await sql`select pg_notify(${channel}, ${JSON.stringify({ audience, event })})`.execute(db)
}

interface Listener {
  /** Called for each announcement of any process. */
  readonly hear: (announcement: Announcement) => void
  /** Called if announcements were lost, because the connection to the database broke. */
  readonly miss: () => void
}

export interface Live extends AsyncDisposable {
  /** Calls the listener back until the signal aborts. */
  subscribe(listener: Listener, until: AbortSignal): void
}

export function openLive(connection: PoolConfig): Live {
  const listeners = new Set<Listener>()
  const listening = keepListening(connection, {
    channel,
    onListening() {
      for (const { miss } of listeners) miss()
    },
    onNotification(payload) {
      const announcement = JSON.parse(payload) as Announcement
      for (const { hear } of listeners) hear(announcement)
    },
  })
  return {
    subscribe(listener, until) {
      listeners.add(listener)
      until.addEventListener('abort', () => listeners.delete(listener), { once: true })
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }
}
