import type { ClientBase } from 'pg'

import type { StoredReference } from '../../platform/backup/make-backup.ts'

/** The tables whose rows refer to files, each with a query of paths and SHA-256. */
const referring: Readonly<Record<string, string>> = {
  image: `
    select 'datasets/' || dataset.name || '/' || image.path as path,
      encode(image.sha256, 'hex') as sha256
    from image join dataset on dataset.id = image.dataset_id
    where image.missing_at is null and image.damaged_at is null`,
  dicom_document: `select file, encode(sha256, 'hex') from dicom_document`,
  dicom_arrival: `
    select 'arrivals/' || id || '.dcm', encode(sha256, 'hex') from dicom_arrival
    where settled_at is null`,
  export: `select file, null from export`,
  release: `select file, encode(sha256, 'hex') from release where file is not null`,
  analysis_result: `
    select picture, null from analysis_result where picture is not null
    union all
    select value, null from analysis_result, jsonb_each_text(parts || maps)`,
}

/**
 * The files that rows refer to. Originals that are known to be missing or damaged are left out, and
 * so are files of running imports, which their tasks remove. The database may be of an earlier version,
 * which lacks some of the tables: a backup is made before an upgrade.
 */
export async function storedReferences(client: ClientBase): Promise<StoredReference[]> {
  const there = await client.query<{ name: string }>(
    'select name from unnest($1::text[]) as name where to_regclass(name) is not null',
    [Object.keys(referring)],
  )
  const queries = there.rows.map(({ name }) => referring[name] ?? '')
  const { rows } = await client.query<StoredReference>(queries.join(' union all '))
  return rows
}
