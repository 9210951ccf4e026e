import { byteOrderMark, csvLine } from '#contract/csv'
import { valueAsText } from '#contract/fields/words'
import { shownName } from '#dicom/person-name'

import type { Db } from '../../../platform/database/database.ts'
import { listFields } from '../../fields/queries.ts'
import { ordered } from './image-order.ts'
import { ageTextOf } from '../person.ts'
import { presentAcquired } from '../present.ts'
import { filteredImages, type ImageFilter, type ImageRow } from '../queries.ts'

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

/** Rows to include: all that match, or one image's. */
interface PatientRows {
  readonly datasetId: number
  readonly filter: ImageFilter
  readonly imageId: number | undefined
}

/**
 * CSV with one row for each patient, of the newest study day and then the highest id. Images
 * without a patient ID each have a row. The last columns are the dataset's fields.
 */
export async function* patientCsv(db: Db, rows: PatientRows): AsyncGenerator<string> {
  const fields = await fieldKeys(db, rows.datasetId)
  yield byteOrderMark + csvLine([...columns, ...fields.map((key) => `field:${key}`)])
  for await (const image of patientImages(db, rows)) {
    const values = fields.map((key) => valueAsText(image.fields[key]))
    yield csvLine([...cellsOf(image), ...values])
  }
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

/** The keys of the fields that images have values of. */
async function fieldKeys(db: Db, datasetId: number): Promise<string[]> {
  const fields = await listFields(db, datasetId)
  return fields.flatMap(({ field }) => (field.subject === 'annotation' ? [] : [field.key]))
}

function cellsOf(image: ImageRow): string[] {
  const orderId = noteOf(image.metadata['ORD_SEQ'] ?? image.mics_meta['ORD_SEQ'])
  return [
    image.study_date ?? '',
    orderId,
    presentAcquired(image) ?? '',
    image.mics_state,
    image.patient_id,
    shownName(image.patient_name),
    image.patient_sex,
    ageTextOf(image),
    orderId,
    noteOf(image.mics_meta['BNCH_NM']),
  ]
}

function noteOf(value: unknown): string {
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
