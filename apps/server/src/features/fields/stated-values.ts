import type { DatasetField } from '#contract/fields/field'
import type { StatedValue } from '#contract/fields/stated'
import { isDiffering, sameValue, type FieldValue, type ListedValues } from '#contract/fields/value'

import type { Db } from '../../platform/database/database.ts'
import { listEntries, listFields } from './queries.ts'
import { listReaderValues, type ReaderValue } from './reader-values.ts'

interface Fielded {
  readonly id: number
  readonly dataset_id: number
  readonly fields: ListedValues
}

/**
 * The values that apply to an image, in the order of its dataset's fields: the agreed value of each,
 * or the values of its readers if none is agreed.
 */
export async function statedValues(db: Db, image: Fielded): Promise<StatedValue[]> {
  if (Object.keys(image.fields).length === 0) return []
  const entries = await listEntries(db, image.id)
  const ofReaders = await listReaderValues(db, [image.id])
  const fields = await listFields(db, image.dataset_id)
  return fields.flatMap((described) => {
    const { field } = described
    const single = ofReaders.filter(({ key, has_agreed: has }) => key === field.key && !has)
    if (single.length > 0) return single.flatMap((each) => ownValue(described, each))
    const value = image.fields[field.key]
    if (value === undefined || isDiffering(value) || isEmpty(value)) return []
    // The value may have come here with the image, from a visit of its own.
    const entry = entries.find(({ key, after }) => key === field.key && sameValue(after, value))
    const entered = entry === undefined ? null : enteredBy(entry)
    return [{ field, value, isAgreed: true, entered }]
  })
}

function ownValue(
  { field }: DatasetField,
  { value, username, name, at }: ReaderValue,
): StatedValue[] {
  if (isEmpty(value)) return []
  const entered = at === null ? null : { username, name, at: at.toISOString() }
  return [{ field, value, isAgreed: false, entered }]
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
