import { sql } from 'kysely'

import type { Found } from '#contract/search'
import { shownName } from '#dicom/person-name'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { isNoReading, permittedDatasets } from '../datasets/queries.ts'
import { containing, containingLower } from '../users/queries.ts'

/** Maximum number of datasets, and of patients. */
const most = 8

/** Datasets whose name contains the text, those that begin with it first. */
export function findDatasets(db: Db, actor: Actor, text: string): Promise<Found['datasets']> {
  return permittedDatasets(db, actor)
    .where(isNoReading)
    .where('dataset.name', 'ilike', containing(text))
    .select(['dataset.id', 'dataset.name'])
    .orderBy(sql`starts_with(lower(dataset.name), lower(${text}))`, 'desc')
    .orderBy(sql`lower(dataset.name)`)
    .orderBy('dataset.id')
    .limit(most)
    .execute()
}

/** Patients whose ID or name contains the text, in the order of their IDs. */
export async function findPatients(db: Db, actor: Actor, text: string): Promise<Found['patients']> {
  const pattern = containing(text)
  const rows = await permittedDatasets(db, actor)
    .innerJoin('image', 'image.dataset_id', 'dataset.id')
    .where('image.deleted_at', 'is', null)
    .where((eb) =>
      eb.or([
        eb('image.patient_id', 'ilike', pattern),
        eb('image.patient_name_lower', 'like', containingLower(text)),
      ]),
    )
    .groupBy(['image.patient_id', 'image.patient_name', 'dataset.id', 'dataset.name'])
    .select((eb) => [
      'image.patient_id',
      'image.patient_name',
      'dataset.id',
      'dataset.name',
      eb.fn.countAll<number>().as('images'),
    ])
    .orderBy('image.patient_id')
    .orderBy('image.patient_name')
    .orderBy('dataset.id', 'desc')
    .limit(most)
    .execute()
  return rows.map(({ id, name, patient_name, ...patient }) => ({
    ...patient,
    patient_name: shownName(patient_name),
    dataset: { id, name },
  }))
}
