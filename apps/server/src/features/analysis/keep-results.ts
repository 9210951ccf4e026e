import path from 'node:path'

import type { Message } from '#contract/messages/message'
import type { AnalysisPurpose } from '#contract/results/description'
import { describedKind } from '#contract/results/kinds'

import { inTransaction, type Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { announceAnalysis } from './announce.ts'
import type { AnalysedImage, AnalysisDeps, Findings } from './analyse-eye.ts'
import { findCorrection } from './correction.ts'
import type { MadeFrom } from './made-from.ts'
import type { WrittenResult } from './pipeline/write-result.ts'
import { pipelineVersion } from './pipeline/version.ts'
import { setPredictionStatus } from './queries.ts'

interface Kept {
  readonly image: AnalysedImage
  readonly purpose: AnalysisPurpose
  readonly taskId: number
  readonly madeFrom: Partial<MadeFrom>
  /** New status of the image; null keeps the current one. */
  readonly status: Message | null
  /** Changes to store together with the results. */
  readonly settle?: ((trx: Db) => Promise<void>) | undefined
}

/**
 * Stores an analysis with its results, all at once, and announces it; the image's earlier one of
 * this purpose is kept as replaced.
 * @returns ids of results by kind
 */
export async function keepResults(
  { clock, files, afterAnalysis }: Pick<AnalysisDeps, 'clock' | 'files' | 'afterAnalysis'>,
  db: Db,
  findings: Findings,
  kept: Kept,
): Promise<Record<string, number>> {
  const stored: Stored[] = []
  for (const result of findings.results)
    stored.push(await storePictures(files, findings.folder, result, kept))
  return inTransaction(db, async (trx) => {
    // Lock the image, so that concurrent analyses are stored one after the other.
    await trx.selectFrom('image').select('id').where('id', '=', kept.image.id).forUpdate().execute()
    const at = clock()
    await trx
      .updateTable('analysis')
      .set({ replaced_at: at })
      .where('image_id', '=', kept.image.id)
      .where('purpose', '=', kept.purpose)
      .where('replaced_at', 'is', null)
      .execute()
    const isCorrected = stored.some(({ result }) => result.isCorrected)
    const places = stored.find(({ result }) => result.places !== undefined)?.result.places
    const analysisId = await insertAnalysis(trx, { ...kept, at, isCorrected, places })
    const ids: Record<string, number> = {}
    for (const each of stored) ids[each.result.kind] = await insertResult(trx, analysisId, each)
    if (kept.status === null) await announceAnalysis(trx, kept.image)
    else {
      await setPredictionStatus(trx, kept.image.id, kept.status, true)
      for (const follow of afterAnalysis) await follow(trx, { image: kept.image, analysisId })
    }
    await kept.settle?.(trx)
    return ids
  })
}

interface Stored {
  readonly result: WrittenResult
  readonly picture: string | null
  readonly parts: Readonly<Record<string, string>>
  readonly maps: Readonly<Record<string, string>>
}

async function storePictures(
  files: FileStore,
  folder: string,
  result: WrittenResult,
  { image, taskId }: Kept,
): Promise<Stored> {
  const put = async (name: string): Promise<string> => {
    const key = `results/${image.id}/${taskId}-${image.sha256.toString('hex').slice(0, 8)}-${name}`
    await files.put(key, path.join(folder, name))
    return key
  }
  const parts: Record<string, string> = {}
  for (const part of result.parts) parts[part] = await put(`${result.kind}-${part}.png`)
  const maps: Record<string, string> = {}
  for (const map of result.maps) maps[map] = await put(`${result.kind}-map-${map}.png`)
  const picture = result.hasPicture ? await put(`${result.kind}.png`) : null
  return { result, picture, parts, maps }
}

interface Made {
  readonly at: Date
  readonly isCorrected: boolean
  readonly places: WrittenResult['places']
}

async function insertAnalysis(
  trx: Db,
  { image, purpose, taskId, madeFrom, at, isCorrected, places }: Kept & Made,
): Promise<number> {
  const correction = isCorrected ? await findCorrection(trx, image.id) : undefined
  const { id } = await trx
    .insertInto('analysis')
    .values({
      image_id: image.id,
      purpose,
      task_id: taskId,
      pipeline: pipelineVersion,
      made_from: JSON.stringify(madeFrom),
      image_sha256: image.sha256,
      width: image.width,
      height: image.height,
      corrected_by: correction?.setBy ?? null,
      corrected_at: correction?.setAt ?? null,
      created_at: at,
      places: places === undefined ? null : JSON.stringify(places),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function insertResult(
  trx: Db,
  analysisId: number,
  { result, picture, parts, maps }: Stored,
): Promise<number> {
  const { id } = await trx
    .insertInto('analysis_result')
    .values({
      analysis_id: analysisId,
      kind: result.kind,
      name: describedKind(result.kind).name,
      model_name: result.model.name,
      model_version: result.model.version,
      model_sha256: result.model.sha256,
      picture,
      parts: JSON.stringify(parts),
      maps: JSON.stringify(maps),
      numbers: JSON.stringify(result.numbers),
      is_corrected: result.isCorrected === true,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}
