import type { Selectable } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { orRefuse, permittedDatasets } from '../datasets/queries.ts'
import type { ImageRow } from '../images/queries.ts'
import { imagesOfPatient } from '../reports/queries.ts'

export type DocumentRow = Selectable<Schema['dicom_document']>

/** @throws {Problem} missing_right, or not_found, also if the actor may not see the document's dataset */
export function getDocumentRow(db: Db, actor: Actor, id: number): Promise<DocumentRow> {
  return orRefuse(actor, 'document', (by) =>
    db
      .selectFrom('dicom_document')
      .selectAll()
      .where('id', '=', id)
      .where('dataset_id', 'in', permittedDatasets(db, by).select('dataset.id'))
      .executeTakeFirst(),
  )
}

/** The documents of a study, the latest first. */
export function documentsOfStudy(
  db: Db,
  { dataset_id: datasetId, study_uid: study }: { dataset_id: number; study_uid: string },
): Promise<DocumentRow[]> {
  return db
    .selectFrom('dicom_document')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('study_uid', '=', study)
    .where('study_uid', '<>', '')
    .orderBy('id', 'desc')
    .execute()
}

/** The documents of all studies of an image's patient in its dataset, the latest study first. */
export function documentsOfPatient(db: Db, image: ImageRow): Promise<DocumentRow[]> {
  return db
    .selectFrom('dicom_document')
    .selectAll()
    .where('dataset_id', '=', image.dataset_id)
    .where('study_uid', 'in', imagesOfPatient(db, image).clearOrderBy().select('image.study_uid'))
    .where('study_uid', '<>', '')
    .orderBy('study_date', (order) => order.desc().nullsLast())
    .orderBy('id', 'desc')
    .execute()
}

/** The dataset's document that has these bytes. */
export function findDocument(
  db: Db,
  datasetId: number,
  sha256: Buffer,
): Promise<DocumentRow | undefined> {
  return db
    .selectFrom('dicom_document')
    .selectAll()
    .where('dataset_id', '=', datasetId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
}
