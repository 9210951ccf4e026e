import { sql } from 'kysely'

import type { ReleaseImages, TextChecks } from '#contract/releases'

import type { Db } from '../../platform/database/database.ts'
import { bearsIdentity } from '../datasets/queries.ts'
import { presentPhotograph } from '../images/present.ts'

/** How many of the next images are listed. */
const listed = 20

/**
 * Whether only images come into a release that a person has checked for text: for de-identified files, and
 * for pictures of patients.
 */
export async function needsTextCheck(
  db: Db,
  { dataset }: { readonly dataset: { readonly id: number } },
  images: ReleaseImages,
): Promise<boolean> {
  if (images === 'original') return false
  return images === 'deidentified' || (await bearsIdentity(db, dataset.id))
}

/** A check counts for the file that the person saw. */
const isChecked = sql<boolean>`exists (select from text_check
  where text_check.image_id = image.id and text_check.sha256 = image.sha256)`

export async function countTextChecks(db: Db, datasetId: number): Promise<TextChecks> {
  const images = db
    .selectFrom('image')
    .where('dataset_id', '=', datasetId)
    .where('deleted_at', 'is', null)
    .where('twin', 'is', null)
    .where('missing_at', 'is', null)
    .where('damaged_at', 'is', null)
  const { all, checked } = await images
    .select((eb) => eb.fn.countAll<number>().as('all'))
    .select(sql<number>`count(*) filter (where ${isChecked})`.as('checked'))
    .executeTakeFirstOrThrow()
  const next = await images
    .where(sql<boolean>`not ${isChecked}`)
    .select(['id', 'file_name', 'width', 'height', 'sha256', 'frame'])
    .orderBy('id')
    .limit(listed)
    .execute()
  const versioned = next.map((row) => ({
    id: row.id,
    file_name: row.file_name,
    version: presentPhotograph(row).version,
  }))
  return { checked, unchecked: all - checked, next: versioned }
}

interface Check {
  readonly image: { readonly id: number; readonly sha256: Buffer }
  readonly mask: boolean
  readonly at: Date
  readonly by: number | null
}

export async function keepTextCheck(db: Db, { image, mask, at, by }: Check): Promise<void> {
  const seen = { sha256: image.sha256, mask, checked_at: at, checked_by: by }
  await db
    .insertInto('text_check')
    .values({ image_id: image.id, ...seen })
    .onConflict((conflict) => conflict.column('image_id').doUpdateSet(seen))
    .execute()
}
