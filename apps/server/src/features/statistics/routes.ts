import { getAgreement, getStatistics } from '#contract/statistics'
import type { PolygonOperations } from '#geometry/boolean'

import { serve, type Route } from '../../platform/http/route.ts'
import { getDataset } from '../datasets/queries.ts'
import { agreementIn } from './agreement.ts'
import { datasetStatistics } from './dataset-statistics.ts'

export function statisticsRoutes({ operations }: { operations: PolygonOperations }): Route[] {
  return [
    serve(getStatistics, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      return datasetStatistics(db, dataset.id)
    }),

    serve(
      getAgreement,
      async ({ db, actor, params, concerns }) => {
        const dataset = await getDataset(db, actor, params.id)
        concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
        return agreementIn(db, dataset.id, operations)
      },
      // Do not hold a connection while computing.
      { ownTransactions: true },
    ),
  ]
}
