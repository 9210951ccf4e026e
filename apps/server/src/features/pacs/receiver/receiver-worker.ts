import { workerData } from 'node:worker_threads'

import type { PoolConfig } from 'pg'

import { systemClock } from '../../../platform/clock.ts'
import { connectDatabase } from '../../../platform/database/database.ts'
import { startProvider, type ProviderOptions } from '../../../platform/dicom-network/provider.ts'
import type { ReceiverEvent } from '../../../platform/dicom-network/receiver-event.ts'
import type { BucketAddress } from '../../../platform/files/bucket-address.ts'
import { openFiles } from '../../../platform/files/open-files.ts'
import { tellParent, workUntilEnd } from '../../../platform/keep-thread.ts'
import { openArrivals } from './arrivals.ts'
import { isKnownAs, keepReport } from '../sending/commitment.ts'

/** Input of the worker thread. */
export interface ReceiverSetUp {
  readonly connection: PoolConfig
  readonly dataFolder: string
  /** Where objects go before they are acknowledged; null: they stay in the data folder. */
  readonly bucketAddress: BucketAddress | null
  readonly listen: Pick<ProviderOptions, 'aeTitle' | 'host' | 'port' | 'tls' | 'limits' | 'drainMs'>
}

/** Enough for several associations; each has at most two queries at a time. */
const connections = 4

const { connection, dataFolder, bucketAddress, listen } = workerData as ReceiverSetUp
const resources = new AsyncDisposableStack()
const { db } = resources.use(connectDatabase({ ...connection, max: connections }))
const tell = (event: ReceiverEvent): void => tellParent(event)
// Nothing is fetched from there.
const places = { dataFolder, temporaryFolder: dataFolder, cacheBytes: null }
const { files } = resources.use(
  await openFiles({ ...places, bucket: bucketAddress }, () => undefined),
)
const arrivals = openArrivals({
  db,
  clock: systemClock,
  dataFolder,
  bucket: bucketAddress === null ? null : files,
  arrived: () => tell({ result: 'received' }),
  refused: () => tell({ result: 'refused' }),
})
resources.use(
  await startProvider({
    ...listen,
    accepts: (sender) => arrivals.accepts(sender),
    isAlsoCalled: (title) => isKnownAs(db, title),
    report: (report) => keepReport(db, report),
    rejected: (reason) => tell({ result: 'rejected', reason }),
    store: (object, sender) => arrivals.open(object, sender),
  }),
)
workUntilEnd(resources)
