import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { datasetPolicy } from '../datasets/policy.ts'
import { getListedDataset } from '../datasets/queries.ts'

/** @throws {Problem} unless the caller is a clinician of the dataset who has a name */
export async function requireClinician(db: Db, actor: Actor, datasetId: number): Promise<void> {
  if (actor.id === null) throw new Problem('login_disabled', message('reviews.nobody'))
  if (datasetPolicy.review(actor, await getListedDataset(db, actor, datasetId))) return
  throw new Problem('forbidden', message('reviews.onlyClinicians'))
}
