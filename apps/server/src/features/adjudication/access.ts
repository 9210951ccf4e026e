import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { needing, type Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { getListedAssignment, type ListedAssignment } from '../assignments/queries.ts'
import { getDataset, isPermitted } from '../datasets/queries.ts'

interface Named {
  readonly datasetId: number
  readonly assignmentId: number
}

/**
 * An assignment for those who may see what all of its readers said: its adjudicators, and who may
 * share the dataset.
 * @throws {Problem} not_found; missing_right
 */
export async function adjudicated(
  db: Db,
  actor: Actor,
  { datasetId, assignmentId }: Named,
): Promise<ListedAssignment> {
  const dataset = await getDataset(db, actor, datasetId)
  const assignment = await getListedAssignment(db, dataset.id, assignmentId)
  if (await mayAdjudicate(db, actor, assignment)) return assignment
  throw new Problem('missing_right', message('assignments.onlyAdjudicators'))
}

async function mayAdjudicate(
  db: Db,
  actor: Actor,
  { id, dataset_id: datasetId }: ListedAssignment,
): Promise<boolean> {
  if (await isPermitted(db, needing(actor, 'share'), datasetId)) return true
  const named = await db
    .selectFrom('assignment_adjudicator')
    .select('user_id')
    .where('assignment_id', '=', id)
    .where('user_id', '=', actor.id)
    .executeTakeFirst()
  return named !== undefined && isPermitted(db, needing(actor, 'annotate'), datasetId)
}
