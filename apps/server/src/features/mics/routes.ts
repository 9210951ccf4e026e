import { message, tell, type Message } from '#contract/messages/message'
import { getMics, testMics } from '#contract/mics'

import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { datasetPolicy } from '../datasets/policy.ts'
import { getDataset, type DatasetRow } from '../datasets/queries.ts'
import { MicsError } from './adapter.ts'
import type { MicsConnection, OrderSystem } from './order-system.ts'
import { changedConnection, refuseUnlistedHost, type MicsDeps } from './storage.ts'

export function micsRoutes(deps: MicsDeps): Route[] {
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
        refuseOthers(actor, dataset)
        concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
        refuseUnlistedHost(deps, body)
        const told = await tryMics(orderSystem, changedConnection(deps, dataset, body))
        return { ...tell(told), success: successes.has(told.key) }
      },
      { ownTransactions: true },
    ),
  ]
}

const successes: ReadonlySet<string> = new Set(['mics.answered', 'mics.demoAnswers'])

/** One sentence for a person: that the order system answers, or why it does not. */
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

function refuseOthers(actor: Actor, dataset: DatasetRow): void {
  if (datasetPolicy.configure(actor, dataset)) return
  throw new Problem('forbidden', message('datasets.onlyOwnerConfigures'))
}
