import { createHash } from 'node:crypto'

import type { DatasetField } from '#contract/fields/field'

import type { Db } from '../../platform/database/database.ts'
import type { AssignmentRow } from '../assignments/queries.ts'
import { listReadings, type Reading } from '../assignments/readings.ts'

/** A reader of an image, by the letter that adjudicators see. */
export interface LetteredReading extends Reading {
  readonly letter: string
}

/**
 * The first readings of an image. Who has which letter is drawn anew for each image by the seed, so
 * that nobody learns to know a reader by it.
 */
export async function letteredReadings(
  db: Db,
  { assignment, form }: { assignment: AssignmentRow; form: readonly DatasetField[] },
  sourceId: number,
): Promise<LetteredReading[]> {
  const all = await listReadings(db, { assignment, form }, { sourceId })
  const rankOf = ({ reader_id: reader }: Reading) =>
    createHash('sha256').update(`${assignment.seed}:letter:${sourceId}:${reader}`).digest('hex')
  return all
    .filter(({ round }) => round === 1)
    .map((reading) => ({ reading, rank: rankOf(reading) }))
    .toSorted((a, b) => (a.rank < b.rank ? -1 : 1))
    .map(({ reading }, place) => ({ ...reading, letter: letterOf(place) }))
}

/** A to Z, then AA, AB and so on. */
function letterOf(place: number): string {
  const last = String.fromCodePoint(65 + (place % 26))
  return place < 26 ? last : `${letterOf(Math.floor(place / 26) - 1)}${last}`
}
