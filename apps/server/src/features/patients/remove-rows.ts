import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { DocumentRow } from '../documents/queries.ts'
import { subjectKeys } from '../fields/queries.ts'
import { studyOwner } from '../images/dicom/identity.ts'
import type { ImageRow } from '../images/queries.ts'
import { originalKey } from '../images/storage.ts'
import { withdrawFor, type Reissuing } from '../releases/reissue.ts'
import { passOnStanding } from '../images/twins/twins.ts'

/** All images and documents of a patient. */
export interface Belongings {
  readonly images: readonly ImageRow[]
  readonly documents: readonly DocumentRow[]
}

interface Removed {
  /** Keys of the files that have no owner any more. */
  readonly keys: readonly string[]
  /** Number of exports among them. */
  readonly exports: number
}

/**
 * Removes a patient's images and documents with everything about them, the patient's orders, and the exports
 * of the datasets, which may contain the patient. Withdraws the releases that do.
 */
export async function removeRows(
  db: Db,
  belongings: Belongings,
  reissuing: Reissuing,
): Promise<Removed> {
  const { images, documents } = belongings
  const all = [...images, ...documents]
  const datasetIds = [...new Set(all.map((each) => each.dataset_id))]
  const datasets = await db
    .selectFrom('dataset')
    .select(['id', 'name', 'site_id'])
    .where('id', 'in', datasetIds)
    .execute()
  const names = new Map(datasets.map(({ id, name }) => [id, name]))
  const exported = await db
    .deleteFrom('export')
    .where('dataset_id', 'in', datasetIds)
    .returning('file')
    .execute()
  const released = await withdrawFor(db, { imageIds: images.map(({ id }) => id), ...reissuing })
  if (documents.length > 0) await removeDocuments(db, documents)
  if (images.length > 0) await removeImages(db, images)
  await removeRequests(db, all)
  // Orders come to the installation: with the same ID they may be of another patient of a site.
  const shared = new Set(datasets.filter((each) => each.site_id === null).map(({ id }) => id))
  const ordered = all.filter((each) => shared.has(each.dataset_id)).map((each) => each.patient_id)
  await db
    .deleteFrom('received_order')
    .where('patient_id', '=', sql<string>`any(${ordered}::text[])`)
    .execute()
  const keys = [
    ...images.map((image) => originalKey(names.get(image.dataset_id) ?? '', image.path)),
    ...images.map(({ id }) => `results/${id}`),
    ...documents.map(({ file }) => file),
    ...exported.map(({ file }) => file),
    ...released,
  ]
  return { keys, exports: exported.length }
}

/** Series that were requested from the PACS for the patient, and emergency accesses to the patient. */
async function removeRequests(
  db: Db,
  all: readonly { readonly dataset_id: number; readonly patient_id: string }[],
): Promise<void> {
  const patientIds = all.map((each) => each.patient_id)
  const datasetIds = all.map((each) => each.dataset_id)
  await db
    .deleteFrom('pacs_series')
    .where('patient_id', 'in', patientIds)
    .where('task_id', 'in', (eb) =>
      eb.selectFrom('task').select('task.id').where('task.dataset_id', 'in', datasetIds),
    )
    .execute()
  await db
    .deleteFrom('emergency_access')
    .where('patient_id', 'in', patientIds)
    .where('dataset_id', 'in', datasetIds)
    .execute()
}

async function removeDocuments(db: Db, documents: readonly DocumentRow[]): Promise<void> {
  const ids = documents.map(({ id }) => id)
  await db.deleteFrom('dicom_arrival').where('document_id', 'in', ids).execute()
  await db.deleteFrom('dicom_document').where('id', 'in', ids).execute()
}

/** Annotations, results and other rows of the images go with them by their foreign keys. */
async function removeImages(db: Db, images: readonly ImageRow[]): Promise<void> {
  const ids = images.map(({ id }) => id)
  await db.deleteFrom('outbox').where('image_id', 'in', ids).execute()
  await db.deleteFrom('dicom_arrival').where('image_id', 'in', ids).execute()
  await removeFieldRecords(db, ids)
  for (const image of images) await passOnStanding(db, image)
  await db.deleteFrom('image').where('id', 'in', ids).execute()
  const owners = images.flatMap((image) => [`image ${image.id}`, studyOwner(image)])
  await db.deleteFrom('dicom_uid').where('owner', 'in', owners).execute()
}

/** Values of the images, and of eyes and visits of which no other image remains. */
async function removeFieldRecords(db: Db, ids: readonly number[]): Promise<void> {
  const { image, eye, visit } = subjectKeys
  await sql`
    delete from field_record as record using image
    where image.id = any(${ids}) and record.dataset_id = image.dataset_id
      and record.subject_key in (${image}, ${eye}, ${visit})
      and not exists (
        select from image as other
        where other.dataset_id = record.dataset_id and other.id <> all(${ids})
          and record.subject_key in (
            visit_key(other.id, other.patient_id, other.study_date),
            eye_key(other.id, other.patient_id, other.study_date, other.laterality)))`.execute(db)
}
