import { TextInput, type TextInputProps } from '@mantine/core'
import { useTranslation } from 'react-i18next'

import { isTimeText } from './time-text.ts'

interface TimeInputProps extends Omit<TextInputProps, 'value' | 'onChange' | 'error'> {
  /** hh:mm or hh:mm:ss, or unfinished text. */
  value: string
  onChange: (text: string) => void
}

/** A time of day at 24 hours; browsers' own fields follow the system, with AM and PM. */
export function TimeInput({ value, onChange, ...props }: TimeInputProps) {
  const { t } = useTranslation()
  return (
    <TextInput
      placeholder="hh:mm"
      {...props}
      inputMode="numeric"
      maxLength={8}
      value={value}
      error={value !== '' && !isTimeText(value) && t('common.timeForm')}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
