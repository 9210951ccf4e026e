import { clockAt, isOffset, offsetMs, readingMs, shownText, type ClockTime } from './clock-time.ts'

/** Whether it is a name of the IANA time zone database (`Asia/Seoul`) or a fixed offset (`+09:00`). */
export function isTimeZone(zone: string): boolean {
  if (isFixed(zone)) return isOffset(zone)
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}

function isFixed(zone: string): boolean {
  return /^[+-]\d{2}:\d{2}$/.test(zone)
}

const formats = new Map<string, Intl.DateTimeFormat>()

/** How far the clocks of a zone are ahead of UTC at an instant: `+09:00`, to the minute. */
export function offsetAt(zone: string, instant: Date): string {
  if (isFixed(zone)) return zone
  const format =
    formats.get(zone) ??
    new Intl.DateTimeFormat('en', { timeZone: zone, timeZoneName: 'longOffset' })
  formats.set(zone, format)
  const name = format.formatToParts(instant).find(({ type }) => type === 'timeZoneName')?.value
  // 'GMT' alone at zero; local mean times of the 19th century have seconds.
  return /[+-]\d{2}:\d{2}/.exec(name ?? '')?.[0] ?? '+00:00'
}

/** An instant, for display, as the clocks of a zone show it: `2026-01-31 10:00 (UTC+9)`. */
export function shownInstant(instant: Date, zone: string): string {
  return shownText(clockAt(instant, offsetAt(zone, instant)))
}

const dayMs = 86_400_000

/**
 * The offset of a zone when its clocks show this reading. An hour that occurs twice, in autumn, means the
 * first; an hour that is skipped, in spring, is taken from a clock that has not been set forward yet (the
 * default of ECMAScript's Temporal). Null if the reading has no time.
 */
export function offsetOf(zone: string, at: ClockTime): string | null {
  if (at.time === null) return null
  const reading = readingMs(at)
  const before = offsetAt(zone, new Date(reading - dayMs))
  const after = offsetAt(zone, new Date(reading + dayMs))
  const isIn = (offset: string): boolean =>
    offsetAt(zone, new Date(reading - offsetMs(offset))) === offset
  return isIn(before) || !isIn(after) ? before : after
}

/**
 * Milliseconds to sort readings by. With a zone, readings are in order of instants, and the zone supplies
 * missing offsets; without one, in order of the clocks.
 */
export function orderMs(at: ClockTime, zone: string | null): number {
  const reading = readingMs(at)
  if (zone === null) return reading
  const offset = at.offset ?? offsetOf(zone, at)
  // A constant, by which days and times without a date line stay beside each other.
  const usual = offsetMs(offsetAt(zone, new Date(0)))
  return offset === null ? reading : reading - offsetMs(offset) + usual
}
