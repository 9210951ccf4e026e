import { randomInt } from 'node:crypto'

import { sql } from 'kysely'

import { mostCases, type NewAssignment } from '#contract/assignments'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { DatasetRow } from '../datasets/queries.ts'
import type { UserRow } from '../users/queries.ts'
import { chooseAdjudicators, chooseFields, chooseImages, chooseReaders } from './choose.ts'
import { deal, draw, withRegrades, type Turn } from './deal.ts'
import { createReadingDataset } from './reading-dataset.ts'

interface By {
  readonly actor: Actor
  readonly at: Date
}

/**
 * Chooses, draws and deals the images. The cases of blinded readers have yet to be copied.
 * @returns the id of the assignment
 * @throws {Problem} invalid_input
 */
export async function makeAssignment(
  db: Db,
  dataset: DatasetRow,
  wanted: NewAssignment,
  by: By,
): Promise<number> {
  const fields = await chooseFields(db, dataset.id, wanted.fields)
  const readers = await chooseReaders(db, dataset, wanted)
  const adjudicators = await chooseAdjudicators(db, dataset, wanted)
  const each = wanted.readers_per_image ?? readers.length
  if (each > readers.length) refuse('readers_per_image', message('assignments.tooFewReaders'))
  const seed = wanted.seed ?? randomInt(2 ** 31)
  const images = await chooseImages(db, dataset, wanted)
  const drawn = draw(images, wanted.sample?.size ?? images.length, seed)
  const perReading = 1 + (wanted.regrade_share ?? 0)
  if (drawn.length * each * perReading > mostCases)
    refuse('images', message('assignments.tooManyCases', { most: mostCases }))
  const id = await insertAssignment(db, dataset, { wanted, seed, by })
  for (const user of adjudicators)
    await db
      .insertInto('assignment_adjudicator')
      .values({ assignment_id: id, user_id: user.id })
      .execute()
  const hands = deal(
    drawn.map((image) => image.id),
    { readers: readers.length, each, seed },
  )
  for (const [place, user] of readers.entries()) {
    const ids = hands[place] ?? []
    const isCopied = wanted.blinded
    const order: Turn[] = isCopied
      ? withRegrades(ids, { share: wanted.regrade_share ?? 0, seed, purpose: `reader ${place}` })
      : ids.map((image) => ({ id: image, round: 1 }))
    const readingId = isCopied
      ? await createReadingDataset(db, dataset, { user, assignment: { id, ...wanted }, fields })
      : null
    await insertCases(db, { assignmentId: id, user, readingId }, order)
  }
  await insertImages(db, id)
  return id
}

function refuse(field: string, told: ReturnType<typeof message>): never {
  throw new Problem('invalid_input', told, { fields: { [field]: told } })
}

async function insertAssignment(
  db: Db,
  dataset: DatasetRow,
  { wanted, seed, by }: { wanted: NewAssignment; seed: number; by: By },
): Promise<number> {
  const { sample, readers_per_image, regrade_share } = wanted
  const { id } = await db
    .insertInto('assignment')
    .values({
      dataset_id: dataset.id,
      name: wanted.name,
      instructions: wanted.instructions,
      field_keys: wanted.fields,
      asks_outlines: wanted.outlines,
      asks_confirmation: wanted.confirmation,
      due_on: wanted.due_on,
      is_blinded: wanted.blinded,
      seed,
      plan: JSON.stringify({ sample, readers_per_image, regrade_share }),
      created_at: by.at,
      created_by: by.actor.id,
      ready_at: wanted.blinded ? null : by.at,
      hides_readers: wanted.hides_readers,
      tolerances: JSON.stringify(wanted.tolerances),
      least_dice: wanted.least_dice,
      key_of: wanted.answer_key ?? null,
      pass_share: wanted.pass_share ?? null,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

interface NewReader {
  readonly assignmentId: number
  readonly user: UserRow
  /** The blinded reader's dataset, which the images are yet to be copied to. */
  readonly readingId: number | null
}

async function insertCases(
  db: Db,
  { assignmentId, user, readingId }: NewReader,
  turns: readonly Turn[],
): Promise<void> {
  const reader = await db
    .insertInto('assignment_reader')
    .values({ assignment_id: assignmentId, user_id: user.id, dataset_id: readingId })
    .returning('id')
    .executeTakeFirstOrThrow()
  const ids = turns.map(({ id }) => id)
  const rounds = turns.map(({ round }) => round)
  await sql`
    insert into assignment_item (reader_id, position, source_image_id, image_id, round)
    select ${reader.id}, given.place, given.id, ${readingId === null ? sql`given.id` : sql`null`},
      given.round
    from unnest(${ids}::integer[], ${rounds}::integer[]) with ordinality
      as given (id, round, place)`.execute(db)
}

async function insertImages(db: Db, assignmentId: number): Promise<void> {
  await sql`
    insert into assignment_image (assignment_id, source_image_id)
    select distinct reader.assignment_id, item.source_image_id
    from assignment_item as item join assignment_reader as reader on reader.id = item.reader_id
    where reader.assignment_id = ${assignmentId}`.execute(db)
}
