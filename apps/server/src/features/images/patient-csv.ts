import { byteOrderMark, csvLine } from '../../platform/csv.ts'
import type { Db } from '../../platform/database/database.ts'
import { ordered } from './image-order.ts'
import { ageTextOf } from './person.ts'
import { presentAcquired } from './present.ts'
import { filteredImages, type ImageFilter, type ImageRow } from './queries.ts'

const batch = 500

const columns = [
  'studyDate',
  'orderID',
  'studyDate_image',
  'stateMICS',
  'patientID',
  'patientName',
  'patientSex',
  'patientAge',
  'ORD_SEQ',
  'BNCH_NM',
] as const

/** Which rows: all that match, or one image's. */
interface PatientRows {
  readonly datasetId: number
  readonly filter: ImageFilter
  readonly imageId: number | undefined
}

/**
 * CSV with one row for each patient, of the newest study day and then the highest id; images
 * without a patient id each have a row.
 */
export async function* patientCsv(db: Db, rows: PatientRows): AsyncGenerator<string> {
  yield byteOrderMark + csvLine(columns)
  for await (const image of patientImages(db, rows)) yield lineOf(image)
}

function patientImages(db: Db, { datasetId, filter, imageId }: PatientRows) {
  const matching = () =>
    filteredImages(db, datasetId, filter)
      .$if(imageId !== undefined, (q) => q.where('image.id', '=', imageId ?? 0))
      .$if(imageId === undefined, (q) => q.where('image.twin', 'is', null))
      .select('image.id')
  const newest = matching()
    .where('image.patient_id', '<>', '')
    .distinctOn('image.patient_id')
    .orderBy('image.patient_id')
    .orderBy('image.study_date', (order) => order.desc().nullsLast())
    .orderBy('image.id', 'desc')
  const ofNobody = matching().where('image.patient_id', '=', '')
  const chosen = db
    .selectFrom('image')
    .selectAll('image')
    .where((eb) => eb.or([eb('image.id', 'in', newest), eb('image.id', 'in', ofNobody)]))
  return ordered(chosen, filter).stream(batch)
}

function lineOf(image: ImageRow): string {
  const orderId = noteOf(image.metadata['ORD_SEQ'] ?? image.mics_meta['ORD_SEQ'])
  return csvLine([
    image.study_date ?? '',
    orderId,
    presentAcquired(image) ?? '',
    image.mics_state,
    image.patient_id,
    image.patient_name,
    image.patient_sex,
    ageTextOf(image),
    orderId,
    noteOf(image.mics_meta['BNCH_NM']),
  ])
}

function noteOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
