import { AnalysisResult, type StaleReason } from '#contract/analysis'
import { resultKinds } from '#contract/results/kinds'

import type { Db } from '../../platform/database/database.ts'
import type { Models } from '../../platform/models/models.ts'
import type { ImageRow } from '../images/queries.ts'
import { madeFromNow, staleBy, type MadeFrom } from './made-from.ts'
import { listCurrentAnalyses, type Analysis, type AnalysisRow, type ResultRow } from './queries.ts'

/** The newest results of an image by their kinds, in the order of the kinds. */
export async function presentCurrentResults(
  db: Db,
  models: Models,
  image: ImageRow,
): Promise<Record<string, AnalysisResult>> {
  const analyses = await listCurrentAnalyses(db, image.id)
  if (analyses.length === 0) return {}
  const now = await madeFromNow(db, models, image)
  const results = inOrder(analyses.flatMap((analysis) => presentResults(analysis, now)))
  return Object.fromEntries(results.map((result) => [result.kind, result] as const))
}

/** An analysis's results in the order of their kinds, and the inputs that have changed since. */
export async function presentAnalysis(
  db: Db,
  models: Models,
  { image, analysis }: { image: ImageRow; analysis: Analysis },
): Promise<{ presented: AnalysisResult[]; stale: StaleReason[] }> {
  const now = await madeFromNow(db, models, image)
  const presented = inOrder(presentResults(analysis, now))
  return { presented, stale: staleBy(analysis.made_from, now) }
}

function inOrder(results: readonly AnalysisResult[]): AnalysisResult[] {
  return results.toSorted((a, b) => placeOf(a) - placeOf(b))
}

/**
 * The inputs that have changed since an analysis of an image was made. It may have been replaced.
 */
export async function staleReasonsOf(
  db: Db,
  models: Models,
  { image, analysis }: OfImage,
): Promise<StaleReason[]> {
  return staleBy(analysis.made_from, await madeFromNow(db, models, image))
}

interface OfImage {
  readonly image: ImageRow
  readonly analysis: Pick<AnalysisRow, 'made_from'>
}

/**
 * Whether the image or its patient has changed since an analysis of it was made. It may have been
 * replaced.
 */
export async function isOutdated(db: Db, models: Models, of: OfImage): Promise<boolean> {
  const stale = await staleReasonsOf(db, models, of)
  return stale.includes('image') || stale.includes('patient')
}

function presentResults(analysis: Analysis, now: MadeFrom): AnalysisResult[] {
  return analysis.results.map((result) => presentResult({ analysis, result }, now))
}

/** Whether an analysis was made for another patient of the image. */
export function isOthers(
  { made_from: { identity } }: AnalysisRow,
  { patient_id: number }: ImageRow,
): boolean {
  return identity !== undefined && identity !== number.trim()
}

function placeOf({ kind }: AnalysisResult): number {
  return resultKinds.indexOf(kind)
}

/** @param now the image's current inputs, to determine what is stale */
export function presentResult(
  { analysis, result }: { analysis: AnalysisRow; result: ResultRow },
  now: MadeFrom,
): AnalysisResult {
  return {
    id: result.id,
    kind: AnalysisResult.shape.kind.parse(result.kind),
    name: result.name,
    created_at: analysis.created_at.toISOString(),
    model: { name: result.model_name, version: result.model_version, sha256: result.model_sha256 },
    pipeline: analysis.pipeline,
    width: analysis.width,
    height: analysis.height,
    has_picture: result.picture !== null,
    // Sort explicitly: the database has no order of its own, and areas are drawn in this one.
    parts: Object.keys(result.parts).toSorted(),
    maps: Object.keys(result.maps).toSorted(),
    stale: staleBy(analysis.made_from, now),
    corrected: result.is_corrected ? correctedBy(analysis) : null,
  }
}

function correctedBy({ corrected_by: by, corrected_at: at }: AnalysisRow) {
  return by === null || at === null ? null : { by, at: at.toISOString() }
}
