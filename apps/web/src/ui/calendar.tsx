import '@mantine/dates/styles.layer.css'
import 'dayjs/locale/ko'

import { DatePicker } from '@mantine/dates'

import { currentLanguage } from '../i18n/i18n.ts'

interface CalendarProps {
  /** YYYY-MM-DD; null if no day is chosen yet. */
  day: string | null
  onChoose: (day: string) => void
}

/** A month to choose a day from, opened at the chosen day. */
export function Calendar({ day, onChoose }: CalendarProps) {
  return (
    <DatePicker
      locale={currentLanguage()}
      firstDayOfWeek={0}
      {...(day !== null && { defaultDate: day })}
      value={day}
      onChange={(chosen) => chosen !== null && onChoose(chosen)}
    />
  )
}
