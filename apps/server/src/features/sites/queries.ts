import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Sites by name, with the numbers of accounts and of datasets, also of those in the undo list. */
export function describedSites(db: Db) {
  return db
    .selectFrom('site')
    .select((eb) => [
      'site.id',
      'site.name',
      eb
        .selectFrom('app_user')
        .whereRef('app_user.site_id', '=', 'site.id')
        .where('app_user.deleted_at', 'is', null)
        .select((user) => user.fn.countAll<number>().as('accounts'))
        .$asScalar()
        .$notNull()
        .as('accounts'),
      eb
        .selectFrom('dataset')
        .whereRef('dataset.site_id', '=', 'site.id')
        .select((dataset) => dataset.fn.countAll<number>().as('datasets'))
        .$asScalar()
        .$notNull()
        .as('datasets'),
    ])
    .orderBy(sql`lower(site.name)`)
}

/**
 * Puts row-level security around the data of datasets when the first site is made. It waits for
 * running transactions on each table, for five seconds at most.
 */
export async function raiseWalls(trx: Db): Promise<void> {
  await sql`set local lock_timeout = '5s'`.execute(trx)
  await sql`select raise_walls()`.execute(trx)
}
