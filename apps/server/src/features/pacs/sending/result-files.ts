import { randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { resultObjects } from '#contract/dicom-results'
import type { Language } from '#report/language'

import type { Db } from '../../../platform/database/database.ts'
import { describeFile, type StoredObject } from '../../../platform/dicom-network/store.ts'
import { findCurrentAnalysis } from '../../analysis/queries.ts'
import { rejectionObject, resultObject } from '../../dicom-results/result-objects.ts'
import type { ImageRow } from '../../images/queries.ts'
import type { ReportDeps } from '../../reports/write-report.ts'
import { findStand } from '../../reviews/queries.ts'
import { findStoredResults } from './sendings.ts'

interface FileDeps extends ReportDeps {
  readonly db: Db
  readonly temporaryFolder: string
}

interface Wanted {
  readonly image: ImageRow
  readonly language: Language
  readonly signal: AbortSignal
}

interface ResultFiles {
  readonly objects: readonly StoredObject[]
  /** The analysis that they report; null if there is none. */
  readonly analysisId: number | null
}

/** Writes an image's results as DICOM files, which exist while the work lasts. */
export async function withResultFiles(
  deps: FileDeps,
  wanted: Wanted,
  work: (files: ResultFiles) => Promise<void>,
): Promise<void> {
  const folder = path.join(deps.temporaryFolder, randomUUID())
  await mkdir(folder, { recursive: true })
  try {
    // Check before writing: this message must not send a newer analysis.
    const analysis = await findCurrentAnalysis(deps.db, wanted.image.id)
    const analysisId = analysis?.id ?? null
    const stand = await findStand(deps.db, wanted.image.id)
    const write = stand?.standing === 'withdrawn' ? writeRejection : writeResults
    await work({ objects: await write(deps, wanted, folder), analysisId })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

async function writeResults(
  deps: FileDeps,
  wanted: Wanted,
  folder: string,
): Promise<StoredObject[]> {
  const objects: StoredObject[] = []
  for (const kind of resultObjects) {
    const bytes = await resultObject(deps, deps.db, { ...wanted, kind })
    if (bytes !== undefined) objects.push(...(await writtenAs(path.join(folder, kind), bytes)))
  }
  return objects
}

/** For a rejected analysis: a note that rejects the archive's objects of it. */
async function writeRejection(
  deps: FileDeps,
  { image }: Wanted,
  folder: string,
): Promise<StoredObject[]> {
  const { objects, patient } = await findStoredResults(deps.db, image.id)
  const bytes = await rejectionObject(deps, deps.db, { image, stored: objects, patient })
  return bytes === undefined ? [] : writtenAs(path.join(folder, 'rejection'), bytes)
}

async function writtenAs(name: string, bytes: Uint8Array): Promise<StoredObject[]> {
  const file = `${name}.dcm`
  await writeFile(file, bytes)
  const object = await describeFile(file)
  return object === undefined ? [] : [object]
}
