import type { Selectable } from 'kysely'

import type { Advice, AdviceBasis } from '#contract/handouts'

import type { Db } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import type { Actor } from '../../../platform/http/actor.ts'

type AdviceRow = Selectable<Schema['visit_advice']>

/** The versions of the next steps written for these images, the latest first. */
export function listAdvice(db: Db, imageIds: readonly number[]): Promise<AdviceRow[]> {
  return db
    .selectFrom('visit_advice')
    .selectAll()
    .where('image_id', 'in', imageIds)
    .orderBy('id', 'desc')
    .execute()
}

/** A version of the next steps, with its author's current name. */
export function insertAdvice(
  db: Db,
  said: { readonly imageId: number; readonly text: string; readonly basis: AdviceBasis },
  { actor, at }: { readonly actor: Actor; readonly at: Date },
): Promise<AdviceRow> {
  return db
    .insertInto('visit_advice')
    .values({
      image_id: said.imageId,
      text: said.text,
      based_on: JSON.stringify(said.basis),
      author_id: actor.id,
      author_username: actor.username,
      author_name: actor.name === '' ? actor.username : actor.name,
      written_at: at,
    })
    .returningAll()
    .executeTakeFirstOrThrow()
}

export function isBasedOn({ based_on: written }: AdviceRow, basis: AdviceBasis): boolean {
  return (
    written.patient === basis.patient &&
    written.day === basis.day &&
    areSame(written.reviews, basis.reviews)
  )
}

export function areSame(a: readonly number[], b: readonly number[]): boolean {
  return a.length === b.length && a.every((each, i) => each === b[i])
}

export function presentAdvice(row: AdviceRow): Advice {
  return {
    id: row.id,
    text: row.text,
    by: { username: row.author_username, name: row.author_name },
    at: row.written_at.toISOString(),
  }
}
