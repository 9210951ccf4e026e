import { ColorPicker, TextInput } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { Color } from '#contract/primitives'

interface ColourFieldProps {
  value: string
  description?: string
  onChange: (color: string) => void
}

/** A colour, typed as '#rrggbb' or chosen in a picker that covers nothing else. */
export function ColourField({ value, description, onChange }: ColourFieldProps) {
  const { t } = useTranslation()
  const isValid = Color.safeParse(value).success
  return (
    <div>
      <TextInput
        label={t('annotations.colour')}
        description={description}
        value={value}
        error={!isValid && t('annotations.colourInvalid')}
        mb="xs"
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <ColorPicker
        fullWidth
        size="sm"
        format="hex"
        value={isValid ? value : '#ffffff'}
        saturationLabel={t('annotations.saturation')}
        hueLabel={t('annotations.hue')}
        onChange={onChange}
      />
    </div>
  )
}
