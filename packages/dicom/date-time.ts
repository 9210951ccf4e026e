/** A DA value (PS3.5 6.2), also with the separators of old devices, as YYYY-MM-DD. */
export function parseDate(text: string | undefined): string | undefined {
  const match = /^(\d{4})[-./]?(\d{2})[-./]?(\d{2})$/.exec(text ?? '')
  if (match === null) return undefined
  const date = match.slice(1).join('-')
  return isCalendarDay(date) ? date : undefined
}

/** A TM value, of hours at least, as HH:MM:SS; fractions of seconds are dropped. */
export function parseTime(text: string | undefined): string | undefined {
  const match = /^(\d{2}):?(\d{2})?:?(\d{2})?(?:\.\d{1,6})?$/.exec(text ?? '')
  if (match === null) return undefined
  const [hours = '00', minutes = '00', seconds = '00'] = match.slice(1)
  const isTime = Number(hours) < 24 && Number(minutes) < 60 && Number(seconds) < 61
  return isTime ? `${hours}:${minutes}:${seconds}` : undefined
}

/** A DT value with a whole date as ISO 8601, with the offset from UTC where it has one. */
export function parseDateTime(text: string | undefined): string | undefined {
  const match = /^(\d{8})(\d{2,6})?(?:\.\d{1,6})?(?:([+-]\d{2})(\d{2}))?$/.exec(text ?? '')
  const date = parseDate(match?.[1])
  if (match === null || date === undefined) return undefined
  const time = parseTime(match[2] ?? '00')
  if (time === undefined) return undefined
  return match[3] === undefined ? `${date}T${time}` : `${date}T${time}${match[3]}:${match[4]}`
}

function isCalendarDay(date: string): boolean {
  const day = new Date(`${date}T00:00:00Z`)
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(date)
}
