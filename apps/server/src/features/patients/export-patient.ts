import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'

import type { Language } from '#report/language'

import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { zipOf, type ZipEntry } from '../../platform/files/zip.ts'
import { formats } from '../exports/formats.ts'
import { settleSelection, type WantedExport } from '../exports/selection.ts'
import { findCurrentAnalysis } from '../analysis/queries.ts'
import { commentTable } from '../comments/comment-table.ts'
import { findMessage } from '../fhir/queries.ts'
import { originalKey } from '../images/storage.ts'
import { writeReport, type ReportDeps } from '../reports/write-report.ts'
import { datasetsOf, documentsOf, imagesOf, type Which } from './queries.ts'

export interface ExportDeps extends ReportDeps {
  readonly product: ReportDeps['product'] & { readonly version: string }
}

/** The tables and annotations of a patient in a dataset, by their file names. */
const tables = [
  ['annotations.coco.json', 'coco'],
  ['annotations.csv', 'csv'],
  ['measurements.csv', 'analysis'],
] as const

interface Wanted {
  readonly which: Which
  readonly at: Date
  /** Language of the reports. */
  readonly language: Language
}

/**
 * The bytes of a ZIP archive of everything of a patient, with a folder for each dataset: images and documents
 * as they were received, comments, annotations, measurements, and the report and the newest FHIR message of each
 * image.
 * Images that were deleted, but not for good, are included; their annotations and reports are not.
 */
export async function* patientArchive(
  db: Db,
  deps: ExportDeps,
  wanted: Wanted,
): AsyncGenerator<Buffer> {
  const snapshot = await db.startTransaction().setIsolationLevel('repeatable read').execute()
  try {
    yield* zipOf(entriesOf(snapshot, deps, wanted), wanted.at)
  } finally {
    await snapshot.rollback().execute()
  }
}

async function* entriesOf(db: Db, deps: ExportDeps, wanted: Wanted): AsyncGenerator<ZipEntry> {
  for (const dataset of await datasetsOf(db, wanted.which)) {
    for await (const { name, content } of entriesOfDataset(db, deps, { ...wanted, dataset })) {
      yield { name: `${dataset.id}/${name}`, content }
    }
  }
}

async function* entriesOfDataset(
  db: Db,
  deps: ExportDeps,
  { which, at, language, dataset }: Wanted & Pick<WantedExport, 'dataset'>,
): AsyncGenerator<ZipEntry> {
  const { files, product } = deps
  const images = await imagesOf(db, which)
    .where('image.dataset_id', '=', dataset.id)
    .selectAll('image')
    .orderBy('id')
    .execute()
  for (const image of images) {
    const { id, path } = image
    yield {
      name: `images/${path}`,
      content: await contentOf(files, originalKey(dataset.name, path)),
    }
    const isReported = image.deleted_at === null && (await findCurrentAnalysis(db, id))
    if (isReported) {
      yield { name: `reports/${id}.pdf`, content: await writeReport(deps, db, { image, language }) }
    }
    const message = await findMessage(db, id)
    if (message === undefined) continue
    yield { name: `fhir/${id}.json`, content: Buffer.from(JSON.stringify(message.bundle)) }
  }
  const documents = await documentsOf(db, which)
    .where('dicom_document.dataset_id', '=', dataset.id)
    .select(['id', 'file'])
    .orderBy('id')
    .execute()
  for (const { id, file } of documents) {
    yield { name: `documents/${id}.dcm`, content: await contentOf(files, file) }
  }
  const ids = images.map(({ id }) => id)
  const comments = await commentTable(db, ids)
  if (comments !== null) yield { name: 'comments.csv', content: Buffer.from(comments) }
  if (images.length === 0) return
  const selection = await settleSelection(db, {
    dataset,
    categoryIds: [],
    withEmptyImages: true,
    imageIds: ids,
    product,
    at,
    identified: true,
  })
  for (const [name, format] of tables) {
    const pieces = formats[format].write({ db, selection, onImage: nothing, onWritten: nothing })
    const content = (await Array.fromAsync(pieces)).map((piece) => Buffer.from(piece))
    yield { name, content: Buffer.concat(content) }
  }
}

async function nothing(): Promise<void> {}

async function contentOf(files: FileStore, key: string): Promise<Buffer> {
  const { content }: { content: Readable } = await files.read(key)
  return buffer(content)
}
