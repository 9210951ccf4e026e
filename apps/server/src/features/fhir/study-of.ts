import type { Photograph, Study } from '#fhir/description'

import type { Db } from '../../platform/database/database.ts'
import { derivedLaterality } from '../images/dicom/columns.ts'
import { identityOf } from '../images/dicom/identity.ts'
import type { ImageRow } from '../images/queries.ts'

const tags = { sopClass: '00080016', modality: '00080060', accessionNumber: '00080050' } as const
/** Ophthalmic Photography 8 Bit: the SOP class of a wrapped photograph. */
const usualSopClass = '1.2.840.10008.5.1.4.1.1.77.1.5.1'

/** Namespace of a dataset's studies and fields. */
export function scopeOf(datasetId: number): string {
  return `dataset ${datasetId}`
}

/** The study of an image, with all counting images of it and of the same patient in the dataset. */
export async function studyOf(db: Db, image: ImageRow): Promise<Study> {
  await giveUidsToVisit(db, image)
  const { study } = await identityOf(db, image)
  const images = await db
    .selectFrom('image')
    .selectAll()
    .distinctOn(['series_uid', 'instance_uid'])
    .where('dataset_id', '=', image.dataset_id)
    .where('deleted_at', 'is', null)
    .where('twin', 'is', null)
    .where('study_uid', '=', study)
    .where('patient_id', '=', image.patient_id)
    .orderBy('series_uid')
    .orderBy('instance_uid')
    .orderBy('id')
    .execute()
  const numbers = images.map((each) => told(each, 'accessionNumber'))
  return {
    scope: scopeOf(image.dataset_id),
    accessionNumber: told(image, 'accessionNumber') || (numbers.find((text) => text !== '') ?? ''),
    instances: images.map((each) => ({
      series: each.series_uid,
      instance: each.instance_uid,
      sopClass: sopClassOf(each),
      modality: modalityOf(each),
      eye: eyeOf(each),
    })),
  }
}

/** Whether a study has images of a patient in the dataset besides this one. */
export async function hasOtherImages(
  db: Db,
  { id, dataset_id }: ImageRow,
  { study, patientId }: { readonly study: string; readonly patientId: string },
): Promise<boolean> {
  const other = await db
    .selectFrom('image')
    .select('id')
    .where('dataset_id', '=', dataset_id)
    .where('id', '!=', id)
    .where('deleted_at', 'is', null)
    .where('twin', 'is', null)
    .where('study_uid', '=', study)
    .where('patient_id', '=', patientId)
    .limit(1)
    .executeTakeFirst()
  return other !== undefined
}

/** Wrapped pictures of one patient and day form one study. */
async function giveUidsToVisit(db: Db, image: ImageRow): Promise<void> {
  if (image.patient_id === '') return
  const others = await db
    .selectFrom('image')
    .selectAll()
    .where('dataset_id', '=', image.dataset_id)
    .where('deleted_at', 'is', null)
    .where('patient_id', '=', image.patient_id)
    .where('study_date', 'is not distinct from', image.study_date)
    .where('instance_uid', '=', '')
    .execute()
  for (const other of others) await identityOf(db, other)
}

export function sopClassOf(image: ImageRow): string {
  return told(image, 'sopClass') || usualSopClass
}

export function modalityOf(image: ImageRow): string {
  return told(image, 'modality') || 'OP'
}

/** The eye that the file states; null if it is only guessed. */
export function eyeOf({ laterality, laterality_source: source }: ImageRow): Photograph['eye'] {
  if (source === derivedLaterality) return null
  return laterality === 'R' ? 'right' : laterality === 'L' ? 'left' : null
}

function told({ dicom_meta: meta }: ImageRow, name: keyof typeof tags): string {
  return meta[tags[name]]?.trim() ?? ''
}
