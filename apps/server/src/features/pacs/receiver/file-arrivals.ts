import { message, type Message } from '#contract/messages/message'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import { HelperUnavailable } from '../../../platform/helper-pool.ts'
import { visitor, type Identity } from '../../../platform/http/actor.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { recordAudit } from '../../audit/queries.ts'
import type { AddDeps } from '../../images/add-image.ts'
import { getLiveDataset } from '../../datasets/queries.ts'
import { keepObject } from '../../documents/keep-object.ts'
import { arrivalKey } from './arrivals.ts'
import { retrieveTask } from '../jobs.ts'
import { leaseArrival, type ArrivalRow } from '../queries.ts'

export interface FilingDeps extends AddDeps {
  readonly clock: Clock
}

/** Others take up what a dead process was filing after this time. */
const leaseMs = 30_000
const renewMs = 10_000
/** A row is written shortly before its file gets its name. */
const momentMs = 1000
/** After this time, a row without a file belongs to an object that was never acknowledged. */
const orphanMs = 300_000
/** A transient failure: the object is taken up again when its lease ends. */
const passing: ReadonlySet<string> = new Set(['storage_full', 'unavailable'])

/**
 * Turns the oldest arrival into an image of its dataset, as an upload would; false if none waits.
 */
export async function fileNext(deps: FilingDeps): Promise<boolean> {
  const { db, clock, files } = deps
  const now = clock()
  const arrival = await leaseArrival(db, now, leaseFrom(now))
  if (arrival === undefined) return false
  using _ = holdLease(deps, arrival)
  const key = arrivalKey(arrival.id)
  if (!(await files.has(key))) {
    await putOff(db, arrival, now)
    return true
  }
  const outcome = await files.withLocalPath(key, (file) => fileArrival(deps, arrival, file))
  // Keeps an object that could not become an image.
  if (outcome === 'filed') await files.remove(key)
  return outcome !== 'later'
}

function leaseFrom(at: Date): Date {
  return new Date(at.getTime() + leaseMs)
}

/** Renews the lease on an arrival until it is released. */
function holdLease({ db, clock }: FilingDeps, { id }: ArrivalRow): Disposable {
  const renew = () =>
    db
      .updateTable('dicom_arrival')
      .set({ leased_until: leaseFrom(clock()) })
      .where('id', '=', id)
      .execute()
  const timer = setInterval(() => {
    // The next one may succeed.
    renew().catch(() => undefined)
  }, renewMs)
  return { [Symbol.dispose]: () => clearInterval(timer) }
}

/** Objects that no process could decode are retried, with a growing delay. */
const pauses = { shortestMs: 5000, longestMs: 900_000 }

async function tryLater(db: Db, { id, received_at }: ArrivalRow, now: Date): Promise<void> {
  const waited = now.getTime() - received_at.getTime()
  const pause = Math.min(Math.max(waited / 2, pauses.shortestMs), pauses.longestMs)
  const leased_until = new Date(now.getTime() + pause)
  await db.updateTable('dicom_arrival').set({ leased_until }).where('id', '=', id).execute()
}

async function putOff(db: Db, { id, received_at }: ArrivalRow, now: Date): Promise<void> {
  if (now.getTime() - received_at.getTime() > orphanMs) {
    await db.deleteFrom('dicom_arrival').where('id', '=', id).execute()
    return
  }
  const leased_until = new Date(now.getTime() + momentMs)
  await db.updateTable('dicom_arrival').set({ leased_until }).where('id', '=', id).execute()
}

interface Outcome {
  readonly imageId: number | null
  readonly documentId: number | null
  readonly isNew: boolean
  readonly refusal: Message | undefined
}

async function fileArrival(
  deps: FilingDeps,
  arrival: ArrivalRow,
  file: string,
): Promise<'filed' | 'refused' | 'later'> {
  const request = await findRequest(deps.db, arrival.task_id)
  const outcome = await add(deps, arrival, { file, request }).catch((error: unknown) => {
    if (error instanceof HelperUnavailable) return undefined
    throw error
  })
  if (outcome === undefined) {
    await tryLater(deps.db, arrival, deps.clock())
    return 'later'
  }
  await deps.db.transaction().execute(async (db) => {
    await db
      .updateTable('dicom_arrival')
      .set({
        settled_at: deps.clock(),
        image_id: outcome.imageId,
        document_id: outcome.documentId,
        is_new: outcome.isNew,
        refusal: outcome.refusal === undefined ? null : JSON.stringify(outcome.refusal),
      })
      .where('id', '=', arrival.id)
      .execute()
    await recordAudit(db, {
      // A station that sends unrequested is identified by its title.
      actor: request.actor ?? { ...visitor, username: arrival.ae_title },
      address: arrival.address,
      action: 'receiveDicom',
      ...concernOf(outcome),
      datasetId: arrival.dataset_id,
      outcome: outcome.refusal === undefined ? 200 : 422,
      accessSeconds: 0,
      detail: { station: arrival.ae_title, instance: arrival.sop_instance_uid },
    })
  })
  return outcome.refusal === undefined ? 'filed' : 'refused'
}

function concernOf({ imageId, documentId }: Outcome): { type: string; id?: number } {
  if (documentId !== null) return { type: 'document', id: documentId }
  return imageId === null ? { type: 'image' } : { type: 'image', id: imageId }
}

interface Request {
  readonly actor: Identity | undefined
  readonly metadata: Readonly<Record<string, string>>
}

/** The requester of the object, and the data to keep with it. */
async function findRequest(db: Db, taskId: number | null): Promise<Request> {
  const task = await db
    .selectFrom('task')
    .leftJoin('app_user', 'app_user.id', 'task.creator_id')
    .select(['task.payload', 'task.creator_id', 'app_user.username'])
    .where('task.id', '=', taskId ?? 0)
    .executeTakeFirst()
  if (task === undefined) return { actor: undefined, metadata: {} }
  const { metadata } = retrieveTask.payload.parse(task.payload)
  return {
    actor: { ...visitor, id: task.creator_id, username: task.username ?? 'anonymous' },
    metadata: Object.fromEntries(
      Object.entries(metadata).map(([key, value]) => [key, String(value ?? '')]),
    ),
  }
}

async function add(
  deps: FilingDeps,
  arrival: ArrivalRow,
  { file, request }: { file: string; request: Request },
): Promise<Outcome> {
  const dataset = await getLiveDataset(deps.db, arrival.dataset_id)
  if (dataset === undefined) {
    return { ...nothing, refusal: message('pacs.datasetDeleted') }
  }
  const { sop_instance_uid: sopInstanceUid, study_uid: studyUid, size, sha256 } = arrival
  if (await isOurs(deps.db, sopInstanceUid)) return { ...nothing, refusal: undefined }
  try {
    const kept = await keepObject(deps, {
      dataset,
      sopClassUid: arrival.sop_class_uid,
      identity: { sopInstanceUid, studyUid },
      file: { path: file, size, sha256 },
      actor: { id: request.actor?.id ?? null },
      metadata: request.metadata,
    })
    const place = 'image' in kept ? { imageId: kept.image.id } : { documentId: kept.document.id }
    return { ...nothing, ...place, isNew: !kept.existing, refusal: undefined }
  } catch (error) {
    if (!(error instanceof Problem) || passing.has(error.code)) throw error
    return { ...nothing, refusal: error.told }
  }
}

const nothing = { imageId: null, documentId: null, isNew: false } as const

/** Whether it is a result that we sent to an archive and that returns from there. */
async function isOurs(db: Db, sopInstanceUid: string): Promise<boolean> {
  const sent = await db
    .selectFrom('pacs_object')
    .innerJoin('pacs_sending', 'pacs_sending.id', 'pacs_object.sending_id')
    .select('pacs_object.sending_id')
    .where('pacs_sending.kind', '=', 'results')
    .where('pacs_object.sop_instance_uid', '=', sopInstanceUid)
    .limit(1)
    .executeTakeFirst()
  return sent !== undefined
}
