/**
 * A reading of a camera's clock. It is not an instant: the offset from UTC (`±hh:mm`) is null unless stated,
 * and the time (`hh:mm:ss`, with a fraction if there is one) is null if only the day (`YYYY-MM-DD`) is known.
 */
export type ClockTime =
  | { readonly day: string; readonly time: string; readonly offset: string | null }
  | { readonly day: string; readonly time: null; readonly offset: null }

/** ISO 8601 as `isoText` writes it. */
export const clockTimePattern: RegExp =
  /^(\d{4}-\d{2}-\d{2})(?:T(\d{2}:\d{2}:\d{2}(?:\.\d{1,6})?)([+-]\d{2}:\d{2})?)?$/

/** Parses ISO 8601 text as a clock time; undefined if it is invalid. */
export function readIso(text: string): ClockTime | undefined {
  const [, day, time, offset] = clockTimePattern.exec(text) ?? []
  if (day === undefined || !isCalendarDay(day)) return undefined
  if (time === undefined) return { day, time: null, offset: null }
  if (!isTimeOfDay(time) || (offset !== undefined && !isOffset(offset))) return undefined
  return { day, time, offset: offset ?? null }
}

/** `YYYY-MM-DD`, `YYYY-MM-DDThh:mm:ss` or `YYYY-MM-DDThh:mm:ss+09:00`, as precise as known. */
export function isoText({ day, time, offset }: ClockTime): string {
  return time === null ? day : `${day}T${time}${offset ?? ''}`
}

/** Like {@link isoText}, to the second, as used in API calls and table files. */
export function isoSeconds(at: ClockTime): string {
  return isoText(at.time === null ? at : { ...at, time: at.time.slice(0, 8) })
}

/** The same reading of the clock, with this offset unless it has its own. */
export function orOffset(at: ClockTime, offset: string | null): ClockTime {
  return at.time === null || at.offset !== null ? at : { ...at, offset }
}

/** For display: `2026-01-31 10:00`, with `(UTC+9)` if the offset is known. */
export function shownText(at: ClockTime): string {
  if (at.time === null) return at.day
  const clock = `${at.day} ${at.time.slice(0, 5)}`
  return at.offset === null ? clock : `${clock} (${offsetName(at.offset)})`
}

/** Formats an ISO 8601 text for display; returns any other text unchanged. */
export function shownIso(text: string): string {
  const at = readIso(text)
  return at === undefined ? text : shownText(at)
}

/** `UTC+9`, `UTC-2:30`, `UTC`. */
function offsetName(offset: string): string {
  const [hours = '', minutes = ''] = offset.slice(1).split(':')
  if (Number(hours) === 0 && Number(minutes) === 0) return 'UTC'
  return `UTC${offset.slice(0, 1)}${Number(hours)}${minutes === '00' ? '' : `:${minutes}`}`
}

/** The clock's reading in milliseconds, counted as if the clock stood at UTC. */
export function readingMs({ day, time }: ClockTime): number {
  const [hours = 0, minutes = 0, seconds = 0] = (time ?? '00:00:00').split(':').map(Number)
  return Date.parse(day) + Math.round(((hours * 60 + minutes) * 60 + seconds) * 1000)
}

/** The reading at an instant, to the second, of a clock at this offset. */
export function clockAt(instant: Date, offset: string): ClockTime {
  const [day = '', time = ''] = new Date(instant.getTime() + offsetMs(offset))
    .toISOString()
    .slice(0, 19)
    .split('T')
  return { day, time, offset }
}

/** `+09:00` in milliseconds. */
export function offsetMs(offset: string): number {
  const [hours = 0, minutes = 0] = offset.slice(1).split(':').map(Number)
  return (offset.startsWith('-') ? -1 : 1) * (hours * 60 + minutes) * 60_000
}

export function isCalendarDay(day: string): boolean {
  const parsed = new Date(`${day}T00:00:00Z`)
  // No calendar has a year 0, nor do databases.
  if (Number.isNaN(parsed.getTime()) || day.startsWith('0000')) return false
  return parsed.toISOString().startsWith(day)
}

/** `hh:mm:ss`, with a leap second. */
export function isTimeOfDay(time: string): boolean {
  const [hours = NaN, minutes = NaN, seconds = NaN] = time.split(':').map(Number)
  return hours < 24 && minutes < 60 && seconds < 61
}

/** Whether DICOM and ISO 8601 allow the offset; `-00:00` means unknown. */
export function isOffset(offset: string): boolean {
  const [hours = NaN, minutes = NaN] = offset.slice(1).split(':').map(Number)
  const ms = offsetMs(offset)
  const isWithin = hours <= 14 && minutes < 60 && ms >= -12 * 3_600_000 && ms <= 14 * 3_600_000
  return isWithin && offset !== '-00:00'
}
