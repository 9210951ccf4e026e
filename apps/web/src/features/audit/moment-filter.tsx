import { Input, TextInput } from '@mantine/core'

import classes from './audit-filter-form.module.css'

interface MomentFilterProps {
  label: string
  timeLabel: string
  /** '2026-01-31', or with a time '2026-01-31T10:00'. */
  value: string
  onChange: (moment: string) => void
}

/** A day with an optional time. */
export function MomentFilter({ label, timeLabel, value, onChange }: MomentFilterProps) {
  const [day = '', time = ''] = value.split('T')
  return (
    <div className={classes['moment']}>
      <TextInput
        type="date"
        label={label}
        value={day}
        onChange={(event) => onChange(joined(event.currentTarget.value, time))}
      />
      <Input
        type="time"
        aria-label={timeLabel}
        disabled={day === ''}
        value={time.slice(0, 5)}
        onChange={(event) => onChange(joined(day, event.currentTarget.value))}
      />
    </div>
  )
}

function joined(day: string, time: string): string {
  return day === '' || time === '' ? day : `${day}T${time}`
}
