import type { Db } from '../../platform/database/database.ts'
import { HelperUnavailable } from '../../platform/helper-pool.ts'
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

/** A dataset's network for each role that has one: its choice, else the product's. */
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

/**
 * Fails if a network that a dataset would use could not be checked.
 * @throws {HelperUnavailable}
 */
export async function ensureChecked(db: Db, models: Models, datasetId: number): Promise<void> {
  const chosen = new Set(Object.values(await chosenModelIds(db, datasetId)))
  const states = await models.list()
  const unknown = states.find(
    ({ id, isShipped, isUnknown }) => isUnknown && (isShipped || chosen.has(id)),
  )
  if (unknown !== undefined) throw new HelperUnavailable(`The model ${unknown.id} is not checked.`)
}
