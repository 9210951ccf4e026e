import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ko'

import { DatePickerInput, type DatePickerPreset } from '@mantine/dates'
import { IconCalendar } from '@tabler/icons-react'
import dayjs from 'dayjs'
import { useState } from 'react'

import { currentLanguage } from '../i18n/i18n.ts'

/** Two days, YYYY-MM-DD, both of them in the range; null where any day will do. */
type Days = readonly [from: string, to: string] | null

interface DayRangeProps {
  label: string
  placeholder: string
  clearLabel: string
  presets: readonly Preset[]
  value: Days
  onChange: (days: Days) => void
}

interface Preset {
  label: string
  days: readonly [string, string]
}

function presetOf({ label, days: [from, to] }: Preset): DatePickerPreset<'range'> {
  return { label, value: [from, to] }
}

/** '2026-01-05 – 2026-01-31', or the day alone where both are the same. */
function rangeText(days: readonly (string | Date | null)[]): string {
  const texts = new Set(days.map((day) => (day === null ? '' : dayjs(day).format('YYYY-MM-DD'))))
  return [...texts].join(' – ')
}

/** A range of days; it holds only when two days are chosen. */
export function DayRange(props: DayRangeProps) {
  const { label, placeholder, clearLabel, presets, value, onChange } = props
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
      presets={presets.map(presetOf)}
      value={chosen}
      onChange={choose}
      onDropdownClose={() => setFirst(null)}
    />
  )
}
