import { randomInt } from 'node:crypto'

import { sql } from 'kysely'

import { mostCases, type NewAssignment } from '#contract/assignments'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { DatasetRow } from '../datasets/queries.ts'
import type { UserRow } from '../users/queries.ts'
import { chooseFields, chooseImages, chooseReaders } from './choose.ts'
import { deal, draw, shuffled } from './deal.ts'
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
  const each = wanted.readers_per_image ?? readers.length
  if (each > readers.length) refuse('readers_per_image', message('assignments.tooFewReaders'))
  const seed = wanted.seed ?? randomInt(2 ** 31)
  const images = await chooseImages(db, dataset, wanted)
  const drawn = draw(images, wanted.sample?.size ?? images.length, seed)
  if (drawn.length * each > mostCases)
    refuse('images', message('assignments.tooManyCases', { most: mostCases }))
  const id = await insertAssignment(db, dataset, { wanted, seed, by })
  const hands = deal(
    drawn.map((image) => image.id),
    { readers: readers.length, each, seed },
  )
  for (const [place, user] of readers.entries()) {
    const ids = hands[place] ?? []
    const isCopied = wanted.blinded
    const order = isCopied ? shuffled(ids, seed, `reader ${place}`) : ids
    const readingId = isCopied
      ? await createReadingDataset(db, dataset, { user, assignment: { id, ...wanted }, fields })
      : null
    await insertCases(db, { assignmentId: id, user, readingId }, order)
  }
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
  const { sample, readers_per_image } = wanted
  const { id } = await db
    .insertInto('assignment')
    .values({
      dataset_id: dataset.id,
      name: wanted.name,
      instructions: wanted.instructions,
      field_keys: wanted.fields,
      asks_outlines: wanted.outlines,
      due_on: wanted.due_on,
      is_blinded: wanted.blinded,
      seed,
      plan: JSON.stringify({ sample, readers_per_image }),
      created_at: by.at,
      created_by: by.actor.id,
      ready_at: wanted.blinded ? null : by.at,
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
  imageIds: readonly number[],
): Promise<void> {
  const reader = await db
    .insertInto('assignment_reader')
    .values({ assignment_id: assignmentId, user_id: user.id, dataset_id: readingId })
    .returning('id')
    .executeTakeFirstOrThrow()
  await sql`
    insert into assignment_item (reader_id, position, source_image_id, image_id)
    select ${reader.id}, given.place, given.id, ${readingId === null ? sql`given.id` : sql`null`}
    from unnest(${imageIds}::integer[]) with ordinality as given (id, place)`.execute(db)
}
