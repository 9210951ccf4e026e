import { AnalysisResult, resultKinds } from '#contract/analysis'

import type { Db } from '../../platform/database/database.ts'
import type { Models } from '../../platform/models/models.ts'
import type { ImageRow } from '../images/queries.ts'
import { madeFromNow, staleBy, type MadeFrom } from './made-from.ts'
import { listCurrentResults, type ResultRow } from './queries.ts'

/** The newest results of an image by their kinds, in the order of the kinds. */
export async function presentCurrentResults(
  db: Db,
  models: Models,
  image: ImageRow,
): Promise<Record<string, AnalysisResult>> {
  const rows = await listCurrentResults(db, image.id)
  if (rows.length === 0) return {}
  const now = await madeFromNow(db, models, image)
  const results = rows.map((row) => presentResult(row, now))
  const inOrder = results.toSorted((a, b) => placeOf(a) - placeOf(b))
  return Object.fromEntries(inOrder.map((result) => [result.kind, result] as const))
}

/** Whether the image is another one, or another patient's, than when its results were made. */
export async function areOutdated(db: Db, models: Models, image: ImageRow): Promise<boolean> {
  return isOutdated(db, models, { image, rows: await listCurrentResults(db, image.id) })
}

/** The same of one of its analyses, also of one that another has replaced. */
export async function isOutdated(
  db: Db,
  models: Models,
  { image, rows }: { image: ImageRow; rows: readonly ResultRow[] },
): Promise<boolean> {
  const now = await madeFromNow(db, models, image)
  const stale = new Set(rows.flatMap((row) => staleBy(row.made_from, now)))
  return stale.has('image') || stale.has('patient')
}

/** Whether a result was made of the image of another patient. */
export function isOthers(
  { made_from: { identity } }: ResultRow,
  { patient_id: number }: ImageRow,
): boolean {
  return identity !== undefined && identity !== number.trim()
}

function placeOf({ kind }: AnalysisResult): number {
  return resultKinds.indexOf(kind)
}

/** @param now what the image is made of now, to tell what is stale. */
export function presentResult(row: ResultRow, now: MadeFrom): AnalysisResult {
  return {
    id: row.id,
    kind: AnalysisResult.shape.kind.parse(row.kind),
    name: row.name,
    created_at: row.created_at.toISOString(),
    model: { name: row.model_name, version: row.model_version, sha256: row.model_sha256 },
    pipeline: row.pipeline,
    width: row.width,
    height: row.height,
    has_picture: row.picture !== null,
    // The database keeps no order of its own: this is the one that areas are drawn in.
    parts: Object.keys(row.parts).toSorted(),
    maps: Object.keys(row.maps).toSorted(),
    stale: staleBy(row.made_from, now),
    corrected:
      row.corrected_by === null || row.corrected_at === null
        ? null
        : { by: row.corrected_by, at: row.corrected_at.toISOString() },
  }
}
