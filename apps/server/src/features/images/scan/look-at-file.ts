import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'

import { message, type Message, type MessageKey } from '#contract/messages/message'

import type { Db } from '../../../platform/database/database.ts'
import type { FileStore, StoredFile } from '../../../platform/files/file-store.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { DatasetRow } from '../../datasets/queries.ts'
import { faultOfPath } from '../file-names.ts'
import { inspectImage, type ImageContent, type InspectDeps } from '../inspect-image.ts'
import type { KnownPath } from './known-paths.ts'
import { findByContent, type ImageRow } from '../queries.ts'
import { originalKey } from '../storage.ts'
import { hashDataOf } from '../twins/twins.ts'

/** The role of a file in a dataset's folder. */
export type Finding =
  /** Unchanged since it was last examined. */
  | { readonly is: 'unchanged'; readonly image: ImageRow }
  /** Has the bytes of the image with its name. */
  | { readonly is: 'verified'; readonly image: ImageRow; readonly file: StoredFile }
  /** Lacks the bytes of the image with its name. */
  | { readonly is: 'other content'; readonly image: ImageRow }
  /** Has the bytes of an image with another name. */
  | { readonly is: 'twin'; readonly image: ImageRow; readonly file: StoredFile }
  | { readonly is: 'new'; readonly content: ImageContent; readonly file: StoredFile }
  /** Its bytes are not an image, and will not be next time. */
  | { readonly is: 'unreadable'; readonly why: Message; readonly file: StoredFile }
  | { readonly is: 'unusable'; readonly why: Message }

interface LookDeps extends InspectDeps {
  readonly db: Db
  readonly files: FileStore
  readonly uploadBytes: number
}

/** Reads as much of a file as necessary to classify it. Changes nothing. */
export async function lookAtFile(
  deps: LookDeps,
  dataset: DatasetRow,
  { path, image, unreadable }: KnownPath,
): Promise<Finding> {
  const key = originalKey(dataset.name, path)
  const file = await deps.files.find(key)
  if (file === undefined) return unusable('scans.beingWritten', path)
  if (image !== undefined) {
    if (isAsBefore(image, file)) return { is: 'unchanged', image }
    const isSame = image.sha256.equals(await hashFile(deps.files, key))
    return isSame ? { is: 'verified', image, file } : { is: 'other content', image }
  }
  const fault = faultOfPath(path)
  if (fault !== undefined) {
    return { is: 'unusable', why: message('scans.unusableName', { path, why: fault }) }
  }
  if (file.size > deps.uploadBytes) {
    const most = Math.round(deps.uploadBytes / 2 ** 20)
    const why = message('files.tooLarge', { file: path, most })
    return { is: 'unusable', why: message('scans.unreadable', { path, why }) }
  }
  if (unreadable?.size === file.size && isSameTime(unreadable.modifiedAt, file.modifiedAt)) {
    return { is: 'unusable', why: unreadable.why }
  }
  return lookAtUnknown(deps, dataset, { path, key, file })
}

/** Faults that may disappear when the machine is less busy. */
const passing: ReadonlySet<MessageKey> = new Set(['files.needsMemory', 'files.decodingTookLong'])

async function lookAtUnknown(
  deps: LookDeps,
  dataset: DatasetRow,
  { path, key, file }: { path: string; key: string; file: StoredFile },
): Promise<Finding> {
  const { db, files } = deps
  const sha256 = await hashFile(files, key)
  const twin = await findByContent(db, dataset.id, sha256)
  if (twin !== undefined) return { is: 'twin', image: twin, file }
  try {
    const content = await files.withLocalPath(key, (local) =>
      inspectImage(deps, { fileName: path, path: local, size: file.size, sha256 }),
    )
    await hashDataOf(deps, { dataset_id: dataset.id, instance_uid: content.instance_uid ?? '' })
    const now = await files.find(key)
    const isWhole = now?.size === file.size && isSameTime(now.modifiedAt, file.modifiedAt)
    return isWhole ? { is: 'new', content, file } : unusable('scans.beingWritten', path)
  } catch (error) {
    if (!(error instanceof Problem)) throw error
    const why = message('scans.unreadable', { path, why: error.told })
    return passing.has(error.told.key) ? { is: 'unusable', why } : { is: 'unreadable', why, file }
  }
}

/** Whether the file has the same size and time as when its bytes were last compared. */
export function isAsBefore(image: ImageRow, file: StoredFile): boolean {
  return (
    image.missing_at === null &&
    image.size === file.size &&
    isSameTime(image.file_modified_at, file.modifiedAt)
  )
}

function isSameTime(a: Date | null, b: Date): boolean {
  return a?.getTime() === b.getTime()
}

export async function hashFile(files: FileStore, key: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline((await files.read(key)).content, hash)
  return hash.digest()
}

function unusable(key: 'scans.beingWritten', path: string): Finding {
  return { is: 'unusable', why: message(key, { path }) }
}
