import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import { uidsFor } from './dicom-uids.ts'
import type { ImageRow } from './queries.ts'

type Named = Pick<ImageRow, 'id' | 'dataset_id' | 'patient_id' | 'study_date'>

const atOnce = 500

/** What the object of an image that is no DICOM file is called by in the table of UIDs. */
function instanceOwner(id: number): string {
  return `image ${id}`
}

/** Images of a patient and a day are one study; those of nobody are each their own. */
export function studyOwner({
  id,
  dataset_id: dataset,
  patient_id: patient,
  study_date: day,
}: Named) {
  return patient === ''
    ? instanceOwner(id)
    : `dataset ${dataset} day ${day ?? ''} patient ${patient}`
}

/** Gives the dataset's images that came without them UIDs of study, series and instance. */
export async function giveUids(db: Db, datasetId: number): Promise<void> {
  for (;;) {
    const images = await db
      .selectFrom('image')
      .select(['id', 'dataset_id', 'patient_id', 'study_date'])
      .where('dataset_id', '=', datasetId)
      .where('instance_uid', '=', '')
      .where('deleted_at', 'is', null)
      .orderBy('id')
      .limit(atOnce)
      .execute()
    if (images.length === 0) return
    await giveUidsTo(db, images)
  }
}

async function giveUidsTo(db: Db, images: readonly Named[]): Promise<void> {
  const owners = images.map(({ id }) => instanceOwner(id))
  const studies = images.map(studyOwner)
  const uids = [
    await uidsFor(db, 'study', studies),
    await uidsFor(db, 'series', studies),
    await uidsFor(db, 'instance', owners),
  ]
  const ids = images.map(({ id }) => id)
  await sql`
    update image set study_uid = given.study, series_uid = given.series, instance_uid = given.instance
    from unnest(${ids}::int[], ${uids[0]}::text[], ${uids[1]}::text[], ${uids[2]}::text[])
      as given(id, study, series, instance)
    where image.id = given.id and image.instance_uid = ''`.execute(db)
}

/** The UIDs of one image, as its file has them or as it was given them. */
export async function identityOf(
  db: Db,
  image: ImageRow,
): Promise<{ study: string; series: string; instance: string }> {
  if (image.instance_uid === '') await giveUidsTo(db, [image])
  return db
    .selectFrom('image')
    .select(['study_uid as study', 'series_uid as series', 'instance_uid as instance'])
    .where('id', '=', image.id)
    .executeTakeFirstOrThrow()
}

/** The name as DICOM writes it, the Korean one in its own group. */
export function personName({
  patient_name: name,
  patient_name_korean: korean,
}: Pick<ImageRow, 'patient_name' | 'patient_name_korean'>): string {
  return korean === '' ? name : `${name}==${korean}`
}
