import { ActionIcon, Popover, Skeleton, Text, TextInput, type TextInputProps } from '@mantine/core'
import { type ComponentProps, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'

import { isCalendarDay } from '#clock/clock-time'

import type * as calendarPart from './calendar.tsx'
import { IconCalendar } from './icons.ts'

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
        <CalendarPart day={day} onChoose={choose} />
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

/**
 * The calendar, loaded when it is opened, because forms of the annotator have days too. One that cannot be loaded
 * leaves the page as it is, and is tried again when it is opened again.
 */
function CalendarPart(props: ComponentProps<typeof calendarPart.Calendar>) {
  const { t } = useTranslation()
  const [part, setPart] = useState<typeof calendarPart | 'loading' | 'missing'>('loading')
  useEffect(() => {
    import('./calendar.tsx').then(setPart, () => setPart('missing'))
  }, [])
  if (part === 'loading') return <Skeleton width={252} height={290} />
  if (part === 'missing') return <Text size="sm">{t('common.calendarMissing')}</Text>
  return <part.Calendar {...props} />
}
