import { createHash } from 'node:crypto'

import { SiteReferences } from '#contract/references'
import type { SiteReference } from '#retina/risk/reference-values'

import type { Db } from '../../platform/database/database.ts'

/** Those of the installation, or of one of its sites. */
function keyOf(siteId: number | null): string {
  return siteId === null ? 'references' : `references of site ${siteId}`
}

const none: SiteReferences = { references: [], entered: null }

/** The reference values that the site has entered, and their author. */
export async function findReferences(db: Db, siteId: number | null): Promise<SiteReferences> {
  const row = await settings(db, siteId).executeTakeFirst()
  return row === undefined ? none : SiteReferences.parse(row.value)
}

/** Like `findReferences`; other transactions wait to lock them until this one ends. */
export async function lockReferences(db: Db, siteId: number | null): Promise<SiteReferences> {
  // A row that does not exist cannot be locked.
  await db
    .insertInto('setting')

    .values({ key: keyOf(siteId), value: JSON.stringify(none) })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .execute()
  const { value } = await settings(db, siteId).forUpdate().executeTakeFirstOrThrow()
  return SiteReferences.parse(value)
}

function settings(db: Db, siteId: number | null) {
  return db.selectFrom('setting').select('value').where('key', '=', keyOf(siteId))
}

/** Replaces the references that `lockReferences` has locked. */
export async function keepReferences(
  db: Db,
  siteId: number | null,
  references: SiteReferences,
): Promise<void> {
  const value = JSON.stringify(references)
  await db.updateTable('setting').set({ value }).where('key', '=', keyOf(siteId)).execute()
}

async function referencesFor(db: Db, datasetId: number): Promise<SiteReferences> {
  const dataset = await db
    .selectFrom('dataset')
    .select('site_id')
    .where('id', '=', datasetId)
    .executeTakeFirst()
  return findReferences(db, dataset?.site_id ?? null)
}

/** Those of the dataset's site, in the form that the analysis takes. */
export async function siteReferences(db: Db, datasetId: number): Promise<SiteReference[]> {
  const { references } = await referencesFor(db, datasetId)
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
export async function referencesState(db: Db, datasetId: number): Promise<string> {
  const { references } = await referencesFor(db, datasetId)
  if (references.length === 0) return ''
  return createHash('sha256').update(JSON.stringify(references)).digest('hex').slice(0, 16)
}
