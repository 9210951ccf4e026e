import { sql } from 'kysely'

import type { NewAssignment } from '#contract/assignments'
import { keysNeededBy, type DatasetField } from '#contract/fields/field'
import { message, type MessageKey } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { identityOf } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { isPermitted, type DatasetRow } from '../datasets/queries.ts'
import { listFields } from '../fields/queries.ts'
import { ordered } from '../images/list/image-order.ts'
import { filteredImages } from '../images/queries.ts'
import type { UserRow } from '../users/queries.ts'
import type { Drawable } from './deal.ts'

/** The images that are named or that the filter finds, in the order of the list. */
export async function chooseImages(
  db: Db,
  dataset: DatasetRow,
  { images, filter = { order: 'file_name' }, sample }: NewAssignment,
): Promise<Drawable[]> {
  const key = sample?.stratified_by ?? ''
  const found = await ordered(filteredImages(db, dataset.id, filter), filter)
    .$if(images !== undefined, (q) =>
      q.where('image.id', '=', sql<number>`any(${images ?? []}::integer[])`),
    )
    .select(['image.id', sql<string>`coalesce((image.fields -> ${key})::text, '')`.as('stratum')])
    .execute()
  if (found.length === 0) throw new Problem('invalid_input', message('assignments.noImages'))
  return found
}

/**
 * The accounts of the readers. Blinded ones may not see the dataset, others may annotate in it.
 * @throws {Problem} invalid_input
 */
export async function chooseReaders(
  db: Db,
  dataset: DatasetRow,
  { readers, blinded }: Pick<NewAssignment, 'readers' | 'blinded'>,
): Promise<UserRow[]> {
  const names = [...new Set(readers.map((name) => name.toLowerCase()))]
  const users = await db
    .selectFrom('app_user')
    .selectAll()
    .where('deleted_at', 'is', null)
    .where('site_id', 'is not distinct from', dataset.site_id)
    .where(sql<string>`lower(username)`, '=', sql<string>`any(${names}::text[])`)
    .orderBy('id')
    .execute()
  const known = new Set(users.map(({ username }) => username.toLowerCase()))
  refuse(
    names.filter((name) => !known.has(name)),
    'assignments.unknownReaders',
  )
  const needs = blinded ? 'view' : 'annotate'
  const unfit: string[] = []
  for (const user of users) {
    const may = await isPermitted(db, { ...identityOf(user), needs }, dataset.id)
    if (may === blinded) unfit.push(user.username)
  }
  refuse(unfit, blinded ? 'assignments.seesDataset' : 'assignments.mayNotAnnotate')
  return users
}

type ReaderRefusal = Extract<
  MessageKey,
  'assignments.unknownReaders' | 'assignments.seesDataset' | 'assignments.mayNotAnnotate'
>

function refuse(usernames: readonly string[], key: ReaderRefusal): void {
  if (usernames.length === 0) return
  const told = message(key, { usernames: usernames.join(', ') })
  throw new Problem('invalid_input', told, { fields: { readers: told } })
}

/**
 * The fields of the dataset that are asked for.
 * @throws {Problem} invalid_input if there is none with a key, or not about an image
 */
export async function chooseFields(
  db: Db,
  datasetId: number,
  keys: readonly string[],
): Promise<DatasetField[]> {
  const fields = await listFields(db, datasetId)
  const ofImages = new Set(
    fields.filter(({ field }) => field.subject !== 'annotation').map(({ field }) => field.key),
  )
  const unknown = keys.filter((key) => !ofImages.has(key))
  if (unknown.length === 0) return fields.filter(({ field }) => keys.includes(field.key))
  const told = message('assignments.unknownFields', { keys: unknown.join(', ') })
  throw new Problem('invalid_input', told, { fields: { fields: told } })
}

/** The keys of some fields and of all others that their rules and computations look at. */
export function withNeeded(all: readonly DatasetField[], keys: readonly string[]): string[] {
  const byKey = new Map(all.map(({ field }) => [field.key, field]))
  const found = new Set<string>()
  const add = (key: string): void => {
    const field = byKey.get(key)
    if (field === undefined || found.has(key)) return
    found.add(key)
    for (const other of keysNeededBy(field)) add(other)
  }
  for (const key of keys) add(key)
  return [...found]
}
