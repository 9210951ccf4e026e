import type { MeasuredPlaces } from '#retina/calibres/same-places'

import type { Db } from '../../platform/database/database.ts'
import type { ImageRow } from '../images/queries.ts'

/** A photograph of the eye at an earlier visit, and where its calibres were measured. */
export interface EarlierVisit {
  readonly image: ImageRow & { readonly dataset_name: string; readonly study_date: string }
  readonly places: MeasuredPlaces
}

/**
 * The first visit of the image's eye whose calibres were measured: later ones are all measured at its places.
 * Undefined if there is none, or if the image does not state its patient and day. Which eye an image shows may
 * be unknown; the vessels tell.
 */
export async function findEarlierVisit(
  db: Db,
  { dataset_id: dataset, patient_id: patient, study_date: day, laterality }: ImageRow,
): Promise<EarlierVisit | undefined> {
  if (patient.trim() === '' || day === null) return undefined
  const found = await db
    .selectFrom('image')
    .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
    .innerJoin('analysis', 'analysis.image_id', 'image.id')
    .selectAll('image')
    .select(['dataset.name as dataset_name', 'analysis.places'])
    .where('image.dataset_id', '=', dataset)
    .where('image.patient_id', '=', patient)
    .where('image.study_date', '<', day)
    .where('image.deleted_at', 'is', null)
    .where('image.twin', 'is', null)
    .where('analysis.purpose', '=', 'findings')
    .where('analysis.replaced_at', 'is', null)
    .where('analysis.places', 'is not', null)
    .whereRef('analysis.image_sha256', '=', 'image.sha256')
    .$if(laterality === 'R' || laterality === 'L', (query) =>
      query.where((eb) =>
        eb.or([
          eb('image.laterality', '=', laterality),
          eb('image.laterality', 'is', null),
          eb('image.laterality', '=', 'U'),
        ]),
      ),
    )
    .orderBy('image.study_date')
    .orderBy('image.id')
    .executeTakeFirst()
  if (found === undefined || found.places === null || found.study_date === null) return undefined
  const { places, study_date: earlier, ...image } = found
  return { image: { ...image, study_date: earlier }, places }
}
