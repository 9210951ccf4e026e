import type { DatasetField } from '#contract/fields/field'
import type { FieldValue, FieldValues } from '#contract/fields/value'

import type { Actor } from '../../platform/http/actor.ts'

export interface By {
  readonly actor: Pick<Actor, 'id' | 'username'>
  readonly at: Date
}

/** The row of a record's history that keeps the change of one value. */
export function historyRow(
  recordId: number,
  { field: { key }, version }: DatasetField,
  { before, after, by }: { before: FieldValues; after: FieldValues; by: By },
) {
  return {
    record_id: recordId,
    key,
    before: jsonOf(before[key]),
    after: jsonOf(after[key]),
    version,
    changed_at: by.at,
    changed_by: by.actor.id,
    changed_by_name: by.actor.username,
  }
}

function jsonOf(value: FieldValue | undefined): string | null {
  return value === undefined ? null : JSON.stringify(value)
}
