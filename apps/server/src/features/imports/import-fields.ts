import type { DatasetField } from '#contract/fields/field'
import { faultIn } from '#contract/fields/faults'
import { Field, mostFields } from '#contract/fields/field'

import type { Db } from '../../platform/database/database.ts'
import { needing } from '../../platform/http/actor.ts'
import { isPermitted } from '../datasets/queries.ts'
import { describeFields } from '../fields/describe-fields.ts'
import { listFields } from '../fields/queries.ts'
import type { Importer } from './importer.ts'

export interface ImportedFields {
  /** The fields that the file may have values of. */
  readonly fields: readonly DatasetField[]
  /** Keys of the fields created from the file. */
  readonly created: readonly string[]
}

interface Place {
  readonly dataset: { readonly id: number }
  readonly importer: Importer
  readonly at: Date
  readonly dryRun: boolean
}

/**
 * The dataset's fields, with those of the file that it lacks, if the importer may add any. An
 * invalid description is left out; its values then count as having no field.
 */
export async function importFields(
  db: Db,
  described: readonly unknown[],
  { dataset, importer, at, dryRun }: Place,
): Promise<ImportedFields> {
  const own = await listFields(db, dataset.id)
  const current = own.map(({ field }) => field)
  const mayAdd = await isPermitted(db, needing(importer, 'configure'), dataset.id)
  const added = mayAdd ? newFields(current, described) : []
  if (added.length === 0) return { fields: own, created: [] }
  const created = added.map(({ key }) => key)
  if (dryRun) {
    return { fields: [...own, ...added.map((field) => ({ field, version: 1 }))], created }
  }
  const replaces = Object.fromEntries(own.map(({ field, version }) => [field.key, version]))
  const change = { fields: [...current, ...added], replaces }
  await describeFields(db, dataset.id, change, { actor: importer, at })
  return { fields: await listFields(db, dataset.id), created }
}

function newFields(current: readonly Field[], described: readonly unknown[]): Field[] {
  const added: Field[] = []
  for (const entry of described) {
    const field = Field.safeParse(entry).data
    if (field === undefined) continue
    const before = [...current, ...added]
    const isKnown = before.some(({ key }) => key === field.key)
    if (isKnown || before.length === mostFields || faultIn([...before, field]) !== null) continue
    added.push(field)
  }
  return added
}
