import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ko'

import { DatePickerInput, type DatePickerPreset } from '@mantine/dates'
import dayjs from 'dayjs'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'

import { currentLanguage } from '../i18n/i18n.ts'
import { dayOf } from './day.ts'
import { daySpans, daysOf } from './day-spans.ts'
import { IconCalendar } from './icons.ts'

/** Two inclusive days, YYYY-MM-DD; null for any day. */
type Days = readonly [from: string, to: string] | null

interface DayRangeProps {
  label: string
  placeholder: string
  clearLabel: string
  value: Days
  onChange: (days: Days) => void
}

function usePresets(): DatePickerPreset<'range'>[] {
  const { t } = useTranslation()
  const [today] = useState(() => dayOf(new Date()))
  return daySpans.map((span) => ({
    label: t(`common.${span.name}`),
    value: daysOf(span, today),
  }))
}

/** '2026-01-05 – 2026-01-31', or a single day if both are the same. */
function rangeText(days: readonly (string | Date | null)[]): string {
  const texts = new Set(days.map((day) => (day === null ? '' : dayjs(day).format('YYYY-MM-DD'))))
  return [...texts].join(' – ')
}

/** A range of days, which changes only once both days are chosen. */
export function DayRange(props: DayRangeProps) {
  const { label, placeholder, clearLabel, value, onChange } = props
  const presets = usePresets()
  const [first, setFirst] = useState<string | null>(null)
  const choose = ([from, to]: [string | null, string | null]) => {
    setFirst(to === null ? from : null)
    if (from !== null && to !== null) onChange([from, to])
    if (from === null && to === null) onChange(null)
  }
  const chosen: [string | null, string | null] =
    first === null ? [value?.[0] ?? null, value?.[1] ?? null] : [first, null]
  return (
    <DatePickerInput
      type="range"
      label={label}
      placeholder={placeholder}
      leftSection={<IconCalendar size={16} />}
      locale={currentLanguage()}
      firstDayOfWeek={0}
      valueFormatter={({ date }) => rangeText([date].flat())}
      allowSingleDateInRange
      clearable
      clearButtonProps={{ 'aria-label': clearLabel }}
      presets={presets}
      value={chosen}
      onChange={choose}
      onDropdownClose={() => setFirst(null)}
    />
  )
}
