import { open } from 'node:fs/promises'

import type { Insertable } from 'kysely'

import { message } from '#contract/messages/message'

import { breaksUnique, type Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { storageProblem, type ReceivedFile } from '../../platform/http/receive-files.ts'
import type { Decoded } from '../../platform/images/decode-messages.ts'
import { UndecodableImage, type Decoder } from '../../platform/images/decoder.ts'
import {
  acceptedFormats,
  imageFormats,
  recogniseFormat,
  signatureBytes,
  type ImageFormat,
} from '../../platform/images/format.ts'
import type { Renditions } from '../../platform/images/renditions.ts'
import { announceDataset } from '../datasets/announce.ts'
import type { DatasetRow } from '../datasets/queries.ts'
import { dicomColumns } from './dicom-columns.ts'
import { checkFileName, checkFolder } from './file-names.ts'
import { getListedImage, type ImageRow, type ListedImage } from './queries.ts'
import { originalKey, storedPicture } from './storage.ts'

interface NewImage {
  readonly dataset: DatasetRow
  readonly file: ReceivedFile
  readonly folder: string
  readonly actor: Pick<Actor, 'id'>
  readonly metadata?: Readonly<Record<string, string>>
}

/**
 * Adds a file to a dataset: known by its content, decoded once to see that it is whole, stored
 * byte for byte, and only then listed. The same bytes again answer the image that is there.
 */
export async function addImage(
  deps: { db: Db; files: FileStore; decoder: Decoder; renditions: Renditions },
  { dataset, file, folder, actor, metadata = {} }: NewImage,
): Promise<{ image: ListedImage; existing: boolean }> {
  const { db, files, decoder } = deps
  const place = { folder: checkFolder(folder), file_name: checkFileName(file.fileName) }
  const twin = await findTwin(db, dataset.id, file.sha256)
  if (twin !== undefined) return { image: await getListedImage(db, twin.id), existing: true }
  const path = place.folder === '' ? place.file_name : `${place.folder}/${place.file_name}`
  await refuseTakenPath(db, dataset.id, path)

  const { format, dicom, ...size } = await inspect(decoder, file)
  // The row takes the name before the file is stored under it: of two uploads at once, one wins.
  const row = await db.transaction().execute(async (trx) => {
    const inserted = await insertImage(trx, {
      ...(dicom === undefined ? {} : dicomColumns(dicom)),
      ...place,
      ...size,
      dataset_id: dataset.id,
      sha256: file.sha256,
      size: file.size,
      media_type: imageFormats[format].mediaType,
      metadata: JSON.stringify(metadata),
      created_by: actor.id,
    })
    await files.put(originalKey(dataset.name, path), file.path).catch((error: unknown) => {
      throw storageProblem(error)
    })
    await announceDataset(trx, dataset.id, 'images')
    return inserted
  })
  deps.renditions.prepare(storedPicture(row, dataset.name))
  return { image: await getListedImage(db, row.id), existing: false }
}

async function findTwin(db: Db, datasetId: number, sha256: Buffer): Promise<ImageRow | undefined> {
  const twin = await db
    .selectFrom('image')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  if (twin === undefined || twin.deleted_at === null) return twin
  throw new Problem('name_taken', message('images.wasDeleted', { path: twin.path }))
}

async function refuseTakenPath(db: Db, datasetId: number, path: string): Promise<void> {
  const taken = await db
    .selectFrom('image')
    .select('deleted_at')
    .where('dataset_id', '=', datasetId)
    .where('path', '=', path)
    .executeTakeFirst()
  if (taken !== undefined) throw pathTaken(path, taken.deleted_at !== null)
}

function pathTaken(path: string, isDeleted = false): Problem {
  return new Problem(
    'name_taken',
    message(isDeleted ? 'images.nameInUndo' : 'images.nameTaken', { path }),
  )
}

/** Decodes the file once, whole, to know what it is and that nothing of it is missing. */
async function inspect(
  decoder: Decoder,
  file: ReceivedFile,
): Promise<Decoded & { format: ImageFormat }> {
  const recognised = recogniseFormat(await readStart(file.path))
  // DICOM files may lack the preamble by which they are known; nothing else is worth a try.
  const format = recognised ?? 'dicom'
  try {
    return { format, ...(await decoder.decode({ kind: 'inspect', source: file.path, format })) }
  } catch (error) {
    if (!(error instanceof UndecodableImage)) throw error
    if (recognised === undefined) {
      throw new Problem(
        'unsupported_format',
        message('files.unknownFormat', { file: file.fileName, formats: acceptedFormats }),
      )
    }
    throw new Problem(refusals[error.reason], error.told)
  }
}

const refusals = {
  unusable: 'unusable_content',
  too_large: 'too_large',
  unsupported: 'unsupported_format',
} as const

async function readStart(path: string): Promise<Buffer> {
  const handle = await open(path)
  try {
    const { buffer, bytesRead } = await handle.read(
      Buffer.alloc(signatureBytes),
      0,
      signatureBytes,
      0,
    )
    return buffer.subarray(0, bytesRead)
  } finally {
    await handle.close()
  }
}

function insertImage(db: Db, values: Insertable<Schema['image']>): Promise<ImageRow> {
  return db
    .insertInto('image')
    .values(values)
    .returningAll()
    .executeTakeFirstOrThrow()
    .catch((error: unknown) => {
      const isTaken = breaksUnique(error, 'image_path') || breaksUnique(error, 'image_content')
      throw isTaken ? pathTaken(values.file_name) : error
    })
}
