import { dayBefore } from './day.ts'

/** Spans of days to choose from; `from` and `to` count the days before today. */
export const daySpans = [
  { name: 'today', from: 0, to: 0 },
  { name: 'yesterday', from: 1, to: 1 },
  { name: 'lastWeek', from: 6, to: 0 },
  { name: 'lastMonth', from: 29, to: 0 },
  { name: 'lastYear', from: 364, to: 0 },
] as const

export type DaySpan = (typeof daySpans)[number]

/** The first and the last day of a span. */
export function daysOf({ from, to }: DaySpan, today: string): [string, string] {
  return [dayBefore(today, from), dayBefore(today, to)]
}
