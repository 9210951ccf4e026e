import type { AppParts } from './app.ts'
import { ConfigError } from './settings-files.ts'
import { recordAudit } from './features/audit/queries.ts'
import { keepSealing } from './features/audit/keep-sealing.ts'
import { proofOf } from './features/audit/seal.ts'
import { keepClockTimes } from './features/images/keep-clock-times.ts'
import { keepVerifying } from './features/images/keep-verifying.ts'
import { settleStoredTwins } from './features/images/twins/settle-stored-twins.ts'
import { keepFindingOrders } from './features/mics/keep-finding.ts'
import { keepFiling } from './features/pacs/receiver/keep-filing.ts'
import { keepEndingExpired } from './features/session/end-expired.ts'
import { keepConfirming } from './features/single-sign-on/keep-confirming.ts'
import { keepWatchingStorage } from './features/system/watch-storage.ts'
import { keepPruningDeliveries } from './features/webhooks/prune-deliveries.ts'
import { outdateSent } from './outdate-sent.ts'
import { keepPartitions } from './platform/database/keep-partitions.ts'
import { keepSweepingPartials } from './platform/files/partials.ts'
import { otherWork } from './roles.ts'

/** Work in progress in this process. */
export interface Work extends AsyncDisposable {
  /** Signals that an object has arrived, to the process that files them if it is this one. */
  arrived(): void
  /** Takes no more work, and waits until that in progress has ended or was handed back. */
  drain(): Promise<void>
}

/** The work of a process that leaves all of it to others. */
export const noWork: Work = {
  arrived: () => undefined,
  drain: () => Promise.resolve(),
  [Symbol.asyncDispose]: () => Promise.resolve(),
}

/**
 * Begins the work of this process.
 * @param kinds kinds of jobs and of other work; null: all
 * @throws {ConfigError} if there is no such kind
 */
export async function startWork(
  parts: AppParts,
  { kinds, ...upkeep }: { readonly kinds: readonly string[] | null } & Upkeep,
): Promise<Work> {
  refuseUnknown(kinds, parts)
  const does = (kind: string): boolean => kinds?.includes(kind) ?? true
  const { jobs, outbox } = parts
  await using starting = new AsyncDisposableStack()
  const filing = does(otherWork.arrivals) ? starting.use(keepFiling(parts)) : undefined
  if (does(otherWork.upkeep)) keepUp(starting, parts, upkeep)
  await jobs.work(kinds ?? undefined)
  if (does(otherWork.outbox)) outbox.work()
  const resources = starting.move()
  return {
    arrived: () => filing?.wake(),
    async drain() {
      await Promise.all([jobs.drain(), outbox[Symbol.asyncDispose]()])
    },
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

interface Upkeep {
  readonly isAlone: boolean
  /** Removes what killed processes left in the store of files, if it is a bucket. */
  readonly sweep: () => AsyncDisposable | null
}

function keepUp(
  resources: AsyncDisposableStack,
  parts: AppParts,
  { isAlone, sweep }: Upkeep,
): void {
  const { db, singleSignOn, clock, dataFolder } = parts
  resources.use(keepSweepingPartials(dataFolder, { isAlone }))
  resources.use(sweep())
  resources.use(keepPartitions(db))
  resources.use(keepFindingOrders(parts))
  resources.use(keepClockTimes({ ...parts, onCorrected: outdateSent(clock) }))
  resources.use(keepVerifying(parts))
  resources.use(settleStoredTwins({ ...parts, audit: recordAudit }))
  resources.use(keepSealing(proofOf(parts)))
  resources.use(keepEndingExpired(parts))
  resources.use(keepPruningDeliveries(parts))
  resources.use(keepWatchingStorage(parts))
  if (singleSignOn !== null) resources.use(keepConfirming({ ...parts, singleSignOn }))
}

function refuseUnknown(kinds: readonly string[] | null, { jobs }: AppParts): void {
  const known = [...jobs.kinds(), ...Object.values(otherWork)]
  const unknown = kinds?.find((kind) => !known.includes(kind))
  if (unknown === undefined) return
  throw new ConfigError(
    `WORKER_KINDS names ${unknown}, which is no kind of work. The kinds are ${known.join(', ')}.`,
  )
}
