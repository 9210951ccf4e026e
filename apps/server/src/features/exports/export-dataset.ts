import { message } from '#contract/messages/message'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, stat } from 'node:fs/promises'
import { randomUUID } from 'node:crypto'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { CocoReport } from '#coco/check'
import { writeCocoDocument } from '#coco/write-document'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { HopelessJob, job, type Job, type JobContext } from '../../platform/jobs/definition.ts'
import { announceDataset } from '../datasets/announce.ts'
import { cocoSource } from './coco-source.ts'
import { exportDataset } from './jobs.ts'

interface ExportDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly temporaryFolder: string
  readonly product: { readonly name: string; readonly version: string }
}

/** Writes the dataset as a COCO file, checks it, and lists it under the dataset's exports. */
export function exportDatasetJob({ clock, files, temporaryFolder, product }: ExportDeps): Job {
  return job(exportDataset, async (payload, context) => {
    const { db } = context
    const dataset = await db
      .selectFrom('dataset')
      .select(['id', 'name'])
      .where('id', '=', payload.datasetId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst()
    if (dataset === undefined) throw new HopelessJob(message('exports.datasetDeleted'))
    await mkdir(temporaryFolder, { recursive: true })
    const temporary = path.join(temporaryFolder, `${randomUUID()}.part`)
    try {
      const report = await writeTo(temporary, context, (snapshot) =>
        cocoSource(snapshot, { ...payload, dataset, product, at: clock() }),
      )
      refuseFaulty(report)
      const key = `exports/${dataset.id}/${context.taskId}.json`
      await files.put(key, temporary)
      const { size } = await stat(temporary)
      const tags = ['COCO', ...(await namesOf(db, payload.categoryIds))]
      const { id } = await db
        .insertInto('export')
        .values({
          dataset_id: dataset.id,
          task_id: context.taskId,
          format: 'coco',
          tags,
          file: key,
          size,
          image_count: report.images,
          annotation_count: report.annotations,
          created_at: clock(),
          created_by: payload.creatorId,
        })
        .returning('id')
        .executeTakeFirstOrThrow()
      await announceDataset(db, dataset.id, 'exports')
      await context.info(
        message('exports.written', { images: report.images, annotations: report.annotations }),
      )
      return { export_id: id, images: report.images, annotations: report.annotations }
    } finally {
      await rm(temporary, { force: true })
    }
  })
}

/** One snapshot for the whole document, however long it takes and whatever is drawn meanwhile. */
function writeTo(
  file: string,
  { db, signal }: JobContext,
  source: (snapshot: Db) => ReturnType<typeof cocoSource>,
): Promise<CocoReport> {
  return db
    .transaction()
    .setIsolationLevel('repeatable read')
    .execute(async (snapshot) => {
      const pieces = writeCocoDocument(await source(snapshot))
      let report: CocoReport | undefined
      async function* text(): AsyncGenerator<string> {
        report = yield* pieces
      }
      await pipeline(Readable.from(text()), createWriteStream(file, { flush: true }), { signal })
      if (report === undefined) throw new Error('The document ended before its report.')
      return report
    })
}

function refuseFaulty(report: CocoReport): void {
  if (report.issueCount === 0) return
  const examples = report.issues.slice(0, 5).map((issue) => issue.message)
  throw new HopelessJob(
    message('exports.faulty', { count: report.issueCount, detail: examples.join(' ') }),
  )
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
