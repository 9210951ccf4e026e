import { useState } from 'react'

import { isCalendarDay } from '#clock/clock-time'

import { DayInput } from '../../ui/day-input.tsx'
import { TimeInput } from '../../ui/time-input.tsx'
import { isTimeText } from '../../ui/time-text.ts'
import classes from './audit-filter-form.module.css'

interface MomentFilterProps {
  label: string
  timeLabel: string
  /** '2026-01-31', or with a time '2026-01-31T10:00'. */
  value: string
  onChange: (moment: string) => void
}

/** A day with an optional time, which filters as soon as both are complete. */
export function MomentFilter({ label, timeLabel, value, onChange }: MomentFilterProps) {
  const [typed, setTyped] = useState({ value, ...partsOf(value) })
  // A change from outside, such as clearing the filters, replaces what was typed.
  const { day, time } = typed.value === value ? typed : partsOf(value)
  const change = (next: { day: string; time: string }) => {
    const moment = momentIn(next)
    setTyped({ value: moment ?? value, ...next })
    if (moment !== null && moment !== value) onChange(moment)
  }
  return (
    <div className={classes['moment']}>
      <DayInput label={label} value={day} onChange={(text) => change({ day: text, time })} />
      <TimeInput
        aria-label={timeLabel}
        disabled={day === ''}
        value={time}
        onChange={(text) => change({ day, time: text })}
      />
    </div>
  )
}

function partsOf(moment: string): { day: string; time: string } {
  const [day = '', time = ''] = moment.split('T')
  return { day, time: time.slice(0, 5) }
}

/** Null while a part is unfinished. */
function momentIn({ day, time }: { day: string; time: string }): string | null {
  if (day === '') return ''
  if (!isCalendarDay(day)) return null
  if (time === '') return day
  return isTimeText(time) ? `${day}T${time}` : null
}
