const dayLength = 24 * 60 * 60 * 1000

/**
 * Divides the time of some days (YYYY-MM-DD) into days, weeks from Monday or months.
 * @returns the first day of the period to which a day belongs
 */
export function periodOf(days: readonly string[]): (day: string) => string {
  const sorted = days.toSorted()
  const span = (Date.parse(sorted.at(-1) ?? '') - Date.parse(sorted[0] ?? '')) / dayLength
  if (!(span > 31)) return (day) => day
  if (span <= 31 * 7) return mondayOf
  return (day) => `${day.slice(0, 7)}-01`
}

function mondayOf(day: string): string {
  const at = new Date(day)
  // Sunday is 0.
  const sinceMonday = (at.getUTCDay() + 6) % 7
  return new Date(at.getTime() - sinceMonday * dayLength).toISOString().slice(0, 10)
}
