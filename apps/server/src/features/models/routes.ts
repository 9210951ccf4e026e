import { message } from '#contract/messages/message'
import {
  checkModelFolders,
  chooseDatasetModels,
  chosenRoles,
  getDatasetModels,
  listModelFolders,
  listModels,
} from '#contract/models'

import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import type { Models } from '../../platform/models/models.ts'
import { announceDataset } from '../datasets/announce.ts'
import { getDataset } from '../datasets/queries.ts'
import { presentModel, presentModelFolder } from './present.ts'
import { chosenModelIds } from './queries.ts'

export function modelRoutes({ models }: { models: Models }): Route[] {
  return [
    serve(listModels, async () => {
      const states = await models.list()
      return states.map(presentModel).filter((model) => model !== null)
    }),

    serve(listModelFolders, async () => (await models.list()).map(presentModelFolder)),

    serve(checkModelFolders, async () => (await models.check()).map(presentModelFolder)),

    serve(getDatasetModels, async ({ db, actor, params, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id })
      return { models: await chosenModelIds(db, dataset.id) }
    }),

    serve(chooseDatasetModels, async ({ db, actor, params, body, concerns }) => {
      const dataset = await getDataset(db, actor, params.id)
      concerns({ type: 'dataset', id: dataset.id, datasetId: dataset.id, detail: body.models })
      for (const role of chosenRoles) {
        const id = body.models[role]
        if (id !== undefined) await choose(db, models, { datasetId: dataset.id, role, id })
      }
      await announceDataset(db, dataset.id, 'images')
      return { models: await chosenModelIds(db, dataset.id) }
    }),
  ]
}

interface Choice {
  readonly datasetId: number
  readonly role: (typeof chosenRoles)[number]
  readonly id: string | null
}

/** @throws {Problem} unusable_content if the network cannot be used; the previous choice stays */
async function choose(db: Db, models: Models, { datasetId, role, id }: Choice): Promise<void> {
  if (id === null) {
    const chosen = db.deleteFrom('dataset_model').where('dataset_id', '=', datasetId)
    await chosen.where('role', '=', role).execute()
    return
  }
  const state = (await models.list()).find((each) => each.id === id)
  if (state?.model?.manifest.role !== role) {
    const why = state?.refused
    const told = why
      ? message('models.cannotChoose', { id, why })
      : message('models.notForTask', { id })
    throw new Problem('unusable_content', told)
  }
  await db
    .insertInto('dataset_model')
    .values({ dataset_id: datasetId, role, model_id: id })
    .onConflict((conflict) =>
      conflict.columns(['dataset_id', 'role']).doUpdateSet({ model_id: id }),
    )
    .execute()
}
