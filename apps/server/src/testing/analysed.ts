import type { Db } from '../platform/database/database.ts'

interface Analysed {
  /**
   * The numbers of each kind of result, the first of them of kind quality; null: no such result.
   */
  readonly numbers?: Readonly<Record<string, object | null>>
  /** Inputs of the results; without them nothing makes the results stale. */
  readonly madeFrom?: object
}

/**
 * Stores results as an analysis does, replacing those of an earlier one.
 * @returns the id of the first
 */
export async function analysed(
  db: Db,
  imageId: number,
  { numbers = { quality: {} }, madeFrom = {} }: Analysed = {},
): Promise<number> {
  const at = new Date()
  const image = await db
    .selectFrom('image')
    .select(['sha256', 'width', 'height'])
    .where('id', '=', imageId)
    .executeTakeFirstOrThrow()
  await db
    .updateTable('analysis')
    .set({ replaced_at: at })
    .where('image_id', '=', imageId)
    .where('replaced_at', 'is', null)
    .execute()
  const found = Object.entries(numbers).filter(([, each]) => each !== null)
  const { id: analysisId } = await db
    .insertInto('analysis')
    .values({
      image_id: imageId,
      purpose: 'findings',
      image_sha256: image.sha256,
      made_from: JSON.stringify(madeFrom),
      width: image.width,
      height: image.height,
      created_at: at,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const rows = await db
    .insertInto('analysis_result')
    .values(
      found.map(([kind, each]) => ({
        analysis_id: analysisId,
        kind,
        name: kind,
        model_name: `network of ${kind}`,
        model_version: '2.1',
        numbers: JSON.stringify(each),
      })),
    )
    .returning('id')
    .execute()
  return rows[0]?.id ?? 0
}
