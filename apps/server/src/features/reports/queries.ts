import type { Db } from '../../platform/database/database.ts'
import type { ImageRow } from '../images/queries.ts'

/**
 * The images of an image's patient in its dataset, the newest first. An image without a patient ID
 * is alone, because its patient is unknown.
 */
export function imagesOfPatient(db: Db, image: ImageRow) {
  return db
    .selectFrom('image')
    .where('image.dataset_id', '=', image.dataset_id)
    .where('image.deleted_at', 'is', null)
    .where('image.twin', 'is', null)
    .$if(image.patient_id.trim() === '', (q) => q.where('image.id', '=', image.id))
    .$if(image.patient_id.trim() !== '', (q) => q.where('image.patient_id', '=', image.patient_id))
    .orderBy('image.study_date', (order) => order.desc().nullsLast())
    .orderBy('image.acquired_order', (order) => order.desc().nullsLast())
    .orderBy('image.id', 'desc')
}
