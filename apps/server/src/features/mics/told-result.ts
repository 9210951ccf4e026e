import type { Db } from '../../platform/database/database.ts'
import { Report } from './report.ts'

/** What the order system was last told of an image, or may have been; undefined: nothing. */
export async function findTold(db: Db, imageId: number): Promise<Report | undefined> {
  const row = await db
    .selectFrom('told_result')
    .select('report')
    .where('image_id', '=', imageId)
    .executeTakeFirst()
  return row === undefined ? undefined : Report.parse(row.report)
}

/** Keeps what the order system is about to be told, whether or not it will say that it has it. */
export async function keepTold(db: Db, report: Report, at: Date): Promise<void> {
  const told = { report: JSON.stringify(report), told_at: at }
  await db
    .insertInto('told_result')
    .values({ image_id: report.imageId, ...told })
    .onConflict((conflict) => conflict.column('image_id').doUpdateSet(told))
    .execute()
}
