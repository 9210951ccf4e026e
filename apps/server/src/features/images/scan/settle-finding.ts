import { message, type Message } from '#contract/messages/message'
import type { ScanReport } from '#contract/scans'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { FileStore, StoredFile } from '../../../platform/files/file-store.ts'
import type { DatasetRow } from '../../datasets/queries.ts'
import { hashFile, isAsBefore, type Finding } from './look-at-file.ts'
import { findByContent, findByPath, type ImageRow } from '../queries.ts'
import { originalKey } from '../storage.ts'
import { findSameData } from '../twins/twins.ts'

/** The outcome for a file: how it is counted and reported. */
interface Outcome {
  readonly counts: Exclude<keyof ScanReport, 'files' | 'missing'>
  readonly warning?: Message
}

interface Settling {
  /** A transaction. */
  readonly db: Db
  readonly files: FileStore
  readonly clock: Clock
  readonly dataset: DatasetRow
  readonly creatorId: number | null
}

/** Synchronises the dataset's images with the finding for a path. */
export function settleFinding(
  settling: Settling,
  path: string,
  finding: Exclude<Finding, { is: 'unchanged' }>,
): Promise<Outcome> | Outcome {
  switch (finding.is) {
    case 'verified':
      return settleVerified(settling, finding)
    case 'other content':
      return settleOtherContent(settling, path, finding)
    case 'twin':
      return settleTwin(settling, path, finding)
    case 'new':
      return addFound(settling, path, finding)
    case 'unreadable':
    case 'unusable':
      return leftOut(finding.why)
  }
}

async function settleVerified(
  { db }: Settling,
  { image, file }: { image: ImageRow; file: StoredFile },
): Promise<Outcome> {
  await db
    .updateTable('image')
    .set({ missing_at: null, file_modified_at: file.modifiedAt })
    .where('id', '=', image.id)
    .execute()
  if (image.deleted_at !== null) return { counts: 'deleted' }
  return { counts: image.missing_at === null ? 'unchanged' : 'returned' }
}

/** The image keeps its name and annotations, but no picture that they do not belong to. */
async function settleOtherContent(
  { db, clock }: Settling,
  path: string,
  { image }: { image: ImageRow },
): Promise<Outcome> {
  if (image.deleted_at !== null) return leftOut(message('scans.nameInUndo', { path }))
  await db
    .updateTable('image')
    .set({ missing_at: image.missing_at ?? clock() })
    .where('id', '=', image.id)
    .execute()
  return leftOut(message('scans.otherContent', { path }))
}

async function settleTwin(
  settling: Settling,
  path: string,
  finding: { image: ImageRow; file: StoredFile },
): Promise<Outcome> {
  // An earlier finding may have changed it since this one was made.
  const image = await findByContent(settling.db, settling.dataset.id, finding.image.sha256)
  if (image === undefined) return leftOut(message('scans.beingWritten', { path }))
  const names = { path, other: image.path }
  if (image.deleted_at !== null) return leftOut(message('scans.inUndo', names))
  if (await hasItsFile(settling, image)) return leftOut(message('scans.duplicate', names))
  await settling.db
    .updateTable('image')
    .set({ ...placeOf(path), missing_at: null, file_modified_at: finding.file.modifiedAt })
    .where('id', '=', image.id)
    .execute()
  return { counts: 'renamed' }
}

async function hasItsFile({ files, dataset }: Settling, image: ImageRow): Promise<boolean> {
  const key = originalKey(dataset.name, image.path)
  const file = await files.find(key)
  if (file === undefined || file.size !== image.size) return false
  return isAsBefore(image, file) || image.sha256.equals(await hashFile(files, key))
}

async function addFound(
  { db, dataset, creatorId }: Settling,
  path: string,
  { content, file }: { content: Extract<Finding, { is: 'new' }>['content']; file: StoredFile },
): Promise<Outcome> {
  const namesake = await findByPath(db, dataset.id, path)
  if (namesake !== undefined && namesake.path !== path) {
    return leftOut(message('scans.sameName', { path }))
  }
  const instance = { dataset_id: dataset.id, instance_uid: content.instance_uid ?? '' }
  const same = await findSameData(db, instance, content)
  if (same !== undefined) {
    return leftOut(message('scans.duplicate', { path, other: same.path }))
  }
  const added = await db
    .insertInto('image')
    .values({
      ...content,
      ...placeOf(path),
      dataset_id: dataset.id,
      created_by: creatorId,
      file_modified_at: file.modifiedAt,
    })
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  if (added !== undefined) return { counts: 'added' }
  // Uploaded meanwhile, or the same content was just found under another name.
  const twin = await findByContent(db, dataset.id, content.sha256)
  if (twin?.path === path) return { counts: 'unchanged' }
  const other = twin?.path ?? path
  return leftOut(message('scans.duplicate', { path, other }))
}

export function placeOf(path: string): { folder: string; file_name: string } {
  const cut = path.lastIndexOf('/')
  return { folder: path.slice(0, Math.max(cut, 0)), file_name: path.slice(cut + 1) }
}

function leftOut(warning: Message): Outcome {
  return { counts: 'left_out', warning }
}
