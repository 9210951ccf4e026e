const two = (number: number) => String(number).padStart(2, '0')

/** YYYY-MM-DD in the user's time zone, which can differ from the day in UTC. */
export function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

/** The day that is this many days before another, both as YYYY-MM-DD. */
export function dayBefore(day: string, days: number): string {
  const date = new Date(day)
  date.setUTCDate(date.getUTCDate() - days)
  return date.toISOString().slice(0, 10)
}
