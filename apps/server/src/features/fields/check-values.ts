import type { DatasetField, Field, FieldSubject } from '#contract/fields/field'
import { misfitOf } from '#contract/fields/rules'
import type { FieldValue } from '#contract/fields/value'
import { message } from '#contract/messages/message'

import { Problem } from '../../platform/http/problem.ts'

/**
 * The field with that key among those of a dataset.
 * @throws {Problem} invalid_input if there is none for one of the subjects
 */
export function fieldFor(
  fields: readonly DatasetField[],
  key: string,
  subjects: readonly FieldSubject[],
): DatasetField {
  const found = fields.find(({ field }) => field.key === key)
  if (found === undefined || !subjects.includes(found.field.subject)) {
    throw new Problem('invalid_input', message('fields.unknown', { key }))
  }
  return found
}

/** @throws {Problem} invalid_input if a person may not enter the value; null removes it */
export function refuseMisfit({ field }: DatasetField, value: FieldValue | null): void {
  const misfit = value === null ? removalMisfit(field) : misfitOf(field, value)
  if (misfit === null) return
  const told = message(`fields.${misfit}`, { key: field.key })
  throw new Problem('invalid_input', told, { fields: { [`fields.${field.key}`]: told } })
}

function removalMisfit({ computed }: Field): 'isComputed' | null {
  return computed === undefined ? null : 'isComputed'
}
