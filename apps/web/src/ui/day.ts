const two = (number: number) => String(number).padStart(2, '0')

/** YYYY-MM-DD where the user is, which need not be the day in UTC. */
export function dayOf(date: Date): string {
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}
