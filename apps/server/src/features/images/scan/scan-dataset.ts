import { sql } from 'kysely'

import { message, type Message } from '#contract/messages/message'
import type { ScanReport } from '#contract/scans'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import {
  PermanentFailure,
  job,
  type Job,
  type JobContext,
} from '../../../platform/jobs/definition.ts'
import { lookAhead } from '../../../platform/look-ahead.ts'
import { announceDataset } from '../../datasets/announce.ts'
import { getLiveDataset, type DatasetRow } from '../../datasets/queries.ts'
import { scanDataset } from '../jobs.ts'
import { findKnownPaths, rememberUnreadable } from './known-paths.ts'
import { lookAtFile, type Finding } from './look-at-file.ts'
import { findCheckpoint, keepCheckpoint, type Checkpoint } from './checkpoint.ts'
import type { InspectDeps } from '../inspect-image.ts'
import { findExchanged, settleExchanged } from './settle-exchanged.ts'
import { settleFinding } from './settle-finding.ts'
import { originalKey } from '../storage.ts'

interface ScanDeps extends InspectDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly uploadBytes: number
  readonly product: { readonly version: string }
}

interface Scan extends ScanDeps {
  readonly db: Db
  readonly context: JobContext
  readonly dataset: DatasetRow
  readonly creatorId: number | null
  readonly checkpoint: Checkpoint
}

/** Paths or images looked up by one query. */
const batch = 500
/** Files read ahead while the previous one is being settled. */
const ahead = 3
/** Maximum entries in the log; further ones are counted. */
const mostWarnings = 1000
/**
 * Maximum names that wait for other images to be found; a longer chain of renames takes another
 * scan.
 */
const mostWaiting = 1000
/** Share of the progress for examining the files, in percent. */
const filesShare = 95
/** How often viewers of the dataset are notified of new images. */
const announceEveryMs = 5000

/**
 * Synchronises a dataset's images with the files in its folder, in memory that does not grow with
 * their number. Never deletes anything. After an interruption, it continues at its checkpoint.
 */
export function scanDatasetJob(deps: ScanDeps): Job {
  return job(scanDataset, async ({ datasetId, creatorId }, context) => {
    const dataset = await findDataset(context.db, datasetId)
    const checkpoint = await findCheckpoint(context.db, context.taskId)
    const scan = { ...deps, db: context.db, context, dataset, creatorId, checkpoint }
    await scanFiles(scan)
    await settleWaiting(scan)
    await markMissing(scan)
    await announceDataset(context.db, dataset.id, 'images')
    await tellOutcome(scan)
    return checkpoint.tally
  })
}

async function findDataset(db: Db, id: number): Promise<DatasetRow> {
  const dataset = await getLiveDataset(db, id)
  if (dataset === undefined) throw new PermanentFailure(message('scans.datasetDeleted'))
  return dataset
}

interface Look {
  readonly path: string
  readonly finding: Promise<Finding>
}

async function scanFiles(scan: Scan): Promise<void> {
  const { context, checkpoint, dataset } = scan
  const total = await countFiles(scan)
  const { tally } = checkpoint
  let announcedAt = performance.now()
  for await (const { path, finding } of lookAhead(looksAtFiles(scan), ahead)) {
    context.signal.throwIfAborted()
    const found = await finding
    checkpoint.doneTo = path
    if (found.is === 'other content' && checkpoint.waiting.length < mostWaiting) {
      checkpoint.waiting.push(path)
    } else {
      await settle(scan, path, found)
    }
    await context.progress((tally.files / Math.max(total, tally.files)) * filesShare)
    if (performance.now() - announcedAt < announceEveryMs) continue
    announcedAt = performance.now()
    await announceDataset(scan.db, dataset.id, 'images')
  }
  await keepCheckpoint(scan.db, context.taskId, checkpoint)
}

async function countFiles({ files, dataset, context }: Scan): Promise<number> {
  let total = 0
  for await (const { isReadable } of files.walk(folderOf(dataset))) {
    context.signal.throwIfAborted()
    if (isReadable) total++
  }
  return total
}

function folderOf(dataset: DatasetRow): string {
  return originalKey(dataset.name, '')
}

/** Starts to examine each file after the checkpoint; known paths are queried in batches. */
async function* looksAtFiles(scan: Scan): AsyncGenerator<Look> {
  const { files, dataset, checkpoint, context } = scan
  let paths: string[] = []
  for await (const { path, isReadable } of files.walk(folderOf(dataset), checkpoint.doneTo)) {
    if (!isReadable) {
      await warn(scan, message('scans.folderUnreadable', { path: path === '' ? '/' : path }))
      continue
    }
    paths.push(path)
    if (paths.length < batch) continue
    yield* looksAt(scan, paths)
    paths = []
    await keepCheckpoint(scan.db, context.taskId, checkpoint)
  }
  yield* looksAt(scan, paths)
}

async function* looksAt(scan: Scan, paths: readonly string[]): AsyncGenerator<Look> {
  for (const known of await findKnownPaths(scan.db, readerOf(scan), paths)) {
    const finding = lookAtFile(scan, scan.dataset, known)
    // Awaited later, or never if the scan ends first.
    finding.catch(() => undefined)
    yield { path: known.path, finding }
  }
}

function readerOf({ dataset, product }: Scan) {
  return { datasetId: dataset.id, version: product.version }
}

/** Saves a finding and the scan's progress in one transaction. */
async function settle(scan: Scan, path: string, finding: Finding): Promise<void> {
  const { checkpoint, context } = scan
  const { tally } = checkpoint
  if (finding.is === 'unchanged') {
    // Saved with the next change, or the next batch.
    count(tally, finding.image.deleted_at === null ? 'unchanged' : 'deleted')
    return
  }
  const warning = await scan.db.transaction().execute(async (db) => {
    // A power cut loses the row together with the checkpoint; the task's own end is committed
    // synchronously.
    await sql`set local synchronous_commit = off`.execute(db)
    const outcome = await settleFinding({ ...scan, db }, path, finding)
    if (finding.is === 'unreadable') {
      await rememberUnreadable(db, readerOf(scan), { path, ...finding })
    }
    count(tally, outcome.counts)
    await keepCheckpoint(db, context.taskId, checkpoint)
    return outcome.warning
  })
  if (warning !== undefined) await warn(scan, warning)
}

function count(tally: ScanReport, as: Exclude<keyof ScanReport, 'files' | 'missing'>): void {
  tally.files++
  tally[as]++
}

async function warn({ context, checkpoint }: Scan, warning: Message): Promise<void> {
  checkpoint.warnings++
  if (checkpoint.warnings <= mostWarnings) await context.warn(warning)
}

/**
 * Names given to other files: they become free once the images that had them are found elsewhere.
 * Repeats, because each may free the next.
 */
async function settleWaiting(scan: Scan): Promise<void> {
  const { checkpoint } = scan
  do await settleFreed(scan)
  while (await settleRings(scan))
  for (const path of checkpoint.waiting) {
    await settleWaited(scan, path, await lookAgain(scan, path))
  }
}

async function settleFreed(scan: Scan): Promise<void> {
  const { checkpoint } = scan
  let before = Infinity
  while (checkpoint.waiting.length < before) {
    before = checkpoint.waiting.length
    for (const path of checkpoint.waiting) {
      const finding = await lookAgain(scan, path)
      if (finding.is !== 'other content') await settleWaited(scan, path, finding)
    }
  }
}

/** Names that images have exchanged can only be freed together. True if there were any. */
async function settleRings(scan: Scan): Promise<boolean> {
  const { db, context, checkpoint } = scan
  const moves = await findExchanged(scan, checkpoint.waiting)
  if (moves.length === 0) return false
  const settled = new Set(moves.map(({ path }) => path))
  checkpoint.waiting = checkpoint.waiting.filter((path) => !settled.has(path))
  for (const _ of moves) count(checkpoint.tally, 'renamed')
  await db.transaction().execute(async (trx) => {
    await settleExchanged(trx, moves)
    await keepCheckpoint(trx, context.taskId, checkpoint)
  })
  return true
}

async function lookAgain(scan: Scan, path: string): Promise<Finding> {
  scan.context.signal.throwIfAborted()
  const [known] = await findKnownPaths(scan.db, readerOf(scan), [path])
  return lookAtFile(scan, scan.dataset, known ?? { path, image: undefined, unreadable: undefined })
}

async function settleWaited(scan: Scan, path: string, finding: Finding): Promise<void> {
  scan.checkpoint.waiting = scan.checkpoint.waiting.filter((each) => each !== path)
  await settle(scan, path, finding)
}

/** Marks images whose file is missing from its place. */
async function markMissing(scan: Scan): Promise<void> {
  const { db, context, checkpoint, clock } = scan
  let last = 0
  for (;;) {
    context.signal.throwIfAborted()
    const images = await db
      .selectFrom('image')
      .select(['id', 'path'])
      .where('dataset_id', '=', scan.dataset.id)
      .where('deleted_at', 'is', null)
      .where('missing_at', 'is', null)
      .where('id', '>', last)
      .orderBy('id')
      .limit(batch)
      .execute()
    const gone = await withoutFile(scan, images)
    if (gone.length > 0) {
      checkpoint.tally.missing += gone.length
      const ids = gone.map(({ id }) => id)
      await db.transaction().execute(async (trx) => {
        await trx.updateTable('image').set({ missing_at: clock() }).where('id', 'in', ids).execute()
        await keepCheckpoint(trx, context.taskId, checkpoint)
      })
    }
    for (const { path } of gone) await warn(scan, message('scans.missing', { path }))
    last = images.at(-1)?.id ?? last
    if (images.length < batch) return
  }
}

interface Place {
  readonly id: number
  readonly path: string
}

/** If a file's existence cannot be determined, the file does not count as missing. */
async function withoutFile({ files, dataset }: Scan, images: readonly Place[]): Promise<Place[]> {
  const isGone = await Promise.all(
    images.map(({ path }) =>
      files.find(originalKey(dataset.name, path)).then(
        (file) => file === undefined,
        () => false,
      ),
    ),
  )
  return images.filter((_, number) => isGone[number] === true)
}

async function tellOutcome({ context, checkpoint }: Scan): Promise<void> {
  const unlisted = checkpoint.warnings - mostWarnings
  if (unlisted > 0) await context.warn(message('scans.moreWarnings', { count: unlisted }))
  const { deleted: _deleted, ...counts } = checkpoint.tally
  await context.info(message('scans.summary', counts))
}
