import type { DatasetField, Field } from '#contract/fields/field'
import type { FieldOrder } from '#contract/fields/filter'

import { currentLanguage } from '../../i18n/i18n.ts'

type FieldKeyOrder = Exclude<FieldOrder, `-${string}`>

/** The fields of images, eyes and visits: those that a list can be ordered by and has columns of. */
export function listedFields(fields: readonly DatasetField[]): Field[] {
  return fields.map(({ field }) => field).filter(({ subject }) => subject !== 'annotation')
}

/** The orders of a list by its fields, with their names. */
export function fieldOrders(
  fields: readonly DatasetField[],
): { value: FieldKeyOrder; label: string }[] {
  return listedFields(fields).map(({ key, words }) => ({
    value: `field.${key}`,
    label: words[currentLanguage()],
  }))
}
