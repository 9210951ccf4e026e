import { isDeepStrictEqual } from 'node:util'

import type { z } from 'zod'

import type { setFields } from '#contract/fields'
import { faultIn } from '#contract/fields/faults'
import { Field } from '#contract/fields/field'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import { listFields } from './queries.ts'

type Change = z.output<(typeof setFields)['body']>

interface By {
  readonly actor: Actor
  readonly at: Date
}

/**
 * Replaces the fields in use of a dataset. A changed description becomes a new version of its
 * field; values keep the version in which they were entered.
 * @throws {Problem} stale_revision if somebody has changed them since; invalid_input
 */
export async function describeFields(
  db: Db,
  datasetId: number,
  { fields, replaces }: Change,
  by: By,
): Promise<void> {
  await db.selectFrom('dataset').select('id').where('id', '=', datasetId).forUpdate().execute()
  const current = await listFields(db, datasetId)
  const seen = Object.fromEntries(current.map(({ field, version }) => [field.key, version]))
  if (!isDeepStrictEqual(seen, { ...replaces })) {
    throw new Problem('stale_revision', message('fields.changed'), { current: { fields: current } })
  }
  const fault = faultIn(fields)
  if (fault !== null) throw new Problem('invalid_input', fault)
  await db
    .updateTable('dataset_field')
    .set({ position: null })
    .where('dataset_id', '=', datasetId)
    .where('position', 'is not', null)
    .execute()
  const newest = await newestVersions(db, datasetId)
  for (const [position, field] of fields.entries()) {
    const before = newest.get(field.key)
    refuseOtherType(field, before?.field)
    const isSame = before !== undefined && isDeepStrictEqual(before.field, field)
    await (isSame
      ? takeUp(db, { datasetId, key: field.key, version: before.version, position })
      : add(db, { datasetId, field, version: (before?.version ?? 0) + 1, position }, by))
  }
}

async function newestVersions(
  db: Db,
  datasetId: number,
): Promise<Map<string, { version: number; field: Field }>> {
  const rows = await db
    .selectFrom('dataset_field')
    .distinctOn('key')
    .select(['key', 'version', 'description'])
    .where('dataset_id', '=', datasetId)
    .orderBy('key')
    .orderBy('version', 'desc')
    .execute()
  return new Map(
    rows.map(({ key, version, description }) => [
      key,
      { version, field: Field.parse(description) },
    ]),
  )
}

/** Values of one type cannot be read as another, nor those of an eye as those of an image. */
function refuseOtherType(field: Field, before: Field | undefined): void {
  if (before === undefined) return
  if (before.type === field.type && before.subject === field.subject) return
  throw new Problem('invalid_input', message('fields.typeFixed', { key: field.key }))
}

async function takeUp(
  db: Db,
  field: { datasetId: number; key: string; version: number; position: number },
): Promise<void> {
  await db
    .updateTable('dataset_field')
    .set({ position: field.position })
    .where('dataset_id', '=', field.datasetId)
    .where('key', '=', field.key)
    .where('version', '=', field.version)
    .execute()
}

async function add(
  db: Db,
  added: { datasetId: number; field: Field; version: number; position: number },
  { actor, at }: By,
): Promise<void> {
  await db
    .insertInto('dataset_field')
    .values({
      dataset_id: added.datasetId,
      key: added.field.key,
      version: added.version,
      position: added.position,
      description: JSON.stringify(added.field),
      described_at: at,
      described_by: actor.username,
    })
    .execute()
}
