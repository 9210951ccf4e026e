import type { DatasetField, Field } from '#contract/fields/field'
import type { FieldOrder } from '#contract/fields/filter'

import { currentLanguage } from '../../i18n/i18n.ts'

type FieldKeyOrder = Exclude<FieldOrder, `-${string}`>

/** The fields of images, eyes and visits, which lists can show as columns and sort by. */
export function listedFields(fields: readonly DatasetField[]): Field[] {
  return fields.map(({ field }) => field).filter(({ subject }) => subject !== 'annotation')
}

/** The options to sort a list by fields, with their names. */
export function fieldOrders(
  fields: readonly DatasetField[],
): { value: FieldKeyOrder; label: string }[] {
  return listedFields(fields).map(({ key, words }) => ({
    value: `field.${key}`,
    label: words[currentLanguage()],
  }))
}
