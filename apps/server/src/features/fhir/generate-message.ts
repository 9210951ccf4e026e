import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'

import { english, message, type Message } from '#contract/messages/message'
import { checkMessage } from '#fhir/check-message'
import type { Description, PrintedReport } from '#fhir/description'
import type { Issue } from '#fhir/issue'
import { messageOf } from '#fhir/message'
import type { Bundle } from '#fhir/resource'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { Problem } from '../../platform/http/problem.ts'
import { log } from '../../platform/log.ts'
import { sha1Of } from '../../platform/sha1.ts'
import type { DatasetRow } from '../datasets/queries.ts'
import type { ImageRow } from '../images/queries.ts'
import { originalKey } from '../images/storage.ts'
import { writeReport, type ReportDeps } from '../reports/write-report.ts'
import { definitions } from './definitions.ts'
import { describeImage, type DescribeDeps } from './describe-image.ts'
import { findMessage, type FhirMessageRow } from './queries.ts'

export type GenerateDeps = DescribeDeps &
  ReportDeps & { readonly clock: Clock; readonly files: FileStore }

interface Wanted {
  readonly image: ImageRow
  readonly dataset: Pick<DatasetRow, 'name'>
  /** Null: automatic. */
  readonly createdBy: number | null
}

/**
 * Creates the next version of an image's message and keeps it.
 * @throws {Problem} not_possible_now if nothing is analysed, unusable_content with the issues if
 * the message would be invalid
 */
export async function generateMessage(
  deps: GenerateDeps,
  db: Db,
  { image, dataset, createdBy }: Wanted,
): Promise<FhirMessageRow> {
  // Two concurrent requests get two versions.
  await db.selectFrom('image').select('id').where('id', '=', image.id).forUpdate().execute()
  const { description, analysisId, warnings, madeFrom } = await describeImage(db, deps, image)
  const sha1 = await digestOf(deps.files, originalKey(dataset.name, image.path), image.sha256)
  const printed = await printOf(deps, db, { image, description })
  const told = [
    ...warnings,
    ...(sha1 === null ? [message('fhirWarnings.fileUnreadable')] : []),
    ...(printed === 'failed' ? [message('fhirWarnings.reportNotPrinted')] : []),
  ]
  const version = ((await findMessage(db, image.id))?.version ?? 0) + 1
  const { photograph } = description
  const bundle = validMessage(
    {
      ...description,
      photograph: { ...photograph, sha1 },
      printed: printed === 'failed' ? null : printed,
    },
    version,
  )
  return db
    .insertInto('fhir_message')
    .values({
      image_id: image.id,
      version,
      analysis_id: analysisId,
      made_from: madeFrom,
      bundle: JSON.stringify(bundle),
      warnings: JSON.stringify(told),
      created_at: deps.clock(),
      created_by: createdBy,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

/** Do not print a rejected result. A result is sent even if it cannot be printed. */
async function printOf(
  deps: GenerateDeps,
  db: Db,
  { image, description: { review, site } }: { image: ImageRow; description: Description },
): Promise<PrintedReport | null | 'failed'> {
  if (!deps.fhir.report_pdf || review?.verdict === 'rejected') return null
  const at = deps.clock().toISOString()
  try {
    const pdf = await writeReport(deps, db, { image, language: site.language })
    const sha1 = createHash('sha1').update(pdf).digest('base64')
    return { content: pdf.toString('base64'), size: pdf.length, sha1, at }
  } catch (error) {
    log.error('a report could not be printed', error, { image: image.id })
    return 'failed'
  }
}

/** In base64; null if the file is missing or damaged. */
async function digestOf(files: FileStore, key: string, sha256: Buffer): Promise<string | null> {
  if ((await files.find(key)) === undefined || !(await files.isSound(key, sha256))) return null
  const hash = createHash('sha1')
  await pipeline((await files.read(key)).content, hash)
  return hash.digest('base64')
}

function validMessage(description: Description, version: number): Bundle {
  const bundle = messageOf(description, version, sha1Of)
  const issues = checkMessage(definitions, bundle).map(tellIssue)
  const [first] = issues
  if (first === undefined) return bundle
  throw new Problem('unusable_content', message('fhir.invalid', { why: first }), {
    current: { issues: issues.map((told) => ({ message: english(told), ...told })) },
  })
}

function tellIssue({ rule, at, detail }: Issue): Message {
  const why: Message = { key: `fhirIssues.${rule}`, params: { detail } }
  return message('fhir.issue', { at, why })
}
