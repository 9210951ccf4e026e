import type { DatasetField, FieldSubject } from '#contract/fields/field'
import { misfitOf } from '#contract/fields/rules'
import { FieldValue } from '#contract/fields/value'

import type { AnnotationValues } from '../fields/annotation-values.ts'

interface FittingValues {
  readonly kept: AnnotationValues
  /** Keys of values without a field for these subjects, or that do not fit theirs. */
  readonly leftOut: readonly string[]
}

/** Divides the values of a file into those that the dataset's fields take and the rest. */
export function fittingValues(
  fields: readonly DatasetField[],
  values: Readonly<Record<string, unknown>>,
  subjects: readonly FieldSubject[],
): FittingValues {
  const kept: Record<string, FieldValue> = {}
  const versions: Record<string, number> = {}
  const leftOut: string[] = []
  for (const [key, entry] of Object.entries(values)) {
    const described = fields.find(({ field }) => field.key === key)
    const value = FieldValue.safeParse(entry).data
    // Computed ones follow from the others.
    if (described?.field.computed !== undefined) continue
    const fits =
      described !== undefined &&
      subjects.includes(described.field.subject) &&
      value !== undefined &&
      misfitOf(described.field, value) === null
    if (!fits) leftOut.push(key)
    else {
      kept[key] = value
      versions[key] = described.version
    }
  }
  return { kept: { fields: kept, field_versions: versions }, leftOut }
}
