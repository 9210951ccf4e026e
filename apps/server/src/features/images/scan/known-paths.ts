import type { Message } from '#contract/messages/message'

import type { Db } from '../../../platform/database/database.ts'
import type { StoredFile } from '../../../platform/files/file-store.ts'
import type { ImageRow } from '../queries.ts'

/** A known path in a dataset's folder, before its file is examined. */
export interface KnownPath {
  readonly path: string
  readonly image: ImageRow | undefined
  /** The file that could not be read as an image. */
  readonly unreadable: UnreadableFile | undefined
}

interface UnreadableFile extends StoredFile {
  readonly why: Message
}

interface Reader {
  readonly datasetId: number
  /** Version of the product: another one may be able to read the file. */
  readonly version: string
}

/** In the order of the paths. */
export async function findKnownPaths(
  db: Db,
  reader: Reader,
  paths: readonly string[],
): Promise<KnownPath[]> {
  if (paths.length === 0) return []
  const [images, unreadable] = await Promise.all([
    findImages(db, reader, paths),
    findUnreadable(db, reader, paths),
  ])
  return paths.map((path) => ({
    path,
    image: images.get(path),
    unreadable: unreadable.get(path),
  }))
}

async function findImages(db: Db, { datasetId }: Reader, paths: readonly string[]) {
  const rows = await db
    .selectFrom('image')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('path', 'in', paths)
    .execute()
  return new Map(rows.map((row) => [row.path, row]))
}

async function findUnreadable(db: Db, { datasetId, version }: Reader, paths: readonly string[]) {
  const rows = await db
    .selectFrom('unreadable_file')
    .select(['path', 'size', 'modified_at as modifiedAt', 'why'])
    .where('dataset_id', '=', datasetId)
    .where('version', '=', version)
    .where('path', 'in', paths)
    .execute()
  return new Map(rows.map((row) => [row.path, row]))
}

/** Limit of an index entry; files with a longer path are read again. */
const longestPath = 600

export async function rememberUnreadable(
  db: Db,
  { datasetId, version }: Reader,
  { path, file, why }: { path: string; file: StoredFile; why: Message },
): Promise<void> {
  if (path.length > longestPath) return
  const seen = {
    size: file.size,
    modified_at: file.modifiedAt,
    version,
    why: JSON.stringify(why),
  }
  await db
    .insertInto('unreadable_file')
    .values({ dataset_id: datasetId, path, ...seen })
    .onConflict((conflict) => conflict.columns(['dataset_id', 'path']).doUpdateSet(seen))
    .execute()
}
