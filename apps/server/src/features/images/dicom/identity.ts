import { sql } from 'kysely'

import { displayName, parsePersonName } from '#dicom/person-name'

import type { Db } from '../../../platform/database/database.ts'
import { uidsFor } from './uids.ts'
import type { ImageRow } from '../queries.ts'

type Named = Pick<
  ImageRow,
  'id' | 'dataset_id' | 'patient_id' | 'study_date' | 'study_uid' | 'series_uid' | 'instance_uid'
>

const atOnce = 500

/** Whether an image has no UIDs yet, or its DICOM file lacks some. */
export function lacksUids(
  image: Pick<Named, 'study_uid' | 'series_uid' | 'instance_uid'>,
): boolean {
  return image.study_uid === '' || image.series_uid === '' || image.instance_uid === ''
}

const lacking = sql<boolean>`(study_uid = '' or series_uid = '' or instance_uid = '')`

/** Owner, in the table of UIDs, of the object made for an image without a UID of its own. */
function instanceOwner(id: number): string {
  return `image ${id}`
}

/** Images of one patient and day are one study; each image without a patient is its own. */
export function studyOwner({
  id,
  dataset_id: dataset,
  patient_id: patient,
  study_date: day,
}: Pick<Named, 'id' | 'dataset_id' | 'patient_id' | 'study_date'>): string {
  return patient === ''
    ? instanceOwner(id)
    : `dataset ${dataset} day ${day ?? ''} patient ${patient}`
}

/** The series of made UIDs: one for a study, of its own study UID if the file has that. */
function seriesOwner(image: Named): string {
  const { study_uid: study, dataset_id: dataset } = image
  return study === '' ? studyOwner(image) : `dataset ${dataset} study ${study}`
}

/** Gives the dataset's images the UIDs of study, series and instance that they lack. */
export async function giveUids(db: Db, datasetId: number): Promise<void> {
  for (;;) {
    const images = await db
      .selectFrom('image')
      .select([
        ...(['id', 'dataset_id', 'patient_id', 'study_date'] as const),
        ...(['study_uid', 'series_uid', 'instance_uid'] as const),
      ])
      .where('dataset_id', '=', datasetId)
      .where(lacking)
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
    await uidsFor(db, 'series', images.map(seriesOwner)),
    await uidsFor(db, 'instance', owners),
  ]
  const ids = images.map(({ id }) => id)
  await sql`
    update image set study_uid = coalesce(nullif(study_uid, ''), given.study),
      series_uid = coalesce(nullif(series_uid, ''), given.series),
      instance_uid = coalesce(nullif(instance_uid, ''), given.instance)
    from unnest(${ids}::int[], ${uids[0]}::text[], ${uids[1]}::text[], ${uids[2]}::text[])
      as given(id, study, series, instance)
    where image.id = given.id and ${lacking}`.execute(db)
}

/** The UIDs of one image: those of its file, or those generated for it. */
export async function identityOf(
  db: Db,
  image: ImageRow,
): Promise<{ study: string; series: string; instance: string }> {
  if (lacksUids(image)) await giveUidsTo(db, [image])
  return db
    .selectFrom('image')
    .select(['study_uid as study', 'series_uid as series', 'instance_uid as instance'])
    .where('id', '=', image.id)
    .executeTakeFirstOrThrow()
}

/**
 * The name with its components, as the file writes it; '' if the file has none, or a person has
 * stated another.
 */
export function filedName(image: Pick<ImageRow, 'dicom_meta' | 'patient_name'>): string {
  const filed = image.dicom_meta['00100010'] ?? ''
  const name = parsePersonName(filed)
  const shown = name && [displayName(name, 'en'), displayName(name, 'ko')]
  return shown?.includes(image.patient_name) === true ? filed : ''
}

/** The name in DICOM's form, with the Korean one in its own group. */
export function personName({
  patient_name: name,
  patient_name_korean: korean,
}: Pick<ImageRow, 'patient_name' | 'patient_name_korean'>): string {
  return korean === '' ? name : `${name}==${korean}`
}
