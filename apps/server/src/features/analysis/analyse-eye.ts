import { randomUUID } from 'node:crypto'
import { mkdir, readdir, readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { MessageChannel } from 'node:worker_threads'

import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { UndecodableImage, type Decoder } from '../../platform/images/decoder.ts'
import { Problem } from '../../platform/http/problem.ts'
import { HelperUnavailable } from '../../platform/helper-pool.ts'
import { PermanentFailure, PostponedJob } from '../../platform/jobs/definition.ts'
import { log } from '../../platform/log.ts'
import { serveModels } from '../../platform/models/model-port.ts'
import type { Models } from '../../platform/models/models.ts'
import { runThread } from '../../platform/run-thread.ts'
import { personOf } from '../images/person.ts'
import type { ImageRow } from '../images/queries.ts'
import { scaleOf } from '../images/scale.ts'
import { ensureSound } from '../images/sound-original.ts'
import { storedPicture } from '../images/storage.ts'
import { modelsOf } from '../models/queries.ts'
import { siteReferences } from '../references/queries.ts'
import { correctedAreasOf } from './correction.ts'
import { findEarlierVisit } from './earlier-visit.ts'
import type { EyeAnswer, EyeRequest, StepFailure } from './pipeline/eye-request.ts'
import type { WrittenResult } from './pipeline/write-result.ts'
import { isUltraWide } from './ultra-wide.ts'

export interface AnalysisDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly decoder: Decoder
  readonly models: Models
  readonly temporaryFolder: string
  /** Follow-up of a finished analysis, in the transaction that stores its results. */
  readonly afterAnalysis: readonly AfterAnalysis[]
}

type AfterAnalysis = (
  trx: Db,
  finished: { image: AnalysedImage; analysisId: number },
) => Promise<void>

export type AnalysedImage = ImageRow & { dataset_name: string }

/** Findings of an analysis in which every step succeeded. */
export interface Findings {
  /** Folder of the pictures, which exist while the findings are used. */
  readonly folder: string
  readonly results: readonly WrittenResult[]
}

interface Wanted {
  readonly db: Db
  readonly image: AnalysedImage
  readonly signal: AbortSignal
  /** Run only this network's search. */
  readonly assistant?: string
  /** Called when the photograph is decoded. */
  readonly onDecoded?: () => Promise<void>
}

const program = path.join(import.meta.dirname, 'pipeline/analyse-eye-worker.ts')
const limits = { ms: 300_000, megabytes: 1536 }

/**
 * Analyses an image's original and passes on the findings, whose pictures are removed afterwards.
 * @throws {PermanentFailure} if the image cannot be decoded; {PostponedJob} if a step failed;
 * {HelperUnavailable} if a process ended that the analysis needs
 */
export async function analyseEye<T>(
  deps: AnalysisDeps,
  wanted: Wanted,
  handOn: (findings: Findings) => Promise<T>,
): Promise<T> {
  const folder = path.join(deps.temporaryFolder, `${randomUUID()}.part`)
  await mkdir(folder, { recursive: true })
  try {
    const pixels = path.join(folder, 'pixels')
    const size = await decode(deps, wanted, pixels)
    await wanted.onDecoded?.()
    const facts = await requestFor(deps, wanted)
    const earlier = await decodeEarlier(deps, wanted, path.join(folder, 'earlier'))
    const request = { ...facts, earlier, ...size, pixels, folder }
    refuseIncomplete(await compute(deps.models, request, wanted.signal), wanted.image)
    return await handOn({ folder, results: await resultsIn(folder) })
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** Do not keep half an analysis: its report would look more complete than it is. */
function refuseIncomplete(failures: readonly StepFailure[], { file_name: file }: ImageRow): void {
  for (const { step, why } of failures) log.error('a step of the analysis', why, { step })
  const passing = failures.find(({ isPassing }) => isPassing)
  if (passing !== undefined) throw new HelperUnavailable(passing.why)
  const [failed] = failures
  if (failed === undefined) return
  throw new PostponedJob(message('analysis.stepFailed', { file, step: failed.step }))
}

/** Always the original's pixels, never a rendition's: compression changes calibres. */
async function decode(deps: AnalysisDeps, { db, image }: Wanted, target: string) {
  const { files, decoder } = deps
  await ensureSound(db, deps, { image, datasetName: image.dataset_name }).catch(toldAsHopeless)
  const { key, format, frame = 0 } = storedPicture(image, image.dataset_name)
  const { width, height } = await files
    .withLocalPath(key, (source) =>
      decoder.decode({ kind: 'pixels', source, format, frame, target }),
    )
    .catch(toldAsHopeless)
  return { width, height }
}

function toldAsHopeless(error: unknown): never {
  const isTold = error instanceof UndecodableImage || error instanceof Problem
  throw isTold ? new PermanentFailure(error.told) : error
}

/** Without the earlier visit an eye is measured all the same. */
async function decodeEarlier(
  deps: AnalysisDeps,
  { db, image, signal, assistant }: Wanted,
  pixels: string,
): Promise<EyeRequest['earlier']> {
  const visit = assistant === undefined ? await findEarlierVisit(db, image) : undefined
  if (visit === undefined) return null
  const { id: imageId, study_date: day } = visit.image
  try {
    const size = await decode(deps, { db, image: visit.image, signal }, pixels)
    return { ...size, pixels, imageId, day, places: visit.places }
  } catch (error) {
    log.warn('the earlier visit cannot be read', { image: imageId, why: String(error) })
    return null
  }
}

type Facts = Omit<EyeRequest, 'pixels' | 'width' | 'height' | 'folder' | 'port' | 'earlier'>

async function requestFor(deps: AnalysisDeps, { db, image, assistant }: Wanted): Promise<Facts> {
  const scale = await scaleOf(db, image)
  const stated = image.laterality_source === 'stated' ? image.laterality : null
  const states = assistant === undefined ? [] : await deps.models.list()
  const chosen = states.find(({ id }) => id === assistant)?.model
  const models = await modelsOf(db, deps.models, image.dataset_id)
  return {
    models: chosen ? { ...models, lesion: chosen } : models,
    person: personOf(image),
    references: await siteReferences(db, image.dataset_id),
    scale: scale && { kind: 'stated', ...scale },
    laterality: stated === 'R' ? 'right' : stated === 'L' ? 'left' : null,
    isUltraWide: isUltraWide(image, scale),
    correction: await correctedAreasOf(db, image.id),
    ...(assistant === undefined ? {} : { assistant }),
  }
}

async function compute(
  models: Models,
  request: Omit<EyeRequest, 'port'>,
  cancelled: AbortSignal,
): Promise<readonly StepFailure[]> {
  const signal = AbortSignal.any([cancelled, AbortSignal.timeout(limits.ms)])
  const { port1, port2 } = new MessageChannel()
  serveModels(port1, models, signal)
  try {
    const { failures } = await runThread<EyeAnswer>(
      program,
      { ...request, port: port2 },
      { signal, megabytes: limits.megabytes, transfer: [port2] },
    )
    return failures
  } finally {
    port1.close()
  }
}

async function resultsIn(folder: string): Promise<WrittenResult[]> {
  const names = (await readdir(folder)).filter((name) => name.endsWith('.json'))
  const texts = names.toSorted().map((name) => readFile(path.join(folder, name), 'utf8'))
  return (await Promise.all(texts)).map((text) => JSON.parse(text) as WrittenResult)
}
