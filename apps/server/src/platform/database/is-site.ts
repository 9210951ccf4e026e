import { sql, type RawBuilder, type SqlBool } from 'kysely'

/**
 * Whether an expression is the number of a site; null is the installation without sites. PostgreSQL
 * estimates from its statistics how many rows that are; of `is not distinct from` it believes nearly none, and
 * then reads the images of all datasets to find a few.
 */
export function isSite(site: RawBuilder<unknown>, siteId: number | null): RawBuilder<SqlBool> {
  return siteId === null ? sql`${site} is null` : sql`${site} = ${siteId}::integer`
}
