import { sql } from 'kysely'

import { inBackground, pause } from '../../platform/background.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { log } from '../../platform/log.ts'
import { getLiveDataset } from '../datasets/queries.ts'
import { MicsError } from './adapter.ts'
import { auditExchange } from './audit-exchange.ts'
import { findOrder, type ImageToOrder } from './find-order.ts'
import { attachOrder, noteFailure } from './queries.ts'
import type { MicsDeps } from './storage.ts'

interface FindingDeps extends MicsDeps {
  readonly db: Db
  readonly clock: Clock
}

const everyMs = 2000
/** Pause between two queries of an order system. */
const spacingMs = 100
/**
 * An order may come after the image: the delay between searches grows, and they end after a month.
 */
const firstPauseMs = 60_000
const longestPauseMs = 3_600_000
const longestMs = 30 * 86_400_000

/** Looks for the orders of images that wait for them, until disposed of. */
export function keepFindingOrders(deps: FindingDeps): AsyncDisposable {
  return inBackground(async (signal) => {
    while (!signal.aborted) {
      const isMore = await findNext(deps)
      await pause(signal, isMore ? spacingMs : everyMs)
    }
  })
}

async function findNext(deps: FindingDeps): Promise<boolean> {
  try {
    const image = await takeNext(deps)
    if (image === undefined) return false
    await search(deps, image)
    return true
  } catch (error) {
    log.error('finding the order of an image', error)
    return false
  }
}

type WaitingImage = ImageToOrder & { readonly file_name: string }

/** Leases the image that has waited longest. */
function takeNext({ db, clock }: FindingDeps): Promise<WaitingImage | undefined> {
  const at = clock()
  return db
    .updateTable('image')
    .set((eb) => ({
      order_tries: eb('order_tries', '+', 1),
      order_due_at: sql<Date | null>`case when created_at < ${new Date(at.getTime() - longestMs)}
        then null else ${at}::timestamptz + interval '1 millisecond' * least(
          ${firstPauseMs}::float8 * 2 ^ least(order_tries, 10), ${longestPauseMs}::float8) end`,
    }))
    .where('id', '=', (eb) =>
      eb
        .selectFrom('image')
        .select('id')
        .where('order_due_at', '<=', at)
        .where('deleted_at', 'is', null)
        .where('twin', 'is', null)
        .orderBy('order_due_at')
        .limit(1)
        .forUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst()
}

async function search(deps: FindingDeps, image: WaitingImage): Promise<void> {
  const { db } = deps
  const dataset = await getLiveDataset(db, image.dataset_id)
  if (dataset === undefined) return
  try {
    const order = await findOrder(deps, dataset, image)
    await db.transaction().execute(async (trx) => {
      await attachOrder(trx, image, order)
      await auditExchange(trx, image, { action: 'findOrder', outcome: 200 })
    })
  } catch (error) {
    if (!(error instanceof MicsError)) throw error
    await noteFailure(db, image, error.told)
    await auditExchange(db, image, { action: 'findOrder', outcome: 409 })
  }
}
