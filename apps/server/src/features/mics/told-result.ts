import type { Db } from '../../platform/database/database.ts'
import { Report } from './report.ts'

/** The last result of an image that was or may have been sent to the order system; undefined: none. */
export async function findTold(db: Db, imageId: number): Promise<Report | undefined> {
  const row = await db
    .selectFrom('told_result')
    .select('report')
    .where('image_id', '=', imageId)
    .executeTakeFirst()
  return row === undefined ? undefined : Report.parse(row.report)
}

/** Records a result before it is sent to the order system, acknowledged or not. */
export async function keepTold(db: Db, report: Report, at: Date): Promise<void> {
  const told = { report: JSON.stringify(report), told_at: at }
  await db
    .insertInto('told_result')
    .values({ image_id: report.imageId, ...told })
    .onConflict((conflict) => conflict.column('image_id').doUpdateSet(told))
    .execute()
}
