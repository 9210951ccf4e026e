import { Group, NumberInput, SegmentedControl, Stack, Text } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import type { ScaleFields } from './form-fields.ts'

interface ScaleInputsProps {
  fields: ScaleFields
  /** If false, a scale is required. */
  allowsNone?: boolean
  onChange: (fields: ScaleFields) => void
}

/** A scale in micrometres per pixel, or as the degrees across the image circle. */
export function ScaleInputs({ fields, allowsNone = false, onChange }: ScaleInputsProps) {
  const { t } = useTranslation()
  const forms = [...(allowsNone ? (['none'] as const) : []), 'direct', 'field'] as const
  const number = (name: 'micrometres' | 'degrees' | 'circle') => ({
    label: t(`patientData.scale.${name}`),
    hideControls: true,
    value: fields[name],
    onChange: (value: string | number) => onChange({ ...fields, [name]: String(value) }),
  })
  return (
    <Stack gap="xs">
      <SegmentedControl
        size="xs"
        aria-label={t('patientData.scale.form')}
        data={forms.map((value) => ({ value, label: t(`patientData.scale.forms.${value}`) }))}
        value={fields.form}
        onChange={(form) => onChange({ ...fields, form })}
      />
      {fields.form === 'direct' && (
        <NumberInput {...number('micrometres')} min={0.5} max={100} decimalScale={4} w="12rem" />
      )}
      {fields.form === 'field' && (
        <>
          <Group align="flex-start">
            <NumberInput {...number('degrees')} min={10} max={200} decimalScale={2} w="12rem" />
            <NumberInput {...number('circle')} min={50} max={30_000} decimalScale={1} w="12rem" />
          </Group>
          <Text size="xs" c="dimmed">
            {t('patientData.scale.fieldHint')}
          </Text>
        </>
      )}
    </Stack>
  )
}
