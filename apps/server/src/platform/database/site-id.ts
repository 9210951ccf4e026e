import type { Db } from './database.ts'

/** The UUID that the ids of this installation's resources are derived from. */
export async function siteIdOf(db: Db): Promise<string> {
  const { value } = await db
    .selectFrom('site_secret')
    .select('value')
    .where('name', '=', 'fhir-site')
    .executeTakeFirstOrThrow()
  return value
}
