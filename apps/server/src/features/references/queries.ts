import { createHash } from 'node:crypto'

import { SiteReferences } from '#contract/references'
import type { SiteReference } from '#retina/reference-values'

import type { Db } from '../../platform/database/database.ts'

const key = 'references'

/** The reference values that the site has entered, and who did. */
export async function findReferences(db: Db, how?: 'lock'): Promise<SiteReferences> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', key)
    .$if(how === 'lock', (query) => query.forUpdate())
    .executeTakeFirst()
  return row === undefined ? { references: [], entered: null } : SiteReferences.parse(row.value)
}

export async function keepReferences(db: Db, references: SiteReferences): Promise<void> {
  const value = JSON.stringify(references)
  await db
    .insertInto('setting')
    .values({ key, value })
    .onConflict((conflict) => conflict.column('key').doUpdateSet({ value }))
    .execute()
}

/** As the analysis takes them. */
export async function siteReferences(db: Db): Promise<SiteReference[]> {
  const { references } = await findReferences(db)
  return references.map(({ measure, sex, mean, sd, n, source, ...ages }) => ({
    measure,
    sex,
    ageFrom: ages.age_from,
    ageTo: ages.age_to,
    mean,
    deviation: sd,
    people: n,
    source,
  }))
}

/** Changes with the references; empty if the site has entered none. */
export async function referencesState(db: Db): Promise<string> {
  const { references } = await findReferences(db)
  if (references.length === 0) return ''
  return createHash('sha256').update(JSON.stringify(references)).digest('hex').slice(0, 16)
}
