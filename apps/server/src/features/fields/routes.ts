import { getFields, setFields } from '#contract/fields'
import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { announceDataset } from '../datasets/announce.ts'
import { getDataset } from '../datasets/queries.ts'
import { computeFieldsTask } from './jobs.ts'
import { hasNewRule } from './compute-fields.ts'
import { describeFields } from './describe-fields.ts'
import { listFields, listRemovedFields } from './queries.ts'

interface FieldDeps {
  readonly clock: Clock
  readonly jobs: Jobs
}

export function fieldRoutes({ clock, jobs }: FieldDeps): Route[] {
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
      const before = await listFields(db, dataset.id)
      await describeFields(db, dataset.id, body, { actor, at: clock() })
      await announceDataset(db, dataset.id, 'fields')
      const fields = await listFields(db, dataset.id)
      if (hasNewRule(before, fields)) {
        await jobs.start(db, {
          definition: computeFieldsTask,
          payload: { datasetId: dataset.id, by: { id: actor.id, username: actor.username } },
          name: message('fields.computeTask', { dataset: dataset.name }),
          creatorId: actor.id,
          datasetId: dataset.id,
        })
      }
      return {
        fields,
        removed: await listRemovedFields(db, dataset.id),
      }
    }),
  ]
}
