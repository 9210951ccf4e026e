import { randomBytes } from 'node:crypto'

import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Names the patient of an image by ID and issuer; an image without a patient is on its own. */
export const patientKey = sql<string>`case when image.patient_id = '' then 'image ' || image.id
  else 'patient ' || json_build_array(image.patient_id, coalesce(image.dicom_meta ->> '00100021', '')) end`

/**
 * The pseudonyms of patients in the releases of a dataset. A patient who is new gets a random one; the table
 * is the only connection between the two.
 */
export async function releasePseudonyms(
  db: Db,
  datasetId: number,
  keys: ReadonlySet<string>,
): Promise<ReadonlyMap<string, string>> {
  const kept = await db
    .selectFrom('release_patient')
    .select(['patient_key', 'pseudonym'])
    .where('dataset_id', '=', datasetId)
    .execute()
  const pseudonyms = new Map(kept.map((row) => [row.patient_key, row.pseudonym]))
  const fresh = [...keys].filter((key) => !pseudonyms.has(key))
  for (const key of fresh) {
    const pseudonym = `P${randomBytes(6).toString('hex')}`
    await db
      .insertInto('release_patient')
      .values({ dataset_id: datasetId, patient_key: key, pseudonym })
      .execute()
    pseudonyms.set(key, pseudonym)
  }
  return pseudonyms
}
