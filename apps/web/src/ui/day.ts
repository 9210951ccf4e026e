const two = (number: number) => String(number).padStart(2, '0')

/** YYYY-MM-DD in the user's time zone, which can differ from the day in UTC. */
export function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
