import { createHash } from 'node:crypto'

import type { Correction } from '#contract/analysis'

import type { Db } from '../../platform/database/database.ts'
import type { CorrectedAreas } from './pipeline/eye-request.ts'

interface CorrectionRow {
  readonly correction: Correction
  readonly setBy: string
  readonly setAt: Date
}

/** The annotations of an image that replace findings of its analysis; undefined: none. */
export async function findCorrection(db: Db, imageId: number): Promise<CorrectionRow | undefined> {
  const row = await db
    .selectFrom('analysis_correction')
    .selectAll()
    .where('image_id', '=', imageId)
    .executeTakeFirst()
  if (row === undefined) return undefined
  const correction = {
    arterioles: row.arteriole_category_id,
    venules: row.venule_category_id,
    disc: row.disc_category_id,
    cup: row.cup_category_id,
  }
  return { correction, setBy: row.set_by, setAt: row.set_at }
}

/** The current areas of those annotations. */
export async function correctedAreasOf(db: Db, imageId: number): Promise<CorrectedAreas | null> {
  const found = await findCorrection(db, imageId)
  if (found === undefined) return null
  const { arterioles, venules, disc, cup } = found.correction
  const rows = await correctingAnnotations(db, imageId, found.correction)
    .select(['annotation.category_id', 'annotation.geometry'])
    .execute()
  const of = (category: number | null): Uint8Array[] | null =>
    category === null
      ? null
      : rows
          .filter((row) => row.category_id === category)
          .map(({ geometry }) => new Uint8Array(geometry))
  return { arterioles: of(arterioles), venules: of(venules), disc: of(disc), cup: of(cup) }
}

/** Changes with the correction and with every change of its annotations; empty if there is none. */
export async function correctionState(db: Db, imageId: number): Promise<string> {
  const found = await findCorrection(db, imageId)
  if (found === undefined) return ''
  const rows = await correctingAnnotations(db, imageId, found.correction)
    .select(['annotation.id', 'annotation.revision'])
    .execute()
  const text = JSON.stringify([found.correction, rows.map(({ id, revision }) => [id, revision])])
  return createHash('sha256').update(text).digest('hex').slice(0, 16)
}

function correctingAnnotations(db: Db, imageId: number, correction: Correction) {
  const categories = Object.values(correction).filter((id) => id !== null)
  return db
    .selectFrom('annotation')
    .where('annotation.image_id', '=', imageId)
    .where('annotation.deleted_at', 'is', null)
    .where('annotation.category_id', 'in', categories.length > 0 ? categories : [0])
    .orderBy('annotation.id')
}

export async function setCorrection(
  db: Db,
  imageId: number,
  { correction, setBy, setAt }: CorrectionRow,
): Promise<void> {
  const values = {
    arteriole_category_id: correction.arterioles,
    venule_category_id: correction.venules,
    disc_category_id: correction.disc,
    cup_category_id: correction.cup,
    set_by: setBy,
    set_at: setAt,
  }
  await db
    .insertInto('analysis_correction')
    .values({ image_id: imageId, ...values })
    .onConflict((conflict) => conflict.column('image_id').doUpdateSet(values))
    .execute()
}

export async function dropCorrection(db: Db, imageId: number): Promise<void> {
  await db.deleteFrom('analysis_correction').where('image_id', '=', imageId).execute()
}
