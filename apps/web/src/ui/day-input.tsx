import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ko'

import { ActionIcon, Popover, TextInput, type TextInputProps } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { currentLanguage } from '../i18n/i18n.ts'

interface DayInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** YYYY-MM-DD, or unfinished text. */
  value: string
  onChange: (text: string) => void
}

/** A day, typed or chosen in a calendar. */
export function DayInput({ value, onChange, ...props }: DayInputProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const day = props.error ? null : value
  const choose = (chosen: string | null) => {
    setOpened(false)
    if (chosen !== null) onChange(chosen)
  }
  const calendar = (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <ActionIcon aria-label={t('common.openCalendar')} onClick={() => setOpened(!opened)}>
          <IconCalendar size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <DatePicker
          locale={currentLanguage()}
          firstDayOfWeek={0}
          {...(day !== null && { defaultDate: day })}
          value={day}
          onChange={choose}
        />
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <TextInput
      {...props}
      inputMode="numeric"
      maxLength={10}
      value={value}
      rightSection={calendar}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
