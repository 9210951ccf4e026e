import { open } from 'node:fs/promises'

import { sql } from 'kysely'

import type { ImportReport } from '#contract/imports'
import { message } from '#contract/messages/message'
import type { PolygonOperations } from '#geometry/boolean'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { HopelessJob, job, type Job, type JobContext } from '../../platform/jobs/definition.ts'
import { announceDataset } from '../datasets/announce.ts'
import { importCategories, type ImportedCategories } from './import-categories.ts'
import { importImage } from './import-image.ts'
import { indexFile, type FileIndex } from './index-file.ts'
import { importCocoFile } from './jobs.ts'
import type { MatchedImage } from './match-images.ts'
import { findCheckpoint, keepCheckpoint, type Checkpoint } from './queries.ts'
import { readImageEntries, UnusableEntry, type ImageContent } from './read-image-entries.ts'
import { tellReport } from './tell-report.ts'
import { emptyTally, joinedReasons, note, type Tally } from './tally.ts'

interface ImportDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly operations: PolygonOperations
}

/** What the payload of the task says. */
interface Wanted {
  readonly datasetId: number
  readonly dryRun: boolean
  readonly creatorId: number | null
}

/** Of the whole progress, in percent, what reading through the file takes. */
const indexingShare = 30
/** How often those who look at the dataset hear that there is more. */
const announceEveryMs = 5000

/**
 * Imports a COCO file image by image, each whole or not at all, in memory that does not grow with
 * the file. Stopped in the middle, it goes on after the last image that is done.
 */
export function importCocoJob(deps: ImportDeps): Job {
  return job(
    importCocoFile,
    async (payload, context) => {
      await refuseMissing(deps.files, payload.file, context.db, payload.datasetId)
      const report = await deps.files.withLocalPath(payload.file, (file) =>
        importFile(deps, context, { ...payload, file }),
      )
      await tellReport(context, report)
      await deps.files.remove(payload.file)
      return report
    },
    async ({ payload, status }) => {
      if (status === 'failed' || status === 'cancelled') await deps.files.remove(payload.file)
    },
  )
}

async function refuseMissing(
  files: FileStore,
  file: string,
  db: Db,
  datasetId: number,
): Promise<void> {
  const dataset = await db
    .selectFrom('dataset')
    .select('id')
    .where('id', '=', datasetId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (dataset === undefined) {
    throw new HopelessJob(message('imports.datasetDeleted'))
  }
  if (await files.has(file)) return
  throw new HopelessJob(message('imports.fileGone'))
}

async function importFile(
  deps: ImportDeps,
  context: JobContext,
  wanted: Wanted & { readonly file: string },
): Promise<ImportReport> {
  const { db, signal } = context
  const tally = emptyTally()
  const index = await indexFile({
    db,
    signal,
    tally,
    datasetId: wanted.datasetId,
    file: wanted.file,
    onProgress: (share) => context.progress(share * indexingShare),
  })
  const { categories, checkpoint } = await startAt(context, index, wanted)
  const handle = await open(wanted.file)
  try {
    await importImages({ ...deps, context, wanted, index, categories, checkpoint }, handle)
  } finally {
    await handle.close()
  }
  if (!wanted.dryRun) {
    await announceDataset(db, wanted.datasetId, 'categories')
    await announceDataset(db, wanted.datasetId, 'images')
  }
  return reportOf(index, tally, { done: checkpoint.tally, dryRun: wanted.dryRun })
}

/** The categories, and how far an earlier try came. */
function startAt(
  { db, taskId }: JobContext,
  { categories: inFile }: FileIndex,
  wanted: Wanted,
): Promise<{ categories: ImportedCategories; checkpoint: Checkpoint }> {
  return db.transaction().execute(async (trx) => {
    const earlier = await findCheckpoint(trx, taskId)
    const categories = await importCategories(trx, inFile, wanted)
    if (earlier !== undefined) return { categories, checkpoint: earlier }
    const { created, attached } = categories
    const checkpoint = { doneTo: -1, tally: { ...emptyTally(), categories: { created, attached } } }
    if (!wanted.dryRun) await keepCheckpoint(trx, taskId, checkpoint)
    return { categories, checkpoint }
  })
}

interface Run extends ImportDeps {
  readonly context: JobContext
  readonly wanted: Wanted
  readonly index: FileIndex
  readonly categories: ImportedCategories
  readonly checkpoint: Checkpoint
}

async function importImages(run: Run, handle: Awaited<ReturnType<typeof open>>): Promise<void> {
  const { context, wanted, index, checkpoint } = run
  const { images } = index
  let announcedAt = performance.now()
  for (const [number, image] of images.entries()) {
    if (image.place.start <= checkpoint.doneTo) continue
    context.signal.throwIfAborted()
    const entries = await readImageEntries({
      handle,
      image,
      operations: run.operations,
      places: index.annotations.of(number),
      categories: run.categories.byFileId,
    }).catch(asUnusable)
    await store(run, image, entries)
    const share = (number + 1) / images.length
    await context.progress(indexingShare + share * (100 - indexingShare))
    if (wanted.dryRun || performance.now() - announcedAt < announceEveryMs) continue
    announcedAt = performance.now()
    await announceDataset(context.db, wanted.datasetId, 'images')
  }
}

function asUnusable(error: unknown): UnusableEntry {
  if (error instanceof UnusableEntry) return error
  throw error
}

/** The image's rows and how far the import is, both or neither. */
async function store(
  { context, wanted, checkpoint, clock }: Run,
  image: MatchedImage,
  entries: ImageContent | UnusableEntry,
): Promise<void> {
  const { tally } = checkpoint
  checkpoint.doneTo = image.place.start
  if (entries instanceof UnusableEntry) {
    tally.imagesLeftOut++
    note(tally, entries.reason, entries.told)
    if (!wanted.dryRun) await keepCheckpoint(context.db, context.taskId, checkpoint)
    return
  }
  const by = { ...wanted, at: clock() }
  if (wanted.dryRun) {
    count(tally, { image, entries }, await importImage(context.db, image, entries, by))
    return
  }
  await context.db.transaction().execute(async (trx) => {
    // What a power cut takes it takes with the checkpoint; the task's own end is waited for.
    await sql`set local synchronous_commit = off`.execute(trx)
    count(tally, { image, entries }, await importImage(trx, image, entries, by))
    await keepCheckpoint(trx, context.taskId, checkpoint)
  })
}

function count(
  tally: Tally,
  { image, entries }: { image: MatchedImage; entries: ImageContent },
  outcome: Awaited<ReturnType<typeof importImage>>,
): void {
  if (outcome === undefined) {
    tally.imagesLeftOut++
    note(tally, 'image_not_in_dataset', message('imports.caseDeleted', { file: image.path }))
    return
  }
  if (outcome.created > 0 || outcome.hasNewNotes) tally.changed++
  else tally.unchanged++
  tally.created += outcome.created
  tally.taken += entries.annotations.length
  tally.existing += outcome.existing
  if (outcome.differing.length > 0) {
    const keys = outcome.differing.slice(0, 5).join(', ')
    note(tally, 'metadata_differ', message('imports.caseMetadata', { file: image.path, keys }))
  }
}

function reportOf(
  index: FileIndex,
  indexing: Tally,
  { done, dryRun }: { done: Tally; dryRun: boolean },
): ImportReport {
  const { created, existing, changed, unchanged } = done
  const matched = index.images.length
  return {
    dry_run: dryRun,
    images: {
      in_file: index.imagesInFile,
      matched,
      changed,
      unchanged,
      left_out: index.imagesInFile - changed - unchanged,
    },
    annotations: {
      in_file: index.annotationsInFile,
      created,
      existing,
      left_out: index.annotationsInFile - done.taken,
    },
    categories: {
      created: [...done.categories.created],
      attached: [...done.categories.attached],
    },
    reasons: joinedReasons(indexing, done),
  }
}
