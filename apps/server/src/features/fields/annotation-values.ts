import { isDeepStrictEqual } from 'node:util'

import type { FieldValues } from '#contract/fields/value'

import type { Db } from '../../platform/database/database.ts'
import { fieldFor, refuseMisfit } from './check-values.ts'
import { listAllFields } from './queries.ts'
import { withComputed } from '#contract/fields/rules'

/** The values of an annotation, with the version of the description of each. */
export interface AnnotationValues {
  readonly fields: FieldValues
  readonly field_versions: Readonly<Record<string, number>>
}

export const noFields: AnnotationValues = { fields: {}, field_versions: {} }

/**
 * The values of an annotation after a change; undefined fields stay unchanged.
 * @throws {Problem} invalid_input for a value that does not fit its field
 */
export async function fieldsAfter(
  db: Db,
  before: AnnotationValues,
  { image, fields: values }: { image: { dataset_id: number }; fields: FieldValues | undefined },
): Promise<AnnotationValues> {
  if (values === undefined || isDeepStrictEqual(values, before.fields)) {
    return { fields: before.fields, field_versions: before.field_versions }
  }
  // A browser may hold values of a field that was removed meanwhile: they are kept like its others.
  const known = await listAllFields(db, image.dataset_id)
  const changed = Object.entries(values).filter(
    ([key, value]) => !isDeepStrictEqual(before.fields[key], value),
  )
  const versions: Record<string, number> = {}
  for (const key of Object.keys(values)) {
    const version = before.field_versions[key]
    if (version !== undefined) versions[key] = version
  }
  for (const [key, value] of changed) {
    const described = fieldFor(known, key, ['annotation'])
    refuseMisfit(described, value)
    versions[key] = described.version
  }
  const own = known.filter(({ field }) => field.subject === 'annotation')
  const after = withComputed(
    own.map(({ field }) => field),
    values,
  )
  for (const { field, version } of own) {
    if (field.computed !== undefined && after[field.key] !== undefined)
      versions[field.key] = version
  }
  return { fields: after, field_versions: versions }
}
