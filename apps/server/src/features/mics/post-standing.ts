import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { findAnalysis } from '../analysis/queries.ts'
import { getLiveDataset, micsSettingsOf } from '../datasets/queries.ts'
import { findStand, type ImageStand } from '../reviews/queries.ts'
import { resultOutboxMessage } from './jobs.ts'
import type { OrderSystem } from './order-system.ts'
import { findResultMessage, markUnsent, orderOf } from './queries.ts'
import { resultIdOf } from './result-id.ts'
import { findTold } from './told-result.ts'

type OfImage = { readonly id: number; readonly dataset_id: number }

/**
 * Posts the status of an image's result to the order system, if the dataset says so, in the transaction that
 * changes it, so that neither is stored without the other. A withdrawn result is withdrawn wherever it may
 * have arrived, and a waiting message is not sent.
 */
export function postStanding({ outbox }: { outbox: Outbox }) {
  return async (trx: Db, { image }: { image: OfImage }): Promise<void> => {
    const dataset = await getLiveDataset(trx, image.dataset_id)
    const stand = dataset && (await findStand(trx, image.id))
    if (dataset === undefined || !stand) return
    const sends = micsSettingsOf(dataset).REQUIRESEND
    if (stand.standing === 'withdrawn') await withdraw(outbox, trx, { image, stand })
    else if (sends) await post(outbox, trx, { image, stand })
  }
}

interface Standing {
  readonly image: OfImage
  readonly stand: ImageStand
}

async function withdraw(outbox: Outbox, trx: Db, { image, stand }: Standing): Promise<void> {
  const mayHaveArrived = await outbox.cancel(trx, [resultOutboxMessage.name], image.id)
  const told = await findTold(trx, image.id)
  if (told?.standing === 'withdrawn') return
  if (told !== undefined || mayHaveArrived.length > 0) await post(outbox, trx, { image, stand })
}

/** @returns whether this very status was not posted before */
async function post(outbox: Outbox, trx: Db, { image, stand }: Standing): Promise<boolean> {
  const { analysisId, standing, version, reviewId } = stand
  const analysis = await findAnalysis(trx, analysisId)
  const row = await trx
    .selectFrom('image')
    .select(['metadata', 'mics_meta'])
    .where('id', '=', image.id)
    .executeTakeFirstOrThrow()
  // Until its order is known, an image counts as an order of its own.
  const order = orderOf(row) || `image ${image.id}`
  const isNew = await outbox.post(trx, {
    definition: resultOutboxMessage,
    key: `${order}:${analysis ? resultIdOf(analysis) : analysisId}:${version}`,
    orderKey: order,
    imageId: image.id,
    payload: { imageId: image.id, analysisId, version, standing, reviewId },
  })
  if (isNew) await markUnsent(trx, image)
  return isNew
}

interface SendDeps {
  readonly outbox: Outbox
  readonly orderSystem: OrderSystem
}

/**
 * Sends the current status of an image's result at once: a waiting or refused message is retried, and a
 * delivered one is sent again.
 * @throws {Problem} not_possible_now if there is no result, or no receiver
 */
export async function sendStanding(
  { outbox, orderSystem }: SendDeps,
  trx: Db,
  image: OfImage,
): Promise<void> {
  if (!orderSystem.writes) {
    const isNone = orderSystem.site === null
    throw new Problem('not_possible_now', message(isNone ? 'mics.noSite' : 'mics.cannotWrite'))
  }
  const stand = await findStand(trx, image.id)
  if (stand === null) throw new Problem('not_possible_now', message('mics.nothingToSend'))
  const isNew = await post(outbox, trx, { image, stand })
  const id = isNew ? undefined : await findResultMessage(trx, image.id)
  if (id === undefined) return
  if ((await outbox.tryNow(trx, id)) === undefined) {
    await outbox.requeue(trx, { id }, { evenDelivered: true })
  }
}

/**
 * Retries the image's newest undelivered result at once; it may have failed for lack of an order.
 */
export async function tryStandingNow({ outbox }: SendDeps, trx: Db, image: OfImage): Promise<void> {
  const id = await findResultMessage(trx, image.id)
  if (id !== undefined) await outbox.tryNow(trx, id)
}
