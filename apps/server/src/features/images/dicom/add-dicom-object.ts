import type { Db } from '../../../platform/database/database.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { Problem } from '../../../platform/http/problem.ts'
import type { ReceivedFile } from '../../../platform/http/receive-files.ts'
import type { DatasetRow } from '../../datasets/queries.ts'
import { addImage, type AddDeps } from '../add-image.ts'
import { findByPath, type ListedImage } from '../queries.ts'

/** An object from a station or a program, which has no file name. */
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
  object: NewObject,
): Promise<{ image: ListedImage; existing: boolean }> {
  const { dataset, identity, file, actor, metadata } = object
  const { sopInstanceUid: uid, studyUid: folder } = identity
  const fileName = await freeName(deps.db, dataset.id, { folder, uid })
  try {
    return await addImage(deps, {
      dataset,
      folder,
      file: { ...file, fileName },
      actor,
      expected: { format: 'dicom' },
      metadata,
    })
  } catch (error) {
    const isTaken = error instanceof Problem && error.told.key === 'images.nameTaken'
    if (!isTaken) throw error
    // Another object of the same instance arrived at the same moment.
    return addDicomObject(deps, object)
  }
}

/** Several images of an instance may be kept: later ones are numbered. */
async function freeName(
  db: Db,
  datasetId: number,
  { folder, uid }: { folder: string; uid: string },
): Promise<string> {
  for (let number = 1; ; number++) {
    const name = number === 1 ? `${uid}.dcm` : `${uid}_${number}.dcm`
    if ((await findByPath(db, datasetId, `${folder}/${name}`)) === undefined) return name
  }
}
