import { sql } from 'kysely'

import type { NewAssignment } from '#contract/assignments'
import { keysNeededBy, type DatasetField } from '#contract/fields/field'
import { message, type MessageKey } from '#contract/messages/message'
import type { Right } from '#contract/roles'

import type { Db } from '../../platform/database/database.ts'
import { identityOf } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { isPermitted, type DatasetRow } from '../datasets/queries.ts'
import { listFields } from '../fields/queries.ts'
import { ordered } from '../images/list/image-order.ts'
import { filteredImages } from '../images/queries.ts'
import type { UserRow } from '../users/queries.ts'
import type { Drawable } from './deal.ts'
import { finalGrades } from './final-grades.ts'

/** The images that are named or that the filter finds, in the order of the list. */
export async function chooseImages(
  db: Db,
  dataset: DatasetRow,
  { images, filter = { order: 'file_name' }, sample, answer_key: answerKey, fields }: NewAssignment,
): Promise<Drawable[]> {
  const key = sample?.stratified_by ?? ''
  const answered =
    answerKey === undefined ? null : await answeredImages(db, dataset, answerKey, fields)
  const found = await ordered(filteredImages(db, dataset.id, filter), filter)
    .$if(images !== undefined, (q) =>
      q.where('image.id', '=', sql<number>`any(${images ?? []}::integer[])`),
    )
    .$if(answered !== null, (q) =>
      q.where('image.id', '=', sql<number>`any(${answered ?? []}::integer[])`),
    )
    .select(['image.id', sql<string>`coalesce((image.fields -> ${key})::text, '')`.as('stratum')])
    .execute()
  if (found.length === 0)
    throw new Problem(
      'invalid_input',
      message(answered === null ? 'assignments.noImages' : 'assignments.noAnswers'),
    )
  return found
}

/**
 * The images of an assignment of the same dataset that have a final grade in one of the fields.
 * @throws {Problem} invalid_input if the dataset has no such assignment
 */
async function answeredImages(
  db: Db,
  dataset: DatasetRow,
  assignmentId: number,
  keys: readonly string[],
): Promise<number[]> {
  const there = await db
    .selectFrom('assignment')
    .select('id')
    .where('id', '=', assignmentId)
    .where('dataset_id', '=', dataset.id)
    .executeTakeFirst()
  const told = message('assignments.unknownKey')
  if (there === undefined)
    throw new Problem('invalid_input', told, { fields: { answer_key: told } })
  const grades = await finalGrades(db, assignmentId)
  return grades.flatMap(({ image_id: id, finals }) =>
    keys.some((key) => finals[key] !== undefined) ? [id] : [],
  )
}

/**
 * The accounts of the readers. Blinded ones may not see the dataset; others may annotate in it, and
 * confirm results if that is asked.
 * @throws {Problem} invalid_input
 */
export async function chooseReaders(
  db: Db,
  dataset: DatasetRow,
  { readers, blinded, confirmation }: Pick<NewAssignment, 'readers' | 'blinded' | 'confirmation'>,
): Promise<UserRow[]> {
  const users = await usersNamed(db, dataset, { names: readers, field: 'readers' })
  const needs = blinded ? 'view' : 'annotate'
  const { may, mayNot } = await partByRight(db, dataset, { users, needs })
  const key = blinded ? 'assignments.seesDataset' : 'assignments.mayNotAnnotate'
  refuse(blinded ? may : mayNot, { key, field: 'readers' })
  if (confirmation) {
    const { mayNot: cannotConfirm } = await partByRight(db, dataset, { users, needs: 'review' })
    refuse(cannotConfirm, { key: 'assignments.mayNotConfirm', field: 'readers' })
  }
  return users
}

/** The names of the users who have a right in the dataset, and of those who have not. */
async function partByRight(
  db: Db,
  dataset: DatasetRow,
  { users, needs }: { users: readonly UserRow[]; needs: Right },
): Promise<{ may: string[]; mayNot: string[] }> {
  const may: string[] = []
  const mayNot: string[] = []
  for (const user of users) {
    const isAllowed = await isPermitted(db, { ...identityOf(user), needs }, dataset.id)
    const part = isAllowed ? may : mayNot
    part.push(user.username)
  }
  return { may, mayNot }
}

/**
 * The accounts of the adjudicators, who may annotate in the dataset and do not read.
 * @throws {Problem} invalid_input
 */
export async function chooseAdjudicators(
  db: Db,
  dataset: DatasetRow,
  { adjudicators, readers }: Pick<NewAssignment, 'adjudicators' | 'readers'>,
): Promise<UserRow[]> {
  const field = 'adjudicators'
  const users = await usersNamed(db, dataset, { names: adjudicators, field })
  const reading = new Set(readers.map((name) => name.toLowerCase()))
  refuse(
    users.flatMap(({ username }) => (reading.has(username.toLowerCase()) ? [username] : [])),
    { key: 'assignments.readsThemselves', field },
  )
  const { mayNot } = await partByRight(db, dataset, { users, needs: 'annotate' })
  refuse(mayNot, { key: 'assignments.cannotSettle', field })
  return users
}

interface Named {
  readonly names: readonly string[]
  /** The field of the input that names them. */
  readonly field: 'readers' | 'adjudicators'
}

async function usersNamed(
  db: Db,
  dataset: DatasetRow,
  { names: given, field }: Named,
): Promise<UserRow[]> {
  const names = [...new Set(given.map((name) => name.toLowerCase()))]
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
    { key: 'assignments.unknownReaders', field },
  )
  return users
}

type ReaderRefusal = Extract<
  MessageKey,
  | 'assignments.unknownReaders'
  | 'assignments.seesDataset'
  | 'assignments.mayNotAnnotate'
  | 'assignments.mayNotConfirm'
  | 'assignments.cannotSettle'
  | 'assignments.readsThemselves'
>

function refuse(
  usernames: readonly string[],
  { key, field }: { key: ReaderRefusal; field: Named['field'] },
): void {
  if (usernames.length === 0) return
  const told = message(key, { usernames: usernames.join(', ') })
  throw new Problem('invalid_input', told, { fields: { [field]: told } })
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
