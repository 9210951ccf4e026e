import path from 'node:path'

import type { PoolConfig } from 'pg'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { ReceiverEvent } from '../../../platform/dicom-network/receiver-event.ts'
import type { BucketAddress } from '../../../platform/files/bucket-address.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { keepThread } from '../../../platform/keep-thread.ts'
import { log } from '../../../platform/log.ts'
import { openArrivals, type Arrivals } from './arrivals.ts'
import type { ReceiverSetUp } from './receiver-worker.ts'
import { sweepArrivals } from './sweep-arrivals.ts'

export interface ReceiverConfig {
  readonly aeTitle: string
  readonly host: string
  /** Null disables it. */
  readonly port: number | null
  /** Maximum associations of one address, if not the default. */
  readonly associationsOfAddress?: number
  /** How long a stop waits for open associations. */
  readonly drainMs?: number
  /** PEM texts; if set, only TLS is accepted. */
  readonly tls?: { readonly cert: string; readonly key: string } | undefined
}

/** Receives objects from the network; with the name and address at which others reach it. */
export interface Receiver extends AsyncDisposable {
  /** For objects that this process retrieves itself. */
  readonly arrivals: Arrivals
  readonly aeTitle: string
  readonly host: string
  /** Null if nothing listens. */
  readonly port: number | null
}

interface ReceiverDeps {
  readonly db: Db
  /** For the thread, which has separate connections. */
  readonly connection: PoolConfig
  readonly clock: Clock
  readonly dataFolder: string
  readonly files: FileStore
  /** Where that store is; null: in the data folder. */
  readonly bucketAddress: BucketAddress | null
  readonly arrived: () => void
  /** False if other processes receive into the same folder. */
  readonly isAlone?: boolean
  /** Told of what stations send. */
  readonly heard?: (event: ReceiverEvent) => void
}

const program = path.join(import.meta.dirname, 'receiver-worker.ts')
/** Buffers of sockets are short-lived; collected early, they need no full collection. */
const youngMegabytes = 8

/** The receiver as a process knows it that leaves it to another one. */
export function elsewhere(deps: ReceiverDeps, { aeTitle, host, port }: ReceiverConfig): Receiver {
  const arrivals = openArrivals({ ...deps, bucket: bucketOf(deps) })
  return { arrivals, aeTitle, host, port, [Symbol.asyncDispose]: () => Promise.resolve() }
}

/** The store to which objects go at once, if it is not the data folder. */
function bucketOf({ files, bucketAddress }: ReceiverDeps): FileStore | null {
  return bucketAddress === null ? null : files
}

/** Listens for objects; if it cannot listen, reports it and continues without. */
export async function openReceiver(deps: ReceiverDeps, config: ReceiverConfig): Promise<Receiver> {
  const { aeTitle, host, port, tls, associationsOfAddress, drainMs } = config
  const { connection, dataFolder, bucketAddress, isAlone = true } = deps
  await sweepArrivals(deps.db, dataFolder, { isAlone, bucket: bucketOf(deps) })
  const nowhere = elsewhere(deps, { ...config, port: null })
  if (port === null) return nowhere
  const listen = {
    aeTitle,
    host,
    port,
    ...(tls !== undefined && { tls }),
    ...(drainMs !== undefined && { drainMs }),
    ...(associationsOfAddress !== undefined && { limits: { associationsOfAddress } }),
  }
  const setUp: ReceiverSetUp = { connection, dataFolder, bucketAddress, listen }
  const hear = (message: unknown): void => {
    const event = message as ReceiverEvent | null
    if (event === null || event.result === 'received') deps.arrived()
    if (event !== null) deps.heard?.(event)
  }
  try {
    const thread = await keepThread(program, setUp, { youngMegabytes, hear })
    return { ...nowhere, port, [Symbol.asyncDispose]: () => thread[Symbol.asyncDispose]() }
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    log.warn('The DICOM receiver cannot listen: no station can send. Set DICOM_PORT=.', { why })
    return nowhere
  }
}
