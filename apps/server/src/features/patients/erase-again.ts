import type { PatientErasure } from '../../platform/backup/erasures.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { removeRows } from './remove-rows.ts'

/**
 * Erases patients again who are back because an older backup was restored. Their releases are withdrawn; no
 * job runs that could make them again.
 * @returns the number of their images and documents
 */
export async function erasePatientsAgain(
  db: Db,
  files: FileStore,
  erasures: readonly PatientErasure[],
): Promise<number> {
  const imageIds = erasures.flatMap(({ images }) => images)
  const documentIds = erasures.flatMap(({ documents }) => documents)
  const { count, keys } = await db.transaction().execute(async (trx) => {
    const images = await trx
      .selectFrom('image')
      .selectAll()
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(imageIds))))
      .execute()
    const documents = await trx
      .selectFrom('dicom_document')
      .selectAll()
      .where((eb) => eb('id', '=', eb.fn.any(eb.val(documentIds))))
      .execute()
    const back = images.length + documents.length
    if (back === 0) return { count: 0, keys: [] }
    return {
      count: back,
      keys: (await removeRows(trx, { images, documents }, { at: new Date(), jobs: null })).keys,
    }
  })
  await Promise.all(keys.map((key) => files.remove(key)))
  return count
}
