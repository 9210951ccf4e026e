import path from 'node:path'

import sharp from 'sharp'

import type { Handout } from '#contract/handouts'
import type { EyeReport, Printed } from '#contract/reports'
import { printedKinds } from '#contract/results/kinds'
import type { Language } from '#report/language'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Renditions } from '../../platform/images/renditions.ts'
import type { Models } from '../../platform/models/models.ts'
import { Problem } from '../../platform/http/problem.ts'
import { runThread } from '../../platform/run-thread.ts'
import { findCurrentAnalysis } from '../analysis/queries.ts'
import type { ImageRow } from '../images/queries.ts'
import { ensureSound } from '../images/sound-original.ts'
import { storedPicture } from '../images/storage.ts'
import { gatherImageReport, gatherPatientReport } from './gather.ts'
import type { HandoutRequest } from './pdf/handout-page.ts'
import type { EyePictures, PrintRequest, ReportRequest } from './pdf/report-request.ts'

export interface ReportDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly renditions: Renditions
  readonly models: Models
  /** Default time zone of written times; null: that of this computer. */
  readonly siteTimeZone: string | null
  readonly product: ReportRequest['product']
}

interface Wanted {
  readonly image: ImageRow
  readonly language: Language
  /** Time zone of written times; default: that of the site. */
  readonly timeZone?: string | undefined
  /** Aborts the work before its time limit. */
  readonly signal?: AbortSignal | undefined
}

const programs = {
  report: path.join(import.meta.dirname, 'pdf/pdf-worker.ts'),
  handout: path.join(import.meta.dirname, 'pdf/handout-worker.ts'),
} as const
const limits = { ms: 60_000, megabytes: 512 }
/** Pixels: about 300 dpi at the printed width. */
const printedWidth = 1024

/**
 * The PDF of an image's report: its eye, the other eye of the visit, and the basis of the results.
 */
export async function writeReport(
  deps: ReportDeps,
  db: Db,
  { image, language, timeZone, signal }: Wanted,
): Promise<Buffer> {
  const { patient, report, fellow, dataset } = await gatherImageReport(db, deps.models, image)
  const reports = [report, fellow].filter((each) => each !== null)
  const eyes = []
  for (const each of reports)
    eyes.push({ report: each, pictures: await picturesOf(deps, db, each, dataset.name) })
  return print<ReportRequest>(
    deps,
    { program: programs.report, language, timeZone, signal },
    {
      patient,
      isExample: dataset.example,
      eyes,
      course: null,
    },
  )
}

/** The PDF of all images of an image's patient: measurements over time, and the visits. */
export async function writeCourse(
  deps: ReportDeps,
  db: Db,
  { image, ...wanted }: Wanted,
): Promise<Buffer> {
  const course = await gatherPatientReport(db, deps.models, image)
  const { patient, dataset } = course
  const asked = { program: programs.report, ...wanted }
  return print<ReportRequest>(deps, asked, {
    patient,
    isExample: dataset.example,
    eyes: [],
    course,
  })
}

/** The PDF of the page for a patient. */
export async function printHandout(
  deps: ReportDeps,
  db: Db,
  { handout, ...wanted }: Omit<Wanted, 'image'> & { readonly handout: Printed<Handout> },
): Promise<Buffer> {
  const { patient, dataset, eyes, advice } = handout
  const photographs = []
  for (const eye of eyes)
    photographs.push((await picturesOf(deps, db, eye, dataset.name)).photograph)
  return print<HandoutRequest>(
    deps,
    { program: programs.handout, ...wanted },
    { patient, isExample: dataset.example, handout: { eyes, advice }, photographs },
  )
}

async function print<Request extends PrintRequest>(
  deps: ReportDeps,
  { program, language, timeZone, signal }: Omit<Wanted, 'image'> & { readonly program: string },
  content: Omit<Request, 'language' | 'timeZone' | 'product' | 'at'>,
): Promise<Buffer> {
  const { name, version, regulatory } = deps.product
  const request = {
    language,
    timeZone: timeZone ?? deps.siteTimeZone ?? new Intl.DateTimeFormat().resolvedOptions().timeZone,
    product: { name, version, regulatory },
    at: deps.clock(),
    ...content,
  }
  const timeout = AbortSignal.timeout(limits.ms)
  const within = signal === undefined ? timeout : AbortSignal.any([signal, timeout])
  const { megabytes } = limits
  return Buffer.from(await runThread<Uint8Array>(program, request, { signal: within, megabytes }))
}

async function picturesOf(
  { clock, files, renditions }: ReportDeps,
  db: Db,
  { image, analysis }: EyeReport,
  datasetName: string,
): Promise<EyePictures> {
  if (image.missing) return { photograph: null, overlaid: null }
  const row = await db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', image.id)
    .executeTakeFirstOrThrow()
  const isSound = await ensureSound(db, { clock, files }, { image: row, datasetName }).then(
    () => true,
    (error: unknown) => {
      if (error instanceof Problem) return false
      throw error
    },
  )
  if (!isSound) return { photograph: null, overlaid: null }
  const { path: file } = await renditions.find(storedPicture(row, datasetName), printedWidth)
  const { data, info } = await sharp(file)
    .resize({ width: printedWidth, withoutEnlargement: true })
    .jpeg({ quality: 88 })
    .toBuffer({ resolveWithObject: true })
  if (analysis === null) return { photograph: data, overlaid: null }
  const found = await findCurrentAnalysis(db, image.id)
  const pictures = new Map(found?.results.map(({ kind, picture }) => [kind, picture]))
  const keys = printedKinds.flatMap(({ id }) => pictures.get(id) ?? [])
  const size = { width: info.width, height: info.height, fit: 'fill' as const }
  const layers = await Promise.all(
    keys.map((key) =>
      files.withLocalPath(key, (local) => sharp(local).resize(size).png().toBuffer()),
    ),
  )
  if (layers.length === 0) return { photograph: data, overlaid: null }
  const composed = sharp(data).composite(layers.map((input) => ({ input })))
  return { photograph: data, overlaid: await composed.jpeg({ quality: 90 }).toBuffer() }
}
