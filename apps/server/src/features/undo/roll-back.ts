import { message } from '#contract/messages/message'

import { breaksUnique, type Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { announce } from '../../platform/live/live.ts'
import { announceCategory } from '../categories/announce.ts'
import { announceDataset, announceDeletion } from '../datasets/announce.ts'
import { refuseLocked } from '../images/reading-lock.ts'
import type { UndoInstance } from './queries.ts'

const restored = { deleted_at: null, deleted_by: null }

/** Restores a deleted item with everything that was deleted with it. */
export const rollBackBy: Record<UndoInstance, (db: Db, id: number, actor: Actor) => Promise<void>> =
  {
    async dataset(db, id, by) {
      await db.updateTable('dataset').set(restored).where('id', '=', id).execute()
      await announceDataset(db, id, 'members')
      await announceDeletion(db, { datasetId: id, imageId: null, undone: true, by })
    },

    async category(db, id) {
      await db
        .updateTable('category')
        .set(restored)
        .where('id', '=', id)
        .execute()
        .catch((error: unknown) => {
          throw breaksUnique(error, 'category_name')
            ? new Problem('name_taken', message('undo.categoryExists'))
            : error
        })
      await db
        .updateTable('annotation')
        .set({ ...restored, deleted_with_category: false })
        .where('category_id', '=', id)
        .where('deleted_with_category', '=', true)
        .execute()
      await announceCategory(db, id)
    },

    async image(db, id, by) {
      const { dataset_id } = await db
        .updateTable('image')
        .set(restored)
        .where('id', '=', id)
        .returning('dataset_id')
        .executeTakeFirstOrThrow()
      await announceDataset(db, dataset_id, 'images')
      await announceDeletion(db, { datasetId: dataset_id, imageId: id, undone: true, by })
    },

    async annotation(db, id, by) {
      const place = await db
        .selectFrom('annotation')
        .innerJoin('category', 'category.id', 'annotation.category_id')
        .innerJoin('image', 'image.id', 'annotation.image_id')
        .select([
          'category.name',
          'category.deleted_at',
          'image.id',
          'image.dataset_id',
          'annotation.revision',
        ])
        .where('annotation.id', '=', id)
        .executeTakeFirstOrThrow()
      await refuseLocked(db, by, place.id)
      if (place.deleted_at !== null) {
        throw new Problem('not_possible_now', message('undo.categoryDeleted', { name: place.name }))
      }
      await db.updateTable('annotation').set(restored).where('id', '=', id).execute()
      await announce(
        db,
        { datasetId: place.dataset_id },
        { type: 'annotation', change: 'created', id, image_id: place.id, revision: place.revision },
      )
    },
  }
