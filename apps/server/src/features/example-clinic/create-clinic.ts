import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { findOrCreateCategories } from '../categories/queries.ts'
import { createDatasetFor } from '../dataset-management/create-dataset.ts'
import { replaceCategories } from '../datasets/queries.ts'
import { describeFields } from '../fields/describe-fields.ts'
import { clinicFields, lesions } from './clinic.ts'
import { findClinic } from './queries.ts'
import { findOrCreateReaders } from './readers.ts'

interface Wanted {
  readonly language: 'en' | 'ko'
  readonly at: Date
}

/**
 * Creates the dataset of an example clinic, without photographs.
 * @returns its id
 * @throws {Problem} not_possible_now if the caller has one already
 */
export async function createClinic(
  db: Db,
  actor: Actor,
  { language, at }: Wanted,
): Promise<number> {
  if ((await findClinic(db, actor)) !== undefined) {
    throw new Problem('not_possible_now', message('exampleClinic.loaded'))
  }
  const name = await freeName(db, actor, language)
  const id = await createDatasetFor(db, actor, { name, categories: [] })
  await db.updateTable('dataset').set({ is_example: true }).where('id', '=', id).execute()
  const [reader] = await findOrCreateReaders(db, actor.siteId, at)
  const names = Object.values(lesions).map((words) => words[language])
  await replaceCategories(db, id, await findOrCreateCategories(db, reader, names))
  await describeFields(db, id, { fields: clinicFields, replaces: {} }, { actor: reader, at })
  return id
}

const names = { en: 'Example clinic', ko: '예시 클리닉' }

/** Names of datasets are unique across all accounts. */
async function freeName(db: Db, actor: Actor, language: 'en' | 'ko'): Promise<string> {
  const rows = await db.selectFrom('dataset').select('name').execute()
  const taken = new Set(rows.map(({ name }) => name.toLowerCase()))
  const own = `${names[language]} (${actor.username})`
  for (let number = 1; ; number++) {
    const name = number === 1 ? own : `${own} ${number}`
    if (!taken.has(name.toLowerCase())) return name
  }
}
