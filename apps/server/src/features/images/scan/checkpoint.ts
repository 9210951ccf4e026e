import type { ScanReport } from '#contract/scans'

import type { Db } from '../../../platform/database/database.ts'

/** Progress of a scan. */
export interface Checkpoint {
  /** The last path done; null before the first. */
  doneTo: string | null
  /** Paths taken by another image, to be examined again after all others. */
  waiting: string[]
  warnings: number
  readonly tally: ScanReport
}

function start(): Checkpoint {
  const tally = {
    files: 0,
    added: 0,
    unchanged: 0,
    renamed: 0,
    returned: 0,
    deleted: 0,
    left_out: 0,
    missing: 0,
  }
  return { doneTo: null, waiting: [], warnings: 0, tally }
}

/** The checkpoint of an earlier attempt of the task, or the start. */
export async function findCheckpoint(db: Db, taskId: number): Promise<Checkpoint> {
  const row = await db
    .selectFrom('dataset_scan')
    .selectAll()
    .where('task_id', '=', taskId)
    .executeTakeFirst()
  if (row === undefined) return start()
  const { done_to: doneTo, waiting, warnings, tally } = row
  return { doneTo, waiting, warnings, tally: tally as ScanReport }
}

export async function keepCheckpoint(
  db: Db,
  taskId: number,
  checkpoint: Checkpoint,
): Promise<void> {
  const values = {
    done_to: checkpoint.doneTo,
    waiting: checkpoint.waiting,
    warnings: checkpoint.warnings,
    tally: JSON.stringify(checkpoint.tally),
  }
  await db
    .insertInto('dataset_scan')
    .values({ task_id: taskId, ...values })
    .onConflict((conflict) => conflict.column('task_id').doUpdateSet(values))
    .execute()
}
