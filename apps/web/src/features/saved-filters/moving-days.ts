import { type FilterQuery, MovingDay } from '#contract/saved-filters'

import { dayBefore } from '../../ui/day.ts'
import { type DaySpan, daySpans, daysOf } from '../../ui/day-spans.ts'

/** The span of days of the query, counted from today; undefined if it has other days or none. */
export function spanOf(query: FilterQuery, today: string): DaySpan | undefined {
  return daySpans.find((span) => {
    const [first, last] = daysOf(span, today)
    return query.studyDate__gte === first && query.studyDate__lte === last
  })
}

/** The query with the span in place of its days, so that it moves with the calendar. */
export function movingBy({ from, to }: DaySpan, query: FilterQuery): FilterQuery {
  return { ...query, studyDate__gte: movingDay(from), studyDate__lte: movingDay(to) }
}

/** The query as the list understands it: with the days that its moving days are today. */
export function onDay(query: FilterQuery, today: string): FilterQuery {
  const { studyDate__gte: first, studyDate__lte: last } = query
  return {
    ...query,
    ...(first !== undefined && { studyDate__gte: fixedDay(first, today) }),
    ...(last !== undefined && { studyDate__lte: fixedDay(last, today) }),
  }
}

function movingDay(days: number): string {
  return days === 0 ? 'today' : `today-${days}`
}

function fixedDay(day: string, today: string): string {
  if (!MovingDay.safeParse(day).success) return day
  return dayBefore(today, Number(day.slice('today-'.length)))
}
