import type { ClientBase } from 'pg'

import type { StoredReference } from '../../platform/backup/make-backup.ts'

/**
 * The files that rows refer to. Originals that are known to be missing or damaged are left out, and
 * so are files of running imports, which their tasks remove.
 */
export async function storedReferences(client: ClientBase): Promise<StoredReference[]> {
  const { rows } = await client.query<StoredReference>(`
    select 'datasets/' || dataset.name || '/' || image.path as path,
      encode(image.sha256, 'hex') as sha256
    from image join dataset on dataset.id = image.dataset_id
    where image.missing_at is null and image.damaged_at is null
    union all
    select file, encode(sha256, 'hex') from dicom_document
    union all
    select 'arrivals/' || id || '.dcm', encode(sha256, 'hex') from dicom_arrival
    where settled_at is null
    union all
    select file, null from export
    union all
    select file, encode(sha256, 'hex') from release where file is not null
    union all
    select picture, null from analysis_result where picture is not null
    union all
    select value, null from analysis_result, jsonb_each_text(parts || maps)`)
  return rows
}
