import { Stack } from '@mantine/core'

import type { DatasetField } from '#contract/fields/field'
import { isRequired, isShown, withComputed } from '#contract/fields/rules'
import type { FieldValue, FieldValues } from '#contract/fields/value'

import { FieldInput } from './field-input.tsx'

interface ValuesFormProps {
  fields: readonly DatasetField[]
  values: FieldValues
  /** Null removes the value. */
  onChange: (field: DatasetField['field'], value: FieldValue | null) => void
}

/** The values of a record, with a control for each field that its rules show. */
export function ValuesForm({ fields, values: entered, onChange }: ValuesFormProps) {
  // Computed in the same way as on the server.
  const values = withComputed(
    fields.map(({ field }) => field),
    entered,
  )
  return (
    <Stack gap="xs">
      {fields
        .filter(({ field }) => isShown(field, values))
        .map(({ field }) => (
          <FieldInput
            key={field.key}
            field={field}
            value={values[field.key]}
            isRequired={isRequired(field, values)}
            onChange={(value) => onChange(field, value)}
          />
        ))}
    </Stack>
  )
}
