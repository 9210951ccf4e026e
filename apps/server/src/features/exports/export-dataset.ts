import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { ExportFormat } from '#contract/exports'
import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { PermanentFailure, job, type Job, type JobContext } from '../../platform/jobs/definition.ts'
import { announceDataset } from '../datasets/announce.ts'
import { bearsIdentity } from '../datasets/queries.ts'
import { formats } from './formats.ts'
import { exportDataset } from './jobs.ts'
import {
  countSelection,
  countSetAside,
  settleSelection,
  type SelectionCounts,
  type WantedExport,
} from './selection.ts'

interface ExportDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly temporaryFolder: string
  readonly product: { readonly name: string; readonly version: string }
}

/** Writes the dataset as a file of the format, and lists it under the dataset's exports. */
export function exportDatasetJob({ clock, files, temporaryFolder, product }: ExportDeps): Job {
  return job(exportDataset, async (payload, context) => {
    const { db } = context
    const dataset = await findDataset(db, payload.datasetId)
    await mkdir(temporaryFolder, { recursive: true })
    const temporary = path.join(temporaryFolder, `${randomUUID()}.part`)
    const { tag, extension } = formats[payload.format]
    try {
      const wanted = { ...payload, dataset, product, at: clock() }
      const { format } = payload
      const { counts, identified } = await writeTo(temporary, context, { wanted, format })
      const key = `exports/${dataset.id}/${context.taskId}.${extension}`
      await files.put(key, temporary)
      const { size } = await stat(temporary)
      const { id } = await db
        .insertInto('export')
        .values({
          dataset_id: dataset.id,
          task_id: context.taskId,
          format,
          identified,
          tags: [tag, ...(await namesOf(db, payload.categoryIds))],
          file: key,
          size,
          image_count: counts.images,
          annotation_count: counts.annotations,
          created_at: clock(),
          created_by: payload.creatorId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await announceDataset(db, dataset.id, 'exports')
      await tellCounts(context, counts)
      return { export_id: id, ...counts }
    } finally {
      await rm(temporary, { force: true })
    }
  })
}

async function findDataset(db: Db, id: number): Promise<{ id: number; name: string }> {
  const dataset = await db
    .selectFrom('dataset')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (dataset !== undefined) return dataset
  throw new PermanentFailure(message('exports.datasetDeleted'))
}

interface WrittenCounts extends SelectionCounts {
  /** Number of annotations in the selection; the format may not support all of them. */
  readonly selected: number
  /** Images left out because another image of the same DICOM instance counts. */
  readonly setAside: number
}

interface Written {
  readonly counts: WrittenCounts
  /** Whether the file identifies patients. */
  readonly identified: boolean
}

/** One snapshot for the whole file, however long it takes and whatever is drawn meanwhile. */
function writeTo(
  file: string,
  context: JobContext,
  { wanted, format }: { wanted: WantedExport; format: ExportFormat },
): Promise<Written> {
  return context.db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const selection = await settleSelection(snapshot, wanted)
      const counts = await countSelection(snapshot, selection)
      // Some formats write all images before the first annotation.
      const total = counts.images + counts.annotations
      let images = 0
      let written = 0
      const tell = (): Promise<void> => context.progress((100 * (images + written)) / total)
      const onImage = (): Promise<void> => {
        images++
        return tell()
      }
      const onWritten = (annotations: number): Promise<void> => {
        written += annotations
        return tell()
      }
      const pieces = formats[format].write({ db: snapshot, selection, onImage, onWritten })
      await pipeline(Readable.from(pieces), createWriteStream(file, { flush: true }), {
        signal: context.signal,
      })
      return {
        counts: {
          ...counts,
          annotations: written,
          selected: counts.annotations,
          setAside: await countSetAside(snapshot, wanted),
        },
        identified:
          selection.pseudonyms === null && (await bearsIdentity(snapshot, wanted.dataset.id)),
      }
    })
}

async function tellCounts(context: JobContext, counts: WrittenCounts): Promise<void> {
  const { images, annotations, byCategory, selected, setAside } = counts
  if (byCategory.length > 1) {
    const each = byCategory.map((category) => `${category.name}: ${category.annotations}`)
    await context.info(message('exports.byCategory', { counts: each.join(', ') }))
  }
  if (selected > annotations) {
    await context.info(message('exports.notHeld', { count: selected - annotations }))
  }
  if (setAside > 0) await context.info(message('exports.setAside', { count: setAside }))
  await context.info(message('exports.written', { images, annotations }))
}

async function namesOf(db: Db, categoryIds: readonly number[]): Promise<string[]> {
  if (categoryIds.length === 0) return []
  const rows = await db
    .selectFrom('category')
    .select('name')
    .where('id', 'in', [...categoryIds])
    .orderBy('name')
    .execute()
  return rows.map((row) => row.name)
}
