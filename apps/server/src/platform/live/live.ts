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

export interface Live extends AsyncDisposable {
  /** Calls back for each announcement of any process, until the signal aborts. */
  subscribe(listener: (announcement: Announcement) => void, until: AbortSignal): void
}

export function openLive(connection: PoolConfig): Live {
  const listeners = new Set<(announcement: Announcement) => void>()
  const listening = keepListening(connection, {
    channel,
    onNotification(payload) {
      const announcement = JSON.parse(payload) as Announcement
      for (const listener of listeners) listener(announcement)
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
