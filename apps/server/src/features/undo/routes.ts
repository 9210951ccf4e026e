import { deleteForGood, listUndo, rollBack, undoInstances, type UndoItem } from '#contract/undo'

import { ago } from '../../platform/ago.ts'
import { recordErasure } from '../../platform/backup/erasures.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import { needing, type Actor } from '../../platform/http/actor.ts'
import { serve, type Route } from '../../platform/http/route.ts'
import { orRefuse } from '../datasets/queries.ts'
import { deleteRowsOf } from './delete-for-good.ts'
import {
  findDeleted,
  listDeleted,
  rightToRestore,
  type DeletedRow,
  type UndoInstance,
} from './queries.ts'
import { rollBackBy } from './roll-back.ts'

interface UndoDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly dataFolder: string
}

export function undoRoutes({ clock, files, dataFolder }: UndoDeps): Route[] {
  return [
    serve(listUndo, async ({ db, actor, query }) => {
      const kinds = query.type === 'all' ? undoInstances : [query.type]
      const lists = await Promise.all(
        kinds.map(async (instance) => {
          const rows = await listDeleted(
            db,
            needing(actor, rightToRestore[instance]),
            instance,
            query.limit,
          )
          return rows.map((row) => presentItem(row, instance, clock()))
        }),
      )
      return lists
        .flat()
        .toSorted((a, b) => b.deleted_at.localeCompare(a.deleted_at))
        .slice(0, query.limit)
    }),

    serve(rollBack, async ({ db, actor, query, concerns }) => {
      const row = await getDeleted(db, actor, query)
      concerns({ type: query.instance, id: row.id, detail: { name: row.name } })
      await rollBackBy[query.instance](db, row.id, actor)
      return { success: true } as const
    }),

    serve(
      deleteForGood,
      async ({ db, actor, query, concerns }) => {
        const row = await getDeleted(db, actor, query)
        concerns({ type: query.instance, id: row.id, detail: { name: row.name } })
        const keys = await db.transaction().execute(async (trx) => {
          const unowned = await deleteRowsOf[query.instance](trx, row.id)
          // Before the commit: if the process is killed in between, the record has a line too many.
          const at = clock().toISOString()
          await recordErasure(dataFolder, { at, kind: query.instance, id: row.id })
          return unowned
        })
        // Only once the rows are certainly gone: a file without a row is litter, a row without a file a loss.
        await Promise.all(keys.map((key) => files.remove(key)))
        return { success: true } as const
      },
      { ownTransactions: true },
    ),
  ]
}

const deletedThings = {
  annotation: 'deletedAnnotation',
  category: 'deletedCategory',
  dataset: 'deletedDataset',
  image: 'deletedImage',
} as const

function getDeleted(
  db: Db,
  actor: Actor,
  { instance, id }: { instance: UndoInstance; id: number },
): Promise<DeletedRow> {
  return orRefuse(needing(actor, rightToRestore[instance]), deletedThings[instance], (by) =>
    findDeleted(db, by, instance, id),
  )
}

function presentItem(row: DeletedRow, instance: UndoInstance, now: Date): UndoItem {
  const deletedAt = row.deleted_at ?? now
  return {
    id: row.id,
    instance,
    name: row.name,
    ago: ago(deletedAt, now),
    deleted_at: deletedAt.toISOString(),
    deleted_by: row.deleted_by ?? '',
  }
}
