import path from 'node:path'

import { sql } from 'kysely'

import { largestImport, type ImportReport } from '#contract/imports'
import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { ProgramToken } from '../../platform/http/actor.ts'
import { PermanentFailure, job, type Job, type JobContext } from '../../platform/jobs/definition.ts'
import { lookAhead } from '../../platform/look-ahead.ts'
import { openProcess, type Process } from '../../platform/open-process.ts'
import { announceDataset } from '../datasets/announce.ts'
import { getLiveDataset } from '../datasets/queries.ts'
import { importFields, type ImportedFields } from './import-fields.ts'
import { findImporter, type Importer } from './importer.ts'
import { importCategories, type ImportedCategories } from './import-categories.ts'
import { indexFile, type FileIndex } from './index-file.ts'
import { findDocument, removeFiles } from './import-files.ts'
import { importCocoFile } from './jobs.ts'
import { findCheckpoint, keepCheckpoint, type Checkpoint } from './queries.ts'
import type { ImagePlaces, ImageReading, ReaderSetUp } from './reader-process.ts'
import { storeImages, type Outcome } from './store-images.ts'
import { tellReport } from './tell-report.ts'
import { emptyTally, joinedReasons, note, type Tally } from './tally.ts'

interface ImportDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly temporaryFolder: string
}

/** Payload of the task. */
interface Wanted {
  readonly datasetId: number
  readonly dryRun: boolean
  readonly creatorId: number | null
  readonly token?: Omit<ProgramToken, 'isOfAdmin'> | undefined
}

/** Share of the progress, in percent, for reading through the file. */
const indexingShare = 30
/** A transaction takes images until it reaches this many annotations, or this many images. */
const batchAnnotations = 1000
const batchImages = 200
const readerProgram = path.join(import.meta.dirname, 'reader-process.ts')
/** An image may have 50,000 annotations. */
const readerMegabytes = 1024
/** How often viewers of the dataset are notified of new content. */
const announceEveryMs = 5000

/**
 * Imports a COCO file, or one of another form made into one, image by image, each entirely or not at all, in memory that does not grow
 * with the file. If interrupted, it continues after the last image done.
 */
export function importCocoJob(deps: ImportDeps): Job {
  return job(
    importCocoFile,
    async (payload, context) => {
      await refuseMissing(deps.files, payload.file, context.db, payload.datasetId)
      const document = await findDocument(deps, context, { ...payload, mostBytes: largestImport })
      const report = await deps.files.withLocalPath(document, (file) =>
        importFile(deps, context, { ...payload, file }),
      )
      await tellReport(context, report)
      await removeFiles(deps.files, payload.file)
      return report
    },
    async ({ payload, status }) => {
      if (status === 'failed' || status === 'cancelled') {
        await removeFiles(deps.files, payload.file)
      }
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
    throw new PermanentFailure(message('imports.datasetDeleted'))
  }
  if (await files.has(file)) return
  throw new PermanentFailure(message('imports.fileGone'))
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
  const importer = await findImporter(db, wanted)
  const place = { ...wanted, importer, at: deps.clock() }
  const { categories, fields, checkpoint } = await startAt(context, index, place)
  const setUp: ReaderSetUp = {
    file: wanted.file,
    categories: categories.byFileId,
    licences: index.licences,
    fields: fields.fields,
  }
  await using reader: Reader = openProcess(readerProgram, setUp, { megabytes: readerMegabytes })
  await importImages({ ...deps, context, wanted, importer, index, checkpoint }, reader)
  if (!wanted.dryRun) {
    await announceDataset(db, wanted.datasetId, 'categories')
    await announceDataset(db, wanted.datasetId, 'fields')
    await announceDataset(db, wanted.datasetId, 'images')
  }
  return reportOf(index, tally, { done: checkpoint.tally, dryRun: wanted.dryRun })
}

/** The categories and fields, and the progress of an earlier try. */
function startAt(
  { db, taskId }: JobContext,
  index: FileIndex,
  wanted: Wanted & { readonly importer: Importer; readonly at: Date },
): Promise<{
  categories: ImportedCategories
  fields: ImportedFields
  checkpoint: Checkpoint
}> {
  return db.transaction().execute(async (trx) => {
    const earlier = await findCheckpoint(trx, taskId)
    const categories = await importCategories(trx, index.categories, wanted)
    const dataset = await getLiveDataset(trx, wanted.datasetId)
    if (dataset === undefined) throw new PermanentFailure(message('imports.datasetDeleted'))
    const fields = await importFields(trx, index.fields, { ...wanted, dataset })
    if (earlier !== undefined) return { categories, fields, checkpoint: earlier }
    const { created, attached } = categories
    const tally = {
      ...emptyTally(),
      categories: { created, attached },
      fields: fields.created,
    }
    const checkpoint = { doneTo: -1, tally }
    if (!wanted.dryRun) await keepCheckpoint(trx, taskId, checkpoint)
    return { categories, fields, checkpoint }
  })
}

interface Run extends ImportDeps {
  readonly context: JobContext
  readonly wanted: Wanted
  readonly importer: Importer
  readonly index: FileIndex
  readonly checkpoint: Checkpoint
}

type Reader = Process<readonly ImagePlaces[], ImageReading[]>

async function importImages(run: Run, reader: Reader): Promise<void> {
  const { context, wanted, index, checkpoint } = run
  const { images } = index
  const first = images.findIndex(({ place }) => place.start > checkpoint.doneTo)
  let done = first === -1 ? images.length : first
  let announcedAt = performance.now()
  for await (const { readings } of lookAhead(readBatches(index, done, reader), 1)) {
    context.signal.throwIfAborted()
    const read = await readings
    await store(run, read)
    done += read.length
    await context.progress(indexingShare + (done / images.length) * (100 - indexingShare))
    if (wanted.dryRun || performance.now() - announcedAt < announceEveryMs) continue
    announcedAt = performance.now()
    await announceDataset(context.db, wanted.datasetId, 'images')
  }
}

/** Wrapped in an object, because a bare promise would be awaited when yielded. */
interface Batch {
  readonly readings: Promise<ImageReading[]>
}

/** Requests the images from the given one on, in batches that suit a transaction. */
function* readBatches({ images, annotations }: FileIndex, from: number, reader: Reader) {
  let batch: ImagePlaces[] = []
  let size = 0
  for (let number = from; number < images.length; number++) {
    const image = images[number]
    if (image === undefined) return
    const places = annotations.of(number)
    batch.push({ image, places })
    size += places.length
    const isLast = number === images.length - 1
    if (size < batchAnnotations && batch.length < batchImages && !isLast) continue
    yield asked(reader, batch)
    batch = []
    size = 0
  }
}

function asked(reader: Reader, batch: readonly ImagePlaces[]): Batch {
  const readings = reader.ask(batch)
  // Awaited later, or never if the import ends first.
  readings.catch(() => undefined)
  return { readings }
}

/** Stores the images' rows together with the progress. */
async function store(run: Run, images: readonly ImageReading[]): Promise<void> {
  const { context, wanted, importer, checkpoint, clock } = run
  const usable = images.flatMap(({ image: { imageId }, content }) =>
    content === undefined ? [] : [{ imageId, content }],
  )
  const by = { ...wanted, importer, at: clock() }
  const finish = (outcomes: ReadonlyMap<number, Outcome>): void => {
    for (const each of images) count(checkpoint.tally, each, outcomes.get(each.image.imageId))
    checkpoint.doneTo = images.at(-1)?.image.place.start ?? checkpoint.doneTo
  }
  if (wanted.dryRun) return finish(await storeImages(context.db, usable, by))
  await context.db.transaction().execute(async (trx) => {
    // A power cut loses the data together with the checkpoint; the task's own end is synced.
    await sql`set local synchronous_commit = off`.execute(trx)
    finish(await storeImages(trx, usable, by))
    await keepCheckpoint(trx, context.taskId, checkpoint)
  })
}

function count(tally: Tally, reading: ImageReading, outcome: Outcome | undefined): void {
  if (reading.content === undefined) {
    tally.imagesLeftOut++
    note(tally, reading.reason, reading)
    return
  }
  if (outcome === undefined) {
    tally.imagesLeftOut++
    note(tally, 'image_not_in_dataset', {
      told: message('imports.caseDeleted', { file: reading.image.path }),
      annotations: reading.content.annotations.length,
    })
    return
  }
  if (outcome.created > 0 || outcome.hasNewNotes || outcome.hasNewValues) tally.changed++
  else tally.unchanged++
  for (const each of reading.content.leftOut) note(tally, each.reason, each)
  tally.created += outcome.created
  tally.taken += reading.content.annotations.length
  tally.existing += outcome.existing
  if (outcome.differingFields.length > 0) {
    const keys = outcome.differingFields.slice(0, 5).join(', ')
    note(tally, 'fields_differ', {
      told: message('imports.caseMetadata', { file: reading.image.path, keys }),
      annotations: 0,
    })
  }
  if (outcome.differing.length > 0) {
    const keys = outcome.differing.slice(0, 5).join(', ')
    note(tally, 'metadata_differ', {
      told: message('imports.caseMetadata', { file: reading.image.path, keys }),
      annotations: 0,
    })
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
    fields: { created: [...(done.fields ?? [])] },
    reasons: joinedReasons(indexing, done),
  }
}
