import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { ImageRow } from '../images/queries.ts'
import { postNotice, type NoticeDeps } from '../users/mail-notice.ts'
import { maySee } from '../users/may-see.ts'
import type { ReviewRow } from './queries.ts'

/** One mail stands for all results of a dataset that are confirmed within this time. */
const togetherMs = 15 * 60_000

/**
 * Tells the dataset's owner, and the person who asked for the analysis and may still see it, that
 * it was confirmed; not the person who confirmed it.
 */
export async function noticeConfirmed(
  db: Db,
  deps: NoticeDeps,
  said: { readonly actor: Actor; readonly image: ImageRow; readonly review: ReviewRow },
): Promise<void> {
  const { actor, image, review } = said
  if (deps.mailServer === null) return
  const { owner_id: owner, creator_id: asker } = await db
    .selectFrom('analysis')
    .innerJoin('image', 'image.id', 'analysis.image_id')
    .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
    .leftJoin('task', 'task.id', 'analysis.task_id')
    .select(['dataset.owner_id', 'task.creator_id'])
    .where('analysis.id', '=', review.analysis_id)
    .executeTakeFirstOrThrow()
  const datasetId = image.dataset_id
  const slot = Math.ceil((deps.clock().getTime() + 1) / togetherMs)
  for (const userId of new Set([owner, asker])) {
    if (userId === null || userId === actor.id) continue
    if (userId !== owner && !(await maySee(db, { userId, datasetId }))) continue
    await postNotice(
      db,
      deps,
      { kind: 'resultConfirmed', datasetId },
      {
        userId,
        event: `result-confirmed-${datasetId}-${userId}-${slot}`,
        notBefore: new Date(slot * togetherMs),
      },
    )
  }
}
