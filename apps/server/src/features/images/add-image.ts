import type { Insertable } from 'kysely'

import { message } from '#contract/messages/message'

import { breaksUnique, type Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { storageProblem, type ReceivedFile } from '../../platform/http/receive-files.ts'
import type { Renditions } from '../../platform/images/renditions.ts'
import { announceDataset } from '../datasets/announce.ts'
import type { DatasetRow } from '../datasets/queries.ts'
import { identityOf, lacksUids } from './dicom/identity.ts'
import { checkFileName, checkFolder } from './file-names.ts'
import {
  inspectImage,
  type Expectation,
  type ImageContent,
  type InspectDeps,
} from './inspect-image.ts'
import { hashFile } from './scan/look-at-file.ts'
import {
  findByContent,
  findByPath,
  getListedImage,
  type ImageRow,
  type ListedImage,
} from './queries.ts'
import { originalKey, storedPicture } from './storage.ts'
import { findSameData, hashDataOf } from './twins/twins.ts'
import { withFile } from './with-file.ts'

interface NewImage {
  readonly dataset: DatasetRow
  readonly file: ReceivedFile
  readonly folder: string
  readonly actor: Pick<Actor, 'id'>
  readonly metadata?: Readonly<Record<string, string>>
  readonly expected?: Expectation
}

export interface AddDeps extends InspectDeps {
  readonly db: Db
  readonly files: FileStore
  readonly renditions: Renditions
}

/**
 * Adds a file to a dataset: identified by its content, decoded once to verify that it is complete,
 * stored byte for byte, and only then listed. Identical bytes, or a DICOM file with an identical
 * data set, return the existing image.
 */
export async function addImage(
  deps: AddDeps,
  image: NewImage,
): Promise<{ image: ListedImage; existing: boolean }> {
  const { db } = deps
  const { dataset, file } = image
  const place = { folder: checkFolder(image.folder), file_name: checkFileName(file.fileName) }
  const same = await findSame(db, dataset.id, file.sha256)
  if (same !== undefined) return { image: await answerExisting(deps, image, same), existing: true }
  const content = await inspectImage(deps, file, image.expected)
  try {
    const row = await addNew(deps, image, { place, content })
    deps.renditions.prepare(storedPicture(row, dataset.name))
    return { image: await getListedImage(db, row.id), existing: false }
  } catch (error) {
    if (error instanceof SamePicture) {
      return { image: await answerExisting(deps, image, error.image), existing: true }
    }
    // The same file may have been uploaded by another call at the same moment.
    const isTaken = error instanceof Problem && error.code === 'name_taken'
    const other = isTaken ? await findSame(db, dataset.id, file.sha256) : undefined
    if (other === undefined) throw error
    return { image: await getListedImage(db, other.id), existing: true }
  }
}

/** The dataset has the picture already, in a file from another writer. */
class SamePicture extends Problem {
  readonly image: ImageRow
  constructor(image: ImageRow) {
    super('name_taken', message('images.nameTaken', { path: image.path }))
    this.image = image
  }
}

/** The image with the same picture; its file is restored if it was missing. */
async function answerExisting(
  deps: AddDeps,
  { dataset, file }: NewImage,
  same: ImageRow,
): Promise<ListedImage> {
  refuseDeleted(same)
  if (same.missing_at !== null) await bringBack(deps, dataset, { image: same, file })
  return getListedImage(deps.db, same.id)
}

interface Known {
  readonly place: Pick<ImageRow, 'folder' | 'file_name'>
  readonly content: ImageContent
}

async function addNew(
  deps: AddDeps,
  { dataset, file, actor, metadata = {} }: NewImage,
  { place, content }: Known,
): Promise<ImageRow> {
  const { db, files } = deps
  const path = place.folder === '' ? place.file_name : `${place.folder}/${place.file_name}`
  const key = originalKey(dataset.name, path)
  const instance = { dataset_id: dataset.id, instance_uid: content.instance_uid ?? '' }
  await hashDataOf(deps, instance)
  const row = {
    ...content,
    ...place,
    dataset_id: dataset.id,
    metadata: JSON.stringify(metadata),
    created_by: actor.id,
  }
  // The row reserves the name before the file is stored under it: of two concurrent uploads, one
  // wins.
  const takeName = async (trx: Db): Promise<ImageRow> => {
    const same = await findSameData(trx, instance, content)
    if (same !== undefined) throw new SamePicture(same)
    await refuseTakenPath(trx, dataset.id, path)
    await refuseUnlistedFile(files, key, { path, sha256: file.sha256 })
    return insertImage(trx, row)
  }
  return withFile({ db, files }, { key, source: file.path, takeName }, async (trx, inserted) => {
    await announceDataset(trx, dataset.id, 'images')
    if (lacksUids(inserted)) await identityOf(trx, inserted)
    return inserted
  })
}

async function findSame(db: Db, datasetId: number, sha256: Buffer): Promise<ImageRow | undefined> {
  const same = await findByContent(db, datasetId, sha256)
  if (same !== undefined) refuseDeleted(same)
  return same
}

function refuseDeleted({ deleted_at, path }: ImageRow): void {
  if (deleted_at !== null) throw new Problem('name_taken', message('images.wasDeleted', { path }))
}

/** Restores the file of an image that was missing. */
async function bringBack(
  { db, files }: { db: Db; files: FileStore },
  dataset: DatasetRow,
  { image, file }: { image: ImageRow; file: ReceivedFile },
): Promise<void> {
  const key = originalKey(dataset.name, image.path)
  await refuseUnlistedFile(files, key, { path: image.path, sha256: file.sha256 })
  await files.put(key, file.path).catch((error: unknown) => {
    throw storageProblem(error)
  })
  await db.transaction().execute(async (trx) => {
    // The file may have another meta group than the missing one.
    const { sha256, size } = file
    const back = { missing_at: null, file_modified_at: null, sha256, size }
    await trx.updateTable('image').set(back).where('id', '=', image.id).execute()
    await announceDataset(trx, dataset.id, 'images')
  })
}

/** Refuses to overwrite a file that somebody put into the folder and no scan has listed yet. */
async function refuseUnlistedFile(
  files: FileStore,
  key: string,
  { path, sha256 }: { path: string; sha256: Buffer },
): Promise<void> {
  if ((await files.find(key)) === undefined) return
  if (sha256.equals(await hashFile(files, key))) return
  throw new Problem('name_taken', message('images.notScanned', { path }))
}

async function refuseTakenPath(db: Db, datasetId: number, path: string): Promise<void> {
  const taken = await findByPath(db, datasetId, path)
  if (taken !== undefined) throw pathTaken(path, taken.deleted_at !== null)
}

function pathTaken(path: string, isDeleted = false): Problem {
  return new Problem(
    'name_taken',
    message(isDeleted ? 'images.nameInUndo' : 'images.nameTaken', { path }),
  )
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
