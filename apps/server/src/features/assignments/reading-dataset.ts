import { sql } from 'kysely'

import type { DatasetField } from '#contract/fields/field'

import type { Db } from '../../platform/database/database.ts'
import { announceDataset } from '../datasets/announce.ts'
import { usualRole } from '#contract/roles'
import type { DatasetRow } from '../datasets/queries.ts'
import { listFields } from '../fields/queries.ts'
import type { UserRow } from '../users/queries.ts'
import { withNeeded } from './choose.ts'

interface Reading {
  readonly user: UserRow
  readonly assignment: { readonly id: number; readonly name: string }
  /** The fields that are asked for. */
  readonly fields: readonly DatasetField[]
}

/**
 * Creates the dataset of a blinded reader, with the categories and the asked fields of the source,
 * in the versions that those have now. @returns its id
 */
export async function createReadingDataset(
  db: Db,
  source: DatasetRow,
  { user, assignment, fields }: Reading,
): Promise<number> {
  const { id } = await db
    .insertInto('dataset')
    .values({
      name: readingName(assignment, user),
      owner_id: source.owner_id,
      is_example: source.is_example,
      reading_of: source.id,
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  await db
    .insertInto('dataset_member')
    .values({ dataset_id: id, user_id: user.id, role: usualRole })
    .execute()
  await sql`
    insert into dataset_category (dataset_id, category_id)
    select ${id}, category_id from dataset_category where dataset_id = ${source.id}`.execute(db)
  const asked = fields.map(({ field }) => field.key)
  const keys = withNeeded(await listFields(db, source.id), asked)
  await sql`
    insert into dataset_field
      (dataset_id, key, version, position, description, described_at, described_by)
    select ${id}, key, version, position, description, described_at, described_by
    from dataset_field
    where dataset_id = ${source.id} and position is not null
      and key = any(${keys}::text[])`.execute(db)
  await announceDataset(db, id, 'members')
  return id
}

/** Also the name of a folder, of at most 255 bytes. */
function readingName({ id, name }: Reading['assignment'], { username }: UserRow): string {
  const short = name.replaceAll(/[/\\]/g, '-').slice(0, 40).toWellFormed()
  return `${short} · ${username} · ${id}`
}
