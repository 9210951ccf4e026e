import { sql, type Selectable } from 'kysely'

import type { Message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Schema } from '../../platform/database/schema.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { ofOwnSite, permittedDatasets } from '../datasets/queries.ts'
import type { Sender } from '../../platform/dicom-network/provider.ts'

export type ArrivalRow = Selectable<Schema['dicom_arrival']>
export type SeriesRow = Selectable<Schema['pacs_series']>

const contains = (address: string) => sql<boolean>`address >>= ${address}::inet`

/** The rule for a station: the narrowest of several that match its address. */
function ruleFor(db: Db, sender: Sender) {
  return db
    .selectFrom('dicom_sender')
    .innerJoin('dataset', 'dataset.id', 'dicom_sender.dataset_id')
    .select('dicom_sender.dataset_id')
    .where('dicom_sender.ae_title', '=', sender.aeTitle)
    .where(contains(sender.address))
    .where('dataset.deleted_at', 'is', null)
    .orderBy(sql`masklen(address)`, 'desc')
    .limit(1)
}

export function findRule(db: Db, sender: Sender): Promise<{ dataset_id: number } | undefined> {
  return ruleFor(db, sender).executeTakeFirst()
}

/** Facts known before an object arrives. */
export interface Foreseen {
  /** The dataset of the station's rule. */
  readonly ruledTo: number | null
  /** Whether anything at all is being retrieved. */
  readonly isRetrieving: boolean
}

export function foresee(db: Db, sender: Sender): Promise<Foreseen> {
  const running = db.selectFrom('pacs_series').select('task_id').where('state', '=', 'running')
  return db
    .selectNoFrom((eb) => [
      ruleFor(db, sender).as('ruledTo'),
      eb.exists(running).$castTo<boolean>().as('isRetrieving'),
    ])
    .executeTakeFirstOrThrow()
}

/** Whether anything is being retrieved from an archive at this address. */
export async function isExpected(db: Db, { address }: Sender): Promise<boolean> {
  const row = await db
    .selectFrom('pacs_series')
    .select('task_id')
    .where('state', '=', 'running')
    .where(sql<boolean>`address = ${address}::inet`)
    .executeTakeFirst()
  return row !== undefined
}

/** A retrieval that awaits a series. */
export interface Awaiting {
  readonly task_id: number
  readonly dataset_id: number
  readonly patient_id: string
  /** It comes from the archive that was queried. */
  readonly isFromThere: boolean
  /** The dataset's settings. */
  readonly settings: Record<string, unknown>
}

export function findAwaiting(
  db: Db,
  seriesUid: string,
  address: string,
): Promise<Awaiting | undefined> {
  return db
    .selectFrom('pacs_series')
    .innerJoin('task', 'task.id', 'pacs_series.task_id')
    .innerJoin('dataset', 'dataset.id', 'task.dataset_id')
    .select([
      'pacs_series.task_id',
      'pacs_series.patient_id',
      'dataset.id as dataset_id',
      'dataset.settings',
      sql<boolean>`coalesce(pacs_series.address = ${address}::inet, false)`.as('isFromThere'),
    ])
    .where('pacs_series.series_uid', '=', seriesUid)
    .where('pacs_series.state', '=', 'running')
    .where('task.status', '=', 'running')
    .orderBy('pacs_series.task_id')
    .executeTakeFirst()
}

/** Leases the oldest arrival that no one processes. */
export function leaseArrival(db: Db, at: Date, until: Date): Promise<ArrivalRow | undefined> {
  return db
    .updateTable('dicom_arrival')
    .set({ leased_until: until })
    .where('id', '=', (eb) =>
      eb
        .selectFrom('dicom_arrival')
        .select('id')
        .where('settled_at', 'is', null)
        .where((or) => or.or([or('leased_until', 'is', null), or('leased_until', '<', at)]))
        .orderBy('received_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

export interface Arrived {
  /** Received objects, each once, and how many of them are settled. */
  readonly objects: number
  readonly settled: number
  readonly added: number
  readonly refused: number
}

/** Progress of a retrieval's objects, of one series or of all. */
export async function countArrived(db: Db, taskId: number, seriesUid?: string): Promise<Arrived> {
  return db
    .selectFrom('dicom_arrival')
    .select([
      sql<number>`count(distinct sop_instance_uid)`.as('objects'),
      sql<number>`count(distinct sop_instance_uid) filter (where settled_at is not null)`.as(
        'settled',
      ),
      sql<number>`count(*) filter (where is_new)`.as('added'),
      sql<number>`count(*) filter (where refusal is not null)`.as('refused'),
    ])
    .where('task_id', '=', taskId)
    .$if(seriesUid !== undefined, (q) => q.where('series_uid', '=', seriesUid ?? ''))
    .executeTakeFirstOrThrow()
}

/** Why objects of a retrieval did not become images. */
export async function listRefusals(db: Db, taskId: number): Promise<Message[]> {
  const rows = await db
    .selectFrom('dicom_arrival')
    .select('refusal')
    .where('task_id', '=', taskId)
    .where('refusal', 'is not', null)
    .orderBy('received_at')
    .execute()
  return rows.flatMap(({ refusal }) => refusal ?? [])
}

export function listSeries(db: Db, taskId: number): Promise<SeriesRow[]> {
  return db
    .selectFrom('pacs_series')
    .selectAll()
    .where('task_id', '=', taskId)
    .orderBy('study_uid')
    .orderBy('series_uid')
    .execute()
}

/** Number of a dataset's images of each of these studies; absent: none. */
export async function countPresent(
  db: Db,
  datasetId: number,
  studyUids: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (studyUids.length === 0) return new Map()
  const rows = await db
    .selectFrom('image')
    .select(['study_uid', sql<number>`count(distinct instance_uid)`.as('images')])
    .where('dataset_id', '=', datasetId)
    .where('study_uid', 'in', studyUids)
    .where('deleted_at', 'is', null)
    .groupBy('study_uid')
    .execute()
  return new Map(rows.map(({ study_uid: uid, images }) => [uid, images]))
}

export function listSenders(db: Db, actor: Actor) {
  return permittedDatasets(db, actor)
    .innerJoin('dicom_sender', 'dicom_sender.dataset_id', 'dataset.id')
    .select([
      'dicom_sender.id',
      'dicom_sender.ae_title',
      'dicom_sender.address',
      'dicom_sender.dataset_id',
      'dataset.name as dataset_name',
    ])
    .orderBy('dicom_sender.ae_title')
    .orderBy('dicom_sender.id')
}

export type SenderRow = Awaited<ReturnType<ReturnType<typeof listSenders>['execute']>>[number]

const mostRefused = 100

export function listRefused(db: Db, actor: Actor) {
  return db
    .selectFrom('dicom_arrival')
    .innerJoin('dataset', 'dataset.id', 'dicom_arrival.dataset_id')
    .selectAll('dicom_arrival')
    .select('dataset.name as dataset_name')
    .where('refusal', 'is not', null)
    .where(ofOwnSite(actor))
    .orderBy('received_at', 'desc')
    .limit(mostRefused)
    .execute()
}

export async function countWaiting(db: Db): Promise<number> {
  const { count } = await db
    .selectFrom('dicom_arrival')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('settled_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}
