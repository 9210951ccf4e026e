import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'
import type { PoolConfig } from 'pg'

import type { Db } from '../database/database.ts'
import { keepListening } from '../database/keep-listening.ts'

const channel = 'fovea_live'

/** Audience of an event: everybody who may see the dataset, one user, or only the server's processes. */
export type Audience =
  | { readonly datasetId: number }
  | { readonly userId: number }
  | 'everybody'
  | 'processes'

export interface Announcement {
  readonly audience: Audience
  readonly event: object
  /** Its position among the announcements that this process has heard. */
  readonly position: string
  /** When this process heard it, by `performance.now`. */
  readonly heardAt: number
}

/** How many announcements are kept for readers who connect again. */
const mostKept = 2000

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
  /** The position of the last announcement. */
  position(): string
  /** The announcements after a position; undefined if this process does not know all of them. */
  since(position: string): readonly Announcement[] | undefined
  /** The announcements of the last milliseconds; undefined if this process does not know all of them. */
  within(milliseconds: number): readonly Announcement[] | undefined
  /** Calls the listener back until the signal aborts. */
  subscribe(listener: Listener, until: AbortSignal): void
}

export function openLive(connection: PoolConfig): Live {
  const listeners = new Set<Listener>()
  let run = randomUUID()
  let count = 0
  let kept: Announcement[] = []
  /** All announcements after this time are kept. */
  let knownSince = Infinity
  const position = (): string => `${run}.${count}`
  const listening = keepListening(connection, {
    channel,
    onListening() {
      // Nobody knows what was announced before.
      run = randomUUID()
      kept = []
      knownSince = performance.now()
      for (const { miss } of listeners) miss()
    },
    onNotification(payload) {
      const told = JSON.parse(payload) as Pick<Announcement, 'audience' | 'event'>
      count += 1
      const announcement = { ...told, position: position(), heardAt: performance.now() }
      kept.push(announcement)
      if (kept.length > 2 * mostKept) forgetOldest()
      for (const { hear } of listeners) hear(announcement)
    },
  })
  function forgetOldest(): void {
    knownSince = kept.at(-mostKept - 1)?.heardAt ?? knownSince
    kept = kept.slice(-mostKept)
  }
  return {
    position,
    since(known) {
      if (known === position()) return []
      const index = kept.findIndex((each) => each.position === known)
      return index === -1 ? undefined : kept.slice(index + 1)
    },
    within(milliseconds) {
      const from = performance.now() - milliseconds
      return from < knownSince ? undefined : kept.filter(({ heardAt }) => heardAt >= from)
    },
    subscribe(listener, until) {
      listeners.add(listener)
      until.addEventListener('abort', () => listeners.delete(listener), { once: true })
    },
    [Symbol.asyncDispose]: () => listening[Symbol.asyncDispose](),
  }
}
