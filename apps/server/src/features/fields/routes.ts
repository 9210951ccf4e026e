import { getFields, setFields } from '#contract/fields'
import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { announceDataset } from '../datasets/announce.ts'
import { datasetPolicy } from '../datasets/policy.ts'
import { getDataset } from '../datasets/queries.ts'
import { describeFields } from './describe-fields.ts'
import { listFields, listRemovedFields } from './queries.ts'

export function fieldRoutes({ clock }: { readonly clock: Clock }): Route[] {
  return [
    serve(getFields, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      return {
        fields: await listFields(db, dataset.id),
        removed: await listRemovedFields(db, dataset.id),
      }
    }),

    serve(setFields, async ({ db, actor, params, body, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      const keys = body.fields.map(({ key }) => key)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id, detail: { fields: keys } })
      if (!datasetPolicy.configure(actor, dataset)) {
        throw new Problem('forbidden', message('datasets.onlyOwnerConfigures'))
      }
      await describeFields(db, dataset.id, body, { actor, at: clock() })
      await announceDataset(db, dataset.id, 'fields')
      return {
        fields: await listFields(db, dataset.id),
        removed: await listRemovedFields(db, dataset.id),
      }
    }),
  ]
}
