import type { Db } from '../../platform/database/database.ts'
import type { Tally } from './tally.ts'

/** Progress of an import. */
export interface Checkpoint {
  /** Position in the file of the last image done; -1 before the first. */
  doneTo: number
  readonly tally: Tally
}

export async function findCheckpoint(db: Db, taskId: number): Promise<Checkpoint | undefined> {
  const row = await db
    .selectFrom('coco_import')
    .select(['done_to', 'tally'])
    .where('task_id', '=', taskId)
    .executeTakeFirst()
  return row === undefined ? undefined : { doneTo: row.done_to, tally: row.tally as Tally }
}

export async function keepCheckpoint(
  db: Db,
  taskId: number,
  { doneTo, tally }: Checkpoint,
): Promise<void> {
  const values = { done_to: doneTo, tally: JSON.stringify(tally) }
  await db
    .insertInto('coco_import')
    .values({ task_id: taskId, ...values })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(values))
    .execute()
}
