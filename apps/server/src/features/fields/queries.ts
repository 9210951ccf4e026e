import { sql, type RawBuilder } from 'kysely'

import type { DatasetField, SharedSubject } from '#contract/fields/field'
import { Field } from '#contract/fields/field'

import type { Db } from '../../platform/database/database.ts'

/** The fields of a dataset that are in use, in their order. */
export async function listFields(db: Db, datasetId: number): Promise<DatasetField[]> {
  const rows = await db
    .selectFrom('dataset_field')
    .select(['version', 'description'])
    .where('dataset_id', '=', datasetId)
    .where('position', 'is not', null)
    .orderBy('position')
    .execute()
  return rows.map(({ version, description }) => ({ version, field: Field.parse(description) }))
}

/** The newest version of each field that was removed and not put back. */
export async function listRemovedFields(db: Db, datasetId: number): Promise<DatasetField[]> {
  const rows = await db
    .selectFrom('dataset_field as newest')
    .distinctOn('key')
    .select(['version', 'description'])
    .where('dataset_id', '=', datasetId)
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom('dataset_field as used')
            .select('used.key')
            .whereRef('used.dataset_id', '=', 'newest.dataset_id')
            .whereRef('used.key', '=', 'newest.key')
            .where('used.position', 'is not', null),
        ),
      ),
    )
    .orderBy('key')
    .orderBy('version', 'desc')
    .execute()
  return rows.map(({ version, description }) => ({ version, field: Field.parse(description) }))
}

/** All fields that values of a dataset may have, including removed ones. */
export async function listAllFields(db: Db, datasetId: number): Promise<DatasetField[]> {
  return [...(await listFields(db, datasetId)), ...(await listRemovedFields(db, datasetId))]
}

/** Names the subject of that kind to which an image of a query belongs. */
export const subjectKeys: Readonly<Record<SharedSubject, RawBuilder<string>>> = {
  image: sql<string>`'image:' || image.id`,
  eye: sql<string>`eye_key(image.id, image.patient_id, image.study_date, image.laterality)`,
  visit: sql<string>`visit_key(image.id, image.patient_id, image.study_date)`,
}

/** The changes of the agreed values that apply to an image, and of the reader's own, newest first. */
export function listFieldHistory(db: Db, imageId: number, reader: number | null) {
  return db
    .selectFrom('field_history')
    .innerJoin('field_record', 'field_record.id', 'field_history.record_id')
    .innerJoin('image', 'image.dataset_id', 'field_record.dataset_id')
    .where('image.id', '=', imageId)
    .where((eb) =>
      eb.or([
        eb('field_record.is_agreed', '=', true),
        ...(reader === null ? [] : [eb('field_record.author_id', '=', reader)]),
      ]),
    )
    .where(
      sql<boolean>`(field_record.subject, field_record.subject_key) in (
        ('image', ${subjectKeys.image}), ('eye', ${subjectKeys.eye}), ('visit', ${subjectKeys.visit}))`,
    )
    .selectAll('field_history')
    .orderBy('field_history.id', 'desc')
    .execute()
}

/**
 * The changes of agreed values that may apply to an image, newest first, with their authors' names.
 * Includes those of its visit and eye from the time when it was a visit of its own, because it kept
 * those values.
 */
export function listEntries(db: Db, imageId: number) {
  return db
    .selectFrom('field_history')
    .innerJoin('field_record', 'field_record.id', 'field_history.record_id')
    .innerJoin('image', 'image.dataset_id', 'field_record.dataset_id')
    .leftJoin('app_user', 'app_user.id', 'field_history.changed_by')
    .where('image.id', '=', imageId)
    .where('field_record.is_agreed', '=', true)
    .where(
      sql<boolean>`(field_record.subject, field_record.subject_key) in (
        ('image', ${subjectKeys.image}), ('eye', ${subjectKeys.eye}), ('visit', ${subjectKeys.visit}),
        ('eye', ${subjectKeys.image}), ('visit', ${subjectKeys.image}))`,
    )
    .select(['key', 'after', 'changed_by_name', 'changed_at', 'app_user.name'])
    .orderBy('field_history.id', 'desc')
    .execute()
}
