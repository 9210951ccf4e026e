import { Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { DatasetField, Field } from '#contract/fields/field'
import { isRequired, isShown, withComputed } from '#contract/fields/rules'
import type { FieldValue, FieldValues } from '#contract/fields/value'
import { valueInWords } from '#contract/fields/words'

import { currentLanguage } from '../../i18n/i18n.ts'
import { FieldInput } from './field-input.tsx'

const noOthers: readonly OtherValue[] = []

interface OtherValue {
  readonly key: string
  readonly value: FieldValue
  readonly reader: string
}

interface ValuesFormProps {
  fields: readonly DatasetField[]
  values: FieldValues
  /** The values of other readers that are shown. */
  others?: readonly OtherValue[]
  /** Null removes the value. Absent: the values are only shown. */
  onChange: ((field: DatasetField['field'], value: FieldValue | null) => void) | undefined
}

/** The values of a record, with a control for each field that its rules show. */
export function ValuesForm({
  fields,
  values: entered,
  others = noOthers,
  onChange,
}: ValuesFormProps) {
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
          <div key={field.key}>
            <FieldInput
              field={field}
              value={values[field.key]}
              isRequired={isRequired(field, values)}
              onChange={onChange && ((value) => onChange(field, value))}
            />
            {field.perReader !== undefined && field.computed === undefined && (
              <OwnValueNote
                field={field}
                perReader={field.perReader}
                others={others.filter(({ key }) => key === field.key)}
              />
            )}
          </div>
        ))}
    </Stack>
  )
}

interface OwnValueNoteProps {
  field: Field
  perReader: NonNullable<Field['perReader']>
  others: readonly OtherValue[]
}

/** Says that the value is the reader's own, and shows those of the others if the field does. */
function OwnValueNote({ field, perReader, others }: OwnValueNoteProps) {
  const { t } = useTranslation()
  return (
    <Text component="div" size="xs" c="dimmed" mt={2}>
      {t(perReader.showsOthers ? 'fields.ownBeside' : 'fields.own')}
      {others.map(({ reader, value }) => (
        <div key={reader}>
          {t('fields.ofOther', { reader, value: valueInWords(field, value, currentLanguage()) })}
        </div>
      ))}
    </Text>
  )
}
