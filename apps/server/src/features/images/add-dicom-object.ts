import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { ReceivedFile } from '../../platform/http/receive-files.ts'
import type { DatasetRow } from '../datasets/queries.ts'
import { addImage, type AddDeps } from './add-image.ts'
import type { ListedImage } from './queries.ts'

/** An object that came from a station or a program, and so has no name of its own. */
interface NewObject {
  readonly dataset: DatasetRow
  readonly identity: { readonly sopInstanceUid: string; readonly studyUid: string }
  readonly file: Pick<ReceivedFile, 'path' | 'size' | 'sha256'>
  readonly actor: Pick<Actor, 'id'>
  readonly metadata: Readonly<Record<string, string>>
}

/** Adds an object to a dataset as an upload would, named by its UIDs. */
export async function addDicomObject(
  deps: AddDeps,
  { dataset, identity, file, actor, metadata }: NewObject,
): Promise<{ image: ListedImage; existing: boolean }> {
  const { sopInstanceUid: uid, studyUid } = identity
  const rivals = await findRivals(deps.db, { datasetId: dataset.id, uid, sha256: file.sha256 })
  return addImage(deps, {
    dataset,
    folder: studyUid,
    file: { ...file, fileName: fileName(uid, rivals.length) },
    actor,
    expected: { format: 'dicom' },
    metadata: {
      ...metadata,
      ...(rivals.length === 0 ? {} : { same_instance_as: rivals.join(', ') }),
    },
  })
}

function fileName(uid: string, rivals: number): string {
  return rivals === 0 ? `${uid}.dcm` : `${uid}_${rivals + 1}.dcm`
}

/** Images that claim to be the same instance and have other bytes: both are kept, and it is said. */
async function findRivals(
  db: Db,
  { datasetId, uid, sha256 }: { datasetId: number; uid: string; sha256: Buffer },
): Promise<number[]> {
  const rows = await db
    .selectFrom('image')
    .select('id')
    .where('dataset_id', '=', datasetId)
    .where('instance_uid', '=', uid)
    .where('sha256', '<>', sha256)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
