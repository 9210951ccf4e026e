import type { Db } from '../../../platform/database/database.ts'
import type { FileStore, StoredFile } from '../../../platform/files/file-store.ts'
import type { DatasetRow } from '../../datasets/queries.ts'
import { hashFile } from './look-at-file.ts'
import { findByContent, type ImageRow } from '../queries.ts'
import { placeOf } from './settle-finding.ts'
import { originalKey } from '../storage.ts'

interface Place {
  readonly db: Db
  readonly files: FileStore
  readonly dataset: DatasetRow
}

/** An image whose bytes were found under the name of another one. */
interface Move {
  readonly path: string
  readonly image: ImageRow
  readonly file: StoredFile
}

/** The subset of names that images have exchanged among themselves, in pairs or rings. */
export async function findExchanged(
  place: Place,
  paths: readonly string[],
): Promise<readonly Move[]> {
  const found = new Map<number, Move>()
  for (const path of paths) {
    const move = await findMove(place, path)
    if (move !== undefined) found.set(move.image.id, move)
  }
  return closed([...found.values()])
}

async function findMove({ db, files, dataset }: Place, path: string): Promise<Move | undefined> {
  const key = originalKey(dataset.name, path)
  const file = await files.find(key)
  if (file === undefined) return undefined
  const image = await findByContent(db, dataset.id, await hashFile(files, key))
  const isElsewhere = image !== undefined && image.deleted_at === null && image.path !== path
  return isElsewhere ? { path, image, file } : undefined
}

/** Moves to a name that another of them gives up. */
function closed(moves: readonly Move[]): readonly Move[] {
  const givenUp = new Set(moves.map(({ image }) => image.path))
  const possible = moves.filter(({ path }) => givenUp.has(path))
  return possible.length === moves.length ? moves : closed(possible)
}

/** @param db a transaction */
export async function settleExchanged(db: Db, moves: readonly Move[]): Promise<void> {
  // Names are unique at every moment: first give each a name that no file can have.
  for (const { image } of moves) {
    await db
      .updateTable('image')
      .set({ folder: '', file_name: `/${image.id}` })
      .where('id', '=', image.id)
      .execute()
  }
  for (const { image, path, file } of moves) {
    await db
      .updateTable('image')
      .set({ ...placeOf(path), missing_at: null, file_modified_at: file.modifiedAt })
      .where('id', '=', image.id)
      .execute()
  }
}
