import { message, tell, type Message } from '#contract/messages/message'
import { chooseOrder, getMics, listOrders, sendResultAgain, testMics } from '#contract/mics'

import { inTransaction } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { getDataset } from '../datasets/queries.ts'
import { getCountedImage } from '../images/twins/twins.ts'
import { MicsError } from './adapter.ts'
import { listOrders as findOrders } from './find-order.ts'
import type { MicsConnection, OrderSystem } from './order-system.ts'
import { sendStanding, tryStandingNow } from './post-standing.ts'
import { attachOrder } from './queries.ts'
import { changedConnection, refuseUnlistedHost, type MicsDeps } from './storage.ts'

export function micsRoutes(deps: MicsDeps & { readonly outbox: Outbox }): Route[] {
  const { orderSystem } = deps
  return [
    serve(getMics, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      return { adapter: orderSystem.site?.adapter ?? null, writes: orderSystem.writes }
    }),

    serve(
      testMics,
      async ({ db, actor, params, body, concerns }) => {
        const dataset = await getDataset(db, actor, params.id)
        concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
        refuseUnlistedHost(deps, body)
        const told = await tryMics(orderSystem, changedConnection(deps, dataset, body))
        return { ...tell(told), success: successes.has(told.key) }
      },
      { ownTransactions: true },
    ),

    serve(
      listOrders,
      async ({ db, actor, params, concerns }) => {
        const image = await getCountedImage(db, actor, params.id)
        concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
        const dataset = await getDataset(db, actor, image.dataset_id)
        const orders = await orTell(findOrders(deps, dataset, image))
        return orders.map(({ ordSeq, department, date }) => ({ ordSeq, department, date }))
      },
      { ownTransactions: true },
    ),

    serve(
      chooseOrder,
      async ({ db, actor, params, body, concerns }) => {
        const image = await getCountedImage(db, actor, params.id)
        concerns({ type: 'image', id: image.id, datasetId: image.dataset_id, detail: body })
        const dataset = await getDataset(db, actor, image.dataset_id)
        // The stored settings of the order system, not those of a form.
        const orders = await orTell(findOrders(deps, dataset, image))
        const order = orders.find(({ ordSeq }) => ordSeq === body.ordSeq)
        if (order === undefined) {
          throw new Problem('not_possible_now', message('mics.notAmongOrders'))
        }
        await inTransaction(db, async (trx) => {
          await attachOrder(trx, image, order)
          await tryStandingNow(deps, trx, image)
        })
        return { success: true } as const
      },
      { ownTransactions: true },
    ),

    serve(sendResultAgain, async ({ db, actor, params, concerns }) => {
      const image = await getCountedImage(db, actor, params.id)
      concerns({ type: 'image', id: image.id, datasetId: image.dataset_id })
      await sendStanding(deps, db, image)
      return tell(message('mics.sentAgain'))
    }),
  ]
}

/** Turns an error of the order system into a problem for the caller. */
async function orTell<T>(work: Promise<T>): Promise<T> {
  try {
    return await work
  } catch (error) {
    throw error instanceof MicsError
      ? new Problem('not_possible_now', error.told, { cause: error })
      : error
  }
}

const successes: ReadonlySet<string> = new Set(['mics.answered', 'mics.demoAnswers'])

/** One sentence for the user: that the order system answers, or why it does not. */
async function tryMics(orderSystem: OrderSystem, connection: MicsConnection): Promise<Message> {
  try {
    await orderSystem.use(connection, (adapter, waiting) => adapter.ping(waiting))
    const isDemo = orderSystem.site?.adapter === 'demo'
    return message(isDemo ? 'mics.demoAnswers' : 'mics.answered')
  } catch (error) {
    if (error instanceof MicsError) return error.told
    throw error
  }
}
