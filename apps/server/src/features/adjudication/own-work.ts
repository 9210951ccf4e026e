import type { AdjudicationWork } from '#contract/adjudication'

import type { Db } from '../../platform/database/database.ts'
import { needing, type Actor } from '../../platform/http/actor.ts'
import { permittedDatasets } from '../datasets/queries.ts'
import { countImages, nextImage } from './queries.ts'

/** Maximum number of assignments in the list of an adjudicator. */
const mostAssignments = 200

/** The assignments that a user is named to adjudicate: open ones first, the newest at the top. */
export async function listWorkOfAdjudicator(db: Db, actor: Actor): Promise<AdjudicationWork[]> {
  const rows = await db
    .selectFrom('assignment_adjudicator')
    .innerJoin('assignment', 'assignment.id', 'assignment_adjudicator.assignment_id')
    .where('assignment_adjudicator.user_id', '=', actor.id)
    .where(
      'assignment.dataset_id',
      'in',
      permittedDatasets(db, needing(actor, 'annotate')).select('dataset.id'),
    )
    .select(['assignment.id', 'dataset_id', 'name', 'due_on', 'closed_at'])
    .orderBy('closed_at', (order) => order.desc().nullsFirst())
    .orderBy('assignment.id', 'desc')
    .limit(mostAssignments)
    .execute()
  const work: AdjudicationWork[] = []
  for (const { id, closed_at: closedAt, ...row } of rows) {
    work.push({
      ...row,
      assignment_id: id,
      closed: closedAt !== null,
      images: await countImages(db, id),
      next_image_id: await nextImage(db, id, null),
    })
  }
  return work
}
