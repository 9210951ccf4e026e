import { sameValue, type FieldValue, type FieldValues } from '#contract/fields/value'
import type { StatedValue } from '#contract/fields/stated'

import type { Db } from '../../platform/database/database.ts'
import { listEntries, listFields } from './queries.ts'

interface Fielded {
  readonly id: number
  readonly dataset_id: number
  readonly fields: FieldValues
}

/** The agreed values that apply to an image, in the order of its dataset's fields. */
export async function statedValues(db: Db, image: Fielded): Promise<StatedValue[]> {
  if (Object.keys(image.fields).length === 0) return []
  const entries = await listEntries(db, image.id)
  const fields = await listFields(db, image.dataset_id)
  return fields.flatMap(({ field }) => {
    const value = image.fields[field.key]
    if (value === undefined || isEmpty(value)) return []
    // The value may have come here with the image, from a visit of its own.
    const entry = entries.find(({ key, after }) => key === field.key && sameValue(after, value))
    return [{ field, value, entered: entry === undefined ? null : enteredBy(entry) }]
  })
}

/** None of several choices says nothing. */
function isEmpty(value: FieldValue): boolean {
  return Array.isArray(value) && value.length === 0
}

function enteredBy({
  changed_by_name: username,
  name,
  changed_at: at,
}: Awaited<ReturnType<typeof listEntries>>[number]): StatedValue['entered'] {
  return { username, name: name === null || name === '' ? username : name, at: at.toISOString() }
}
