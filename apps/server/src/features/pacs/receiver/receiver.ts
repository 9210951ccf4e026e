import path from 'node:path'

import type { PoolConfig } from 'pg'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { keepThread } from '../../../platform/keep-thread.ts'
import { log } from '../../../platform/log.ts'
import { openArrivals, type Arrivals } from './arrivals.ts'
import type { ReceiverSetUp } from './receiver-worker.ts'
import { sweepArrivals } from './sweep-arrivals.ts'

export interface ReceiverConfig {
  readonly aeTitle: string
  readonly host: string
  /** Null switches it off. */
  readonly port: number | null
  /** As many of one address are served at a time, where that is not the usual number. */
  readonly associationsOfAddress?: number
  /** PEM texts; with them only TLS is spoken. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
}

/** What takes objects from the network, and under what name and address others find it. */
export interface Receiver extends AsyncDisposable {
  /** For what this process retrieves itself. */
  readonly arrivals: Arrivals
  readonly aeTitle: string
  readonly host: string
  /** Null where nothing listens. */
  readonly port: number | null
}

interface ReceiverDeps {
  readonly db: Db
  /** For the thread, which has connections of its own. */
  readonly connection: PoolConfig
  readonly clock: Clock
  readonly dataFolder: string
  readonly arrived: () => void
}

const program = path.join(import.meta.dirname, 'receiver-worker.ts')
/** What comes from the sockets is soon let go; cleared early, no collection of all is due for it. */
const youngMegabytes = 8

/** Listens for objects; where it cannot listen, that is told, and all else goes on without it. */
export async function openReceiver(deps: ReceiverDeps, config: ReceiverConfig): Promise<Receiver> {
  const { aeTitle, host, port, tls, associationsOfAddress } = config
  const { connection, dataFolder } = deps
  await sweepArrivals(deps.db, dataFolder)
  const found = { arrivals: openArrivals(deps), aeTitle, host }
  const nowhere = { ...found, port: null, [Symbol.asyncDispose]: () => Promise.resolve() }
  if (port === null) return nowhere
  const listen = {
    aeTitle,
    host,
    port,
    ...(tls !== undefined && { tls }),
    ...(associationsOfAddress !== undefined && { limits: { associationsOfAddress } }),
  }
  const setUp: ReceiverSetUp = { connection, dataFolder, listen }
  try {
    const thread = await keepThread(program, setUp, { youngMegabytes, hear: deps.arrived })
    return { ...found, port, [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose]() }
  } catch (error) {
    log.error(`The DICOM receiver cannot listen on port ${port} of ${host}`, error)
    return nowhere
  }
}
