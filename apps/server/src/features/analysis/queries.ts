import { sql, type Selectable } from 'kysely'

import type { AnalysisState } from '#contract/images'
import type { Message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { notFound } from '../../platform/http/problem.ts'
import { orRefuse } from '../datasets/queries.ts'
import { permittedImages, type ImageRow } from '../images/queries.ts'
import { announceAnalysis } from './announce.ts'
import { analyseImage } from './jobs.ts'

export type AnalysisRow = Selectable<Schema['analysis']>
export type ResultRow = Selectable<Schema['analysis_result']>

/** One run over an image with its results, in the order of their ids. */
export interface Analysis extends AnalysisRow {
  /** The result by which calls and messages name the analysis. */
  readonly naming_result: number
  readonly results: readonly ResultRow[]
}

function selectAnalyses(db: Db) {
  return db
    .selectFrom('analysis')
    .selectAll()
    .select(sql<number>`naming_result(analysis.id)`.as('naming_result'))
}

/** The image's current analysis of each purpose. */
export async function listCurrentAnalyses(db: Db, imageId: number): Promise<Analysis[]> {
  const rows = await selectAnalyses(db)
    .where('image_id', '=', imageId)
    .where('replaced_at', 'is', null)
    .execute()
  return Promise.all(rows.map((row) => withResults(db, row)))
}

/** The image's current findings; undefined if it has none. */
export async function findCurrentAnalysis(db: Db, imageId: number): Promise<Analysis | undefined> {
  const analyses = await listCurrentAnalyses(db, imageId)
  return analyses.find(({ purpose }) => purpose === 'findings')
}

/** An analysis by its id, even if another has replaced it. */
export async function findAnalysis(db: Db, id: number): Promise<Analysis | undefined> {
  const row = await selectAnalyses(db).where('id', '=', id).executeTakeFirst()
  return row && withResults(db, row)
}

async function withResults(db: Db, row: Omit<Analysis, 'results'>): Promise<Analysis> {
  const results = await db
    .selectFrom('analysis_result')
    .selectAll()
    .where('analysis_id', '=', row.id)
    .orderBy('id')
    .execute()
  return { ...row, results }
}

interface FoundResult {
  readonly analysis: AnalysisRow
  readonly result: ResultRow
  readonly image: Pick<ImageRow, 'id' | 'dataset_id' | 'file_name'>
}

/** @throws {Problem} not_found, also if the actor is not a member of the image's dataset */
export async function getFoundResult(db: Db, actor: Actor, id: number): Promise<FoundResult> {
  const result = await db
    .selectFrom('analysis_result')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (result === undefined) throw notFound('result')
  const analysis = await db
    .selectFrom('analysis')
    .selectAll()
    .where('id', '=', result.analysis_id)
    .executeTakeFirstOrThrow()
  const image = await orRefuse(actor, 'result', (by) =>
    permittedImages(db, by)
      .select(['image.id', 'image.dataset_id', 'image.file_name'])
      .where('image.id', '=', analysis.image_id)
      .executeTakeFirst(),
  )
  return { analysis, result, image }
}

/**
 * Images of a dataset to analyse, except those that a task of their own analyses already, and those
 * that wait for an order required by their dataset. Unless all are to be analysed again, only
 * images that were not analysed, or whose last analysis failed.
 */
export function imagesToAnalyse(
  db: Db,
  { datasetId, again, after = 0 }: { datasetId: number; again: boolean; after?: number },
) {
  return db
    .selectFrom('image')
    .where('image.dataset_id', '=', datasetId)
    .where('image.deleted_at', 'is', null)
    .where('image.twin', 'is', null)
    .where('image.missing_at', 'is', null)
    .where('image.id', '>', after)
    .where('image.mics_state', '<>', 'Unselected')
    .$if(!again, (query) => query.where('image.mics_state', 'in', ['Unreferred', 'Referred']))
    .where(isAnalysedByItself, '=', false)
}

/** Whether a task of its own analyses an image, or is about to. */
export const isAnalysedByItself = sql<boolean>`exists (
  select from task where task.image_id = image.id and task.kind = ${analyseImage.name}
    and task.status in ('queued', 'running'))`

/** Progress of the dataset's analysis; zeros if none is running. */
export async function findBulkAnalysis(db: Db, datasetId: number) {
  const task = await db
    .selectFrom('task')
    .leftJoin('bulk_analysis', 'bulk_analysis.task_id', 'task.id')
    .select(['task.id', 'task.progress', 'task.payload'])
    .select(['bulk_analysis.done', 'bulk_analysis.failed', 'bulk_analysis.done_to'])
    .where('task.kind', '=', 'analyse-dataset')
    .where('task.dataset_id', '=', datasetId)
    .where('task.status', 'in', ['queued', 'running'])
    .executeTakeFirst()
  if (task === undefined) return { task: null, done: 0, failed: 0, total: 0 }
  const again = (task.payload as { again?: boolean }).again === true
  const { left } = await imagesToAnalyse(db, { datasetId, again, after: task.done_to ?? 0 })
    .select((eb) => eb.fn.countAll<number>().as('left'))
    .executeTakeFirstOrThrow()
  const done = task.done ?? 0
  const { id, progress } = task
  return { task: { id, progress }, done, failed: task.failed ?? 0, total: done + left }
}

export function countAnalysed(
  db: Db,
  datasetId: number,
): Promise<{ images: number; analysed: number }> {
  return db
    .selectFrom('image')
    .select((eb) => eb.fn.countAll<number>().as('images'))
    .select((eb) => eb.fn.countAll<number>().filterWhere('predicted', '=', true).as('analysed'))
    .where('dataset_id', '=', datasetId)
    .where('deleted_at', 'is', null)
    .where('twin', 'is', null)
    .executeTakeFirstOrThrow()
}

/** The images that wait for the order that their dataset requires. */
export async function countWaiting(db: Db, datasetId: number): Promise<number> {
  const { count } = await db
    .selectFrom('image')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('dataset_id', '=', datasetId)
    .where('deleted_at', 'is', null)
    .where('twin', 'is', null)
    .where('mics_state', '=', 'Unselected')
    .executeTakeFirstOrThrow()
  return count
}

/** Counts the progress of an analysis by its images' status. */
const analysisStates: Partial<Record<Message['key'], AnalysisState>> = {
  'analysis.statusQueued': 'underWay',
  'analysis.statusRunning': 'underWay',
  'analysis.statusDone': 'done',
  'analysis.statusInPart': 'done',
  'analysis.statusNotGradable': 'notGradable',
  'analysis.statusFailed': 'failed',
}

/** The referral state of an image; after a failure or cancellation it waits again. */
const referralAfter = {
  none: 'Unreferred',
  underWay: 'Referred',
  done: 'Finished',
  notGradable: 'Finished',
  failed: 'Unreferred',
} as const satisfies Record<AnalysisState, string>

type Referral = ImageRow['mics_state']

/** An image without the order that its dataset requires waits for it; a sent one stays sent. */
const stateFor = {
  Referred: sql<Referral>`'Referred'`,
  Unreferred: sql<Referral>`case when order_key(metadata, mics_meta) = '' and exists (
      select from dataset where dataset.id = image.dataset_id
      and dataset.settings #>> '{MICS,REQUIRE}' = 'true')
    then 'Unselected' else 'Unreferred' end`,
  Finished: sql<Referral>`case when exists (
      select from analysis where analysis.id = image.mics_sent_analysis
      and analysis.replaced_at is null)
    then 'FinishedTransmit' else 'Finished' end`,
}

/**
 * Sets the status of an image's analysis and the referral state that follows from it, and announces
 * the change.
 */
export async function setPredictionStatus(
  db: Db,
  imageId: number,
  status: Message | null,
  predicted?: boolean,
): Promise<void> {
  const state = status === null ? 'none' : (analysisStates[status.key] ?? 'none')
  const image = await db
    .updateTable('image')
    .set({
      prediction_status: status === null ? null : JSON.stringify(status),
      analysis_state: state,
      mics_state: stateFor[referralAfter[state]],
      ...(predicted === undefined ? {} : { predicted }),
    })
    .where('id', '=', imageId)
    .returning(['id', 'dataset_id'])
    .executeTakeFirst()
  if (image !== undefined) await announceAnalysis(db, image)
}
