import { isCalendarDay, isOffset, isTimeOfDay, orOffset, type ClockTime } from './clock-time.ts'

/** A DA value (PS3.5 6.2), also with the separators of old devices, as YYYY-MM-DD. */
export function parseDate(text: string | undefined): string | undefined {
  const match = /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})$/.exec(text?.trim() ?? '')
  if (match === null) return undefined
  const day = match.slice(1).join('-')
  return isCalendarDay(day) ? day : undefined
}

/** A TM value (PS3.5 6.2), of hours at least, as hh:mm:ss, with its fraction unless that is zero. */
export function parseTime(text: string | undefined): string | undefined {
  const match = /^(\d{2}):?(\d{2})?:?(\d{2})?(\.\d{1,6})?$/.exec(text?.trim() ?? '')
  if (match === null) return undefined
  const [hours = '00', minutes = '00', seconds = '00', fraction = ''] = match.slice(1)
  const time = `${hours}:${minutes}:${seconds}${/[1-9]/.test(fraction) ? fraction : ''}`
  return isTimeOfDay(time) ? time : undefined
}

/** A DT value (PS3.5 6.2) with a whole date, with its offset from UTC if it has one. */
export function parseDateTime(text: string | undefined): ClockTime | undefined {
  const match = /^(\d{8})(\d{2,6}(?:\.\d{1,6})?)?([+-]\d{4})?$/.exec(text?.trim() ?? '')
  const day = parseDate(match?.[1])
  if (match === null || day === undefined) return undefined
  if (match[2] === undefined) return { day, time: null, offset: null }
  const time = parseTime(match[2])
  return time === undefined ? undefined : { day, time, offset: parseOffset(match[3]) ?? null }
}

/** Timezone Offset From UTC (PS3.3 C.12.1.1.8), `+0900`, as +09:00. */
export function parseOffset(text: string | undefined): string | undefined {
  const match = /^([+-]\d{2})(\d{2})$/.exec(text?.trim() ?? '')
  const offset = match === null ? undefined : `${match[1]}:${match[2]}`
  return offset !== undefined && isOffset(offset) ? offset : undefined
}

/** Tags of date and time that say when a picture was taken, the nearest to that moment first. */
const moments = [
  ['00080022', '00080032'], // Acquisition
  ['00080023', '00080033'], // Content
  ['00080021', '00080031'], // Series
  ['00080020', '00080030'], // Study
] as const
const acquisitionDateTime = '0008002A'
export const timezoneOffsetFromUtc = '00080201'

/**
 * When an object was acquired, by the clock of its device: Acquisition DateTime, else the dates and
 * times of acquisition, content, series and study. A date without its time takes the next time that
 * is of the same day. The offset is the value's own, else Timezone Offset From UTC.
 * @param text the value of a tag
 */
export function acquisitionOf(text: (tag: string) => string | undefined): ClockTime | undefined {
  const readings = [
    parseDateTime(text(acquisitionDateTime)),
    ...moments.map(([date, time]) => reading(text(date), text(time))),
  ].filter((at) => at !== undefined)
  const [first] = readings
  if (first === undefined) return undefined
  const timed = readings.find(({ day, time }) => day === first.day && time !== null) ?? first
  return orOffset(timed, parseOffset(text(timezoneOffsetFromUtc)) ?? null)
}

function reading(date: string | undefined, time: string | undefined): ClockTime | undefined {
  const day = parseDate(date)
  if (day === undefined) return undefined
  const parsed = parseTime(time)
  return parsed === undefined
    ? { day, time: null, offset: null }
    : { day, time: parsed, offset: null }
}

/** A DA value. */
export function dateValue({ day }: ClockTime): string {
  return day.replaceAll('-', '')
}

/** A TM value; empty if only the day is known. */
export function timeValue({ time }: ClockTime): string {
  return (time ?? '').replaceAll(':', '')
}

/** A DT value (PS3.5 6.2), identical to HL7's DTM, with its offset if known. */
export function dateTimeValue(at: ClockTime): string {
  return `${dateValue(at)}${timeValue(at)}${offsetValue(at) ?? ''}`
}

/** A value of Timezone Offset From UTC; undefined if that is not known. */
export function offsetValue({ offset }: ClockTime): string | undefined {
  return offset?.replace(':', '')
}
