import type { Db } from '../../platform/database/database.ts'
import type { Models } from '../../platform/models/models.ts'
import type { Model } from '../../platform/models/read-model.ts'

/** The ids of the networks that a dataset has chosen, by role. */
export async function chosenModelIds(db: Db, datasetId: number): Promise<Record<string, string>> {
  const rows = await db
    .selectFrom('dataset_model')
    .select(['role', 'model_id'])
    .where('dataset_id', '=', datasetId)
    .execute()
  return Object.fromEntries(rows.map(({ role, model_id }) => [role, model_id]))
}

/** A dataset's network for each role that has one: its choice, else the one of the product. */
export type ModelSet = Readonly<Partial<Record<Model['manifest']['role'], Model>>>

export async function modelsOf(db: Db, models: Models, datasetId: number): Promise<ModelSet> {
  const chosen = await chosenModelIds(db, datasetId)
  const states = await models.list()
  const set: Partial<Record<Model['manifest']['role'], Model>> = {}
  for (const { id, isShipped, model } of states) {
    if (model === null) continue
    const { role } = model.manifest
    const isWanted = id === chosen[role] || (isShipped && set[role] === undefined)
    if (isWanted) set[role] = model
  }
  return set
}
