import { sql } from 'kysely'

import type { Message } from '#contract/messages/message'
import type { Metadata } from '#contract/primitives'

import type { Db } from '../../platform/database/database.ts'
import { announceDataset } from '../datasets/announce.ts'
import type { Order } from './adapter.ts'
import { resultOutboxMessage } from './jobs.ts'

interface OrderedImage {
  readonly metadata: object
  readonly mics_meta: object
}

/** The number of the order that an image belongs to; empty if unknown. */
export function orderOf({ metadata, mics_meta }: OrderedImage): string {
  const { ORD_SEQ: stated } = metadata as Metadata
  const { ORD_SEQ: found } = mics_meta as Metadata
  return String(stated ?? found ?? '')
}

type OrderedRow = { readonly id: number; readonly dataset_id: number }

/** Stores the order of an image; an image that waited for it can be referred. */
export async function attachOrder(db: Db, image: OrderedRow, order: Order): Promise<void> {
  const found = { ORD_SEQ: order.ordSeq, BNCH_NM: order.department }
  await db
    .updateTable('image')
    .set((eb) => ({
      mics_meta: sql<string>`mics_meta || ${JSON.stringify(found)}::jsonb`,
      mics_state: eb
        .case()
        .when('mics_state', '=', 'Unselected')
        .then('Unreferred' as const)
        .else(eb.ref('mics_state'))
        .end(),
      mics_failure: null,
      order_due_at: null,
    }))
    .where('id', '=', image.id)
    .execute()
  await announceDataset(db, image.dataset_id, 'images')
}

/**
 * Removes the found order from an image, as if the image had just arrived: another may be the right
 * one.
 */
export async function detachOrder(db: Db, image: OrderedRow): Promise<void> {
  await sql`
    update image set mics_meta = mics_meta - 'ORD_SEQ' - 'BNCH_NM', mics_failure = null,
      mics_sent_analysis = null, order_tries = 0,
      mics_state = case when awaited.own then 'Unselected' else 'Unreferred' end,
      order_due_at = case when awaited.own then now() end
    from (select order_key(image.metadata, '{}') = ''
        and dataset.settings #>> '{MICS,REQUIRE}' = 'true' as own
      from image join dataset on dataset.id = image.dataset_id where image.id = ${image.id}) awaited
    where image.id = ${image.id}`.execute(db)
  await announceDataset(db, image.dataset_id, 'images')
}

/** The image row's message about the order system; null if all is well. */
export async function noteFailure(
  db: Db,
  image: OrderedRow,
  failure: Message | null,
): Promise<void> {
  await db
    .updateTable('image')
    .set({ mics_failure: failure === null ? null : JSON.stringify(failure) })
    .where('id', '=', image.id)
    .execute()
  await announceDataset(db, image.dataset_id, 'images')
}

/** Makes a dataset's images wait for their orders if they have none and were not analysed. */
export async function awaitOrders(db: Db, datasetId: number, at: Date): Promise<void> {
  await db
    .updateTable('image')
    .set({ mics_state: 'Unselected', order_due_at: at, order_tries: 0 })
    .where('dataset_id', '=', datasetId)
    .where('mics_state', '=', 'Unreferred')
    .where(sql<boolean>`order_key(metadata, mics_meta) = ''`)
    .execute()
}

/** Lets a dataset's images be referred without orders. */
export async function awaitNoOrders(db: Db, datasetId: number): Promise<void> {
  await db
    .updateTable('image')
    .set({ mics_state: 'Unreferred', order_due_at: null, mics_failure: null })
    .where('dataset_id', '=', datasetId)
    .where('mics_state', '=', 'Unselected')
    .execute()
}

/** The newest message about an image's result; undefined if there is none that is still wanted. */
export async function findResultMessage(db: Db, imageId: number): Promise<number | undefined> {
  const newest = await db
    .selectFrom('outbox')
    .select('id')
    .where('kind', '=', resultOutboxMessage.name)
    .where('image_id', '=', imageId)
    .where('cancelled_at', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return newest?.id
}

/** Marks the current status of an image's result as not sent yet. */
export async function markUnsent(db: Db, image: OrderedRow): Promise<void> {
  await db
    .updateTable('image')
    .set((eb) => ({
      mics_sent_analysis: null,
      mics_failure: null,
      mics_state: eb
        .case()
        .when('mics_state', '=', 'FinishedTransmit')
        .then('Finished' as const)
        .else(eb.ref('mics_state'))
        .end(),
    }))
    .where('id', '=', image.id)
    .execute()
  await announceDataset(db, image.dataset_id, 'images')
}

/**
 * Records that the receiver has acknowledged an analysis: its image counts as sent while that is
 * the current one.
 */
export async function markSent(
  db: Db,
  { imageId, analysisId }: { imageId: number; analysisId: number },
): Promise<void> {
  await db
    .updateTable('image')
    .set((eb) => ({
      mics_sent_analysis: analysisId,
      mics_state: eb
        .case()
        .when('mics_state', '=', 'Finished')
        .then('FinishedTransmit' as const)
        .else(eb.ref('mics_state'))
        .end(),
    }))
    .where('id', '=', imageId)
    .where((eb) =>
      // A newer analysis is sent by its own message.
      eb.exists(
        eb
          .selectFrom('analysis')
          .select('id')
          .where('id', '=', analysisId)
          .where('replaced_at', 'is', null),
      ),
    )
    .execute()
}
