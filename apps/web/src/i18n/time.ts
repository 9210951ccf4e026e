import { shownInstant } from '#clock/time-zone'

import { currentLanguage } from './i18n.ts'

/*
 * One style of date and time in both languages: ISO 8601 without the T, 24 hours. An instant of the server is
 * shown in the reader's zone, which is stated beside it, in the tooltip (`ui/moment.tsx`) or in the column's
 * title. A reading of a camera's clock is not an instant: it is never converted (`shownIso`).
 */

const units: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['year', 31_536_000],
  ['month', 2_592_000],
  ['week', 604_800],
  ['day', 86_400],
  ['hour', 3600],
  ['minute', 60],
  ['second', 1],
]

/** Time from the instant to `now`, in words: '3 minutes ago'. */
export function ago(instant: string, now: number = Date.now()): string {
  const seconds = Math.max(0, Math.floor((now - Date.parse(instant)) / 1000))
  const [unit, length] = units.find(([, size]) => seconds >= size) ?? (['second', 1] as const)
  const format = new Intl.RelativeTimeFormat(currentLanguage(), { numeric: 'always' })
  return format.format(-Math.floor(seconds / length), unit)
}

/** The browser's time zone, such as 'Asia/Seoul'. */
export function readersZone(): string {
  return new Intl.DateTimeFormat().resolvedOptions().timeZone
}

/** The instant in the reader's zone, with the zone, for sentences: '2026-01-31 19:00 (UTC+9)'. */
export function momentText(instant: string, zone: string = readersZone()): string {
  return shownInstant(new Date(instant), zone)
}

/** The instant in the reader's zone, if the zone is stated elsewhere: '2026-01-31 19:00'. */
export function bareMoment(instant: string, zone: string = readersZone()): string {
  return momentText(instant, zone).slice(0, 16)
}

/** The instant in UTC: '2026-01-31 10:00'. */
export function inUtc(instant: string): string {
  return instant.slice(0, 16).replace('T', ' ')
}

/** The instant in UTC, to the second: '2026-01-31 10:00:05'. */
export function inUtcToTheSecond(instant: string): string {
  return instant.slice(0, 19).replace('T', ' ')
}
