import { ActionIcon, Popover, Skeleton, TextInput, type TextInputProps } from '@mantine/core'
import { lazy, Suspense, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { isCalendarDay } from '#clock/clock-time'

import { IconCalendar } from './icons.ts'

// Loaded when it is opened, because forms of the annotator have days too.
const Calendar = lazy(async () => ({ default: (await import('./calendar.tsx')).Calendar }))

interface DayInputProps extends Omit<TextInputProps, 'value' | 'onChange'> {
  /** YYYY-MM-DD, or unfinished text. */
  value: string
  onChange: (text: string) => void
}

/** A day, typed or chosen in a calendar. Text that is no day is marked, unless `error` says more. */
export function DayInput({ value, onChange, ...props }: DayInputProps) {
  const { t } = useTranslation()
  const [opened, setOpened] = useState(false)
  const day = isCalendarDay(value) ? value : null
  const choose = (chosen: string) => {
    setOpened(false)
    onChange(chosen)
  }
  const calendar = (
    <Popover opened={opened} onChange={setOpened} trapFocus returnFocus withinPortal={false}>
      <Popover.Target>
        <ActionIcon aria-label={t('common.openCalendar')} onClick={() => setOpened(!opened)}>
          <IconCalendar size={16} />
        </ActionIcon>
      </Popover.Target>
      <Popover.Dropdown>
        <Suspense fallback={<Skeleton width={252} height={290} />}>
          <Calendar day={day} onChoose={choose} />
        </Suspense>
      </Popover.Dropdown>
    </Popover>
  )
  return (
    <TextInput
      placeholder="YYYY-MM-DD"
      error={value !== '' && day === null && t('common.dayForm')}
      {...props}
      inputMode="numeric"
      maxLength={10}
      value={value}
      rightSection={calendar}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
