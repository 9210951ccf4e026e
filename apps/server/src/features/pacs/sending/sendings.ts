import { isDeepStrictEqual } from 'node:util'

import type { Selectable } from 'kysely'

import type { ObjectContext } from '#dicom/objects/common'
import type { Language } from '#report/language'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import { dicomMediaType } from '../../../platform/images/format.ts'
import type { Outbox } from '../../../platform/outbox/outbox.ts'
import {
  getLiveDataset,
  micsSettingsOf,
  pacsSettingsOf,
  type DatasetRow,
} from '../../datasets/queries.ts'
import type { ImageRow } from '../../images/queries.ts'
import { markUnsent } from '../../mics/queries.ts'
import { findStand } from '../../reviews/queries.ts'
import { canSend } from '../archive.ts'
import { commitmentOutboxMessage, sendingOutboxMessage } from '../outbox-messages.ts'

export type SendingRow = Selectable<Schema['pacs_sending']>

interface Asked {
  readonly image: Pick<ImageRow, 'id' | 'dataset_id'>
  readonly kind: SendingRow['kind']
  readonly language: Language
  /** The requester; null for an automatic sending. */
  readonly by: number | null
}

export interface SendingDeps {
  readonly outbox: Outbox
  readonly clock: Clock
}

/**
 * Posts a sending, unless an identical one waits already; a failed one is requeued. @returns the sending's id
 */
export async function startSending(deps: SendingDeps, trx: Db, asked: Asked): Promise<number> {
  const { image, kind, language } = asked
  // Serialised, even if two request it at once.
  await trx.selectFrom('image').select('id').where('id', '=', image.id).forUpdate().execute()
  const latest = await trx
    .selectFrom('pacs_sending')
    .select(['id', 'state'])
    .where('image_id', '=', image.id)
    .where('kind', '=', kind)
    .where('language', '=', language)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  const reference = { kind: sendingOutboxMessage.name, key: String(latest?.id) }
  // A sending in progress was written before, and does not include the current state.
  if (latest?.state === 'waiting' && (await deps.outbox.isIdle(trx, reference))) return latest.id
  if (latest?.state === 'failed') {
    if ((await deps.outbox.requeue(trx, reference)) !== undefined) return latest.id
  }
  const { id } = await trx
    .insertInto('pacs_sending')
    .values({ image_id: image.id, kind, language, asked_at: deps.clock(), asked_by: asked.by })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (kind === 'results') await noteUnsent(trx, image)
  await deps.outbox.post(trx, {
    definition: sendingOutboxMessage,
    key: String(id),
    orderKey: `image ${image.id}`,
    imageId: image.id,
    payload: { sendingId: id },
  })
  return id
}

/**
 * Until the archive has accepted them; if there is an order system, its message takes precedence.
 */
async function noteUnsent(trx: Db, image: Asked['image']): Promise<void> {
  const dataset = await getLiveDataset(trx, image.dataset_id)
  if (dataset !== undefined && !micsSettingsOf(dataset).REQUIRESEND) await markUnsent(trx, image)
}

type OfImage = Pick<ImageRow, 'id' | 'dataset_id' | 'media_type'>

/**
 * Posts it if the dataset's owner has chosen automatic sending. A result that a clinician has rejected is
 * rejected in the archive, too, whoever sent it there, and waiting messages are cancelled.
 */
export function sendResultsWhereAsked(deps: SendingDeps) {
  return async (trx: Db, { image }: { image: OfImage }): Promise<void> => {
    const dataset = await getLiveDataset(trx, image.dataset_id)
    if (dataset === undefined || image.media_type !== dicomMediaType) return
    const settings = pacsSettingsOf(dataset)
    const { SENDRESULTS } = settings
    if (!canSend(settings)) return
    const language = SENDRESULTS === 'no' ? 'en' : SENDRESULTS
    const asked = { image, kind: 'results', language, by: null } as const
    const stand = await findStand(trx, image.id)
    if (stand?.standing === 'withdrawn') {
      const mayBeThere = await cancelResults(deps, trx, image.id)
      if (mayBeThere) await startSending(deps, trx, asked)
    } else if (SENDRESULTS !== 'no') await startSending(deps, trx, asked)
  }
}

/**
 * Cancels the waiting results of an image. @returns whether the archive has any, or may get them
 * yet
 */
async function cancelResults({ outbox }: SendingDeps, trx: Db, imageId: number): Promise<boolean> {
  const waiting = await trx
    .selectFrom('pacs_sending')
    .select('id')
    .where('image_id', '=', imageId)
    .where('kind', '=', 'results')
    .where('state', 'in', ['waiting', 'failed'])
    .execute()
  const keys = waiting.map(({ id }) => String(id))
  const mayHaveArrived = await outbox.cancelByKeys(trx, sendingOutboxMessage.name, keys)
  const started = new Set(mayHaveArrived.map(({ key }) => key))
  // A message that was never tried needs no withdrawal; one that was may have delivered objects.
  const untold = waiting.filter(({ id }) => !started.has(String(id))).map(({ id }) => id)
  if (untold.length > 0) await trx.deleteFrom('pacs_sending').where('id', 'in', untold).execute()
  const ended = keys.map(Number).filter((id) => !untold.includes(id))
  for (const id of ended) await changeSending(trx, id, { state: 'failed' })
  return mayHaveArrived.length > 0 || (await findStoredResults(trx, imageId)).objects.length > 0
}

interface StoredResults {
  readonly objects: readonly { readonly sopInstanceUid: string; readonly sopClassUid: string }[]
  /** The patient they were sent for; null if an earlier version sent them, or nothing was sent. */
  readonly patient: ObjectContext['patient'] | null
}

/** The objects of an image's results that the archive has accepted, of the patient of the latest. */
export async function findStoredResults(db: Db, imageId: number): Promise<StoredResults> {
  const rows = await db
    .selectFrom('pacs_object')
    .innerJoin('pacs_sending', 'pacs_sending.id', 'pacs_object.sending_id')
    .select(['sop_instance_uid', 'sop_class_uid', 'pacs_sending.patient'])
    .where('pacs_sending.image_id', '=', imageId)
    .where('pacs_sending.kind', '=', 'results')
    .orderBy('pacs_sending.id', 'desc')
    .orderBy('sop_instance_uid')
    .execute()
  const patient = rows[0]?.patient ?? null
  const own = rows.filter((row) => isDeepStrictEqual(row.patient, patient))
  const classes = new Map(own.map((row) => [row.sop_instance_uid, row.sop_class_uid]))
  const objects = [...classes].map(([sopInstanceUid, sopClassUid]) => ({
    sopInstanceUid,
    sopClassUid,
  }))
  return { objects, patient }
}

/** A sending with its image and the image's dataset; undefined if any of them is gone. */
export async function findSending(
  db: Db,
  id: number,
): Promise<{ sending: SendingRow; image: ImageRow; dataset: DatasetRow } | undefined> {
  const sending = await db
    .selectFrom('pacs_sending')
    .selectAll()
    .where('id', '=', id)
    .executeTakeFirst()
  if (sending === undefined) return undefined
  const image = await db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', sending.image_id)
    .where('deleted_at', 'is', null)
    .where('twin', 'is', null)
    .executeTakeFirst()
  const dataset = image && (await getLiveDataset(db, image.dataset_id))
  return image && dataset && { sending, image, dataset }
}

export async function changeSending(
  db: Db,
  id: number,
  change: Partial<Pick<SendingRow, 'state' | 'sent_at' | 'analysis_id' | 'commitment'>> & {
    readonly patient?: ObjectContext['patient']
  },
): Promise<void> {
  const { patient, ...columns } = change
  const written = patient === undefined ? columns : { ...columns, patient: JSON.stringify(patient) }
  await db.updateTable('pacs_sending').set(written).where('id', '=', id).execute()
}

const mostListed = 20

/** Sendings of an image, the latest first, with the reason why a message waits or is dead. */
export function listSendingsOf(db: Db, imageId: number) {
  return db
    .selectFrom('pacs_sending')
    .leftJoin('app_user', 'app_user.id', 'pacs_sending.asked_by')
    .leftJoin('outbox as message', (join) =>
      join
        .on('message.kind', '=', sendingOutboxMessage.name)
        .on((eb) => eb('message.key', '=', eb.cast<string>('pacs_sending.id', 'text'))),
    )
    .leftJoin('outbox as question', (join) =>
      join
        .on('question.kind', '=', commitmentOutboxMessage.name)
        .on((eb) => eb('question.key', '=', eb.cast<string>('pacs_sending.id', 'text'))),
    )
    .selectAll('pacs_sending')
    .select(['app_user.username', 'message.failure', 'question.failure as commitment_failure'])
    .where('pacs_sending.image_id', '=', imageId)
    .orderBy('pacs_sending.id', 'desc')
    .limit(mostListed)
    .execute()
}

export type ListedSending = Awaited<ReturnType<typeof listSendingsOf>>[number]
export type SentObject = Selectable<Schema['pacs_object']>

export function listSentObjects(db: Db, sendingIds: readonly number[]): Promise<SentObject[]> {
  return db
    .selectFrom('pacs_object')
    .selectAll()
    .where('sending_id', 'in', sendingIds)
    .orderBy('sending_id')
    .orderBy('sop_instance_uid')
    .execute()
}
