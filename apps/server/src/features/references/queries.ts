import { createHash } from 'node:crypto'

import { SiteReferences } from '#contract/references'
import type { SiteReference } from '#retina/risk/reference-values'

import type { Db } from '../../platform/database/database.ts'

const key = 'references'

const none: SiteReferences = { references: [], entered: null }

/** The reference values that the site has entered, and their author. */
export async function findReferences(db: Db): Promise<SiteReferences> {
  const row = await settings(db).executeTakeFirst()
  return row === undefined ? none : SiteReferences.parse(row.value)
}

/** Like `findReferences`; other transactions wait to lock them until this one ends. */
export async function lockReferences(db: Db): Promise<SiteReferences> {
  // A row that does not exist cannot be locked.
  await db
    .insertInto('setting')
    .values({ key, value: JSON.stringify(none) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { value } = await settings(db).forUpdate().executeTakeFirstOrThrow()
  return SiteReferences.parse(value)
}

function settings(db: Db) {
  return db.selectFrom('setting').select('value').where('key', '=', key)
}

/** Replaces the references that `lockReferences` has locked. */
export async function keepReferences(db: Db, references: SiteReferences): Promise<void> {
  const value = JSON.stringify(references)
  await db.updateTable('setting').set({ value }).where('key', '=', key).execute()
}

/** In the form that the analysis takes. */
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
