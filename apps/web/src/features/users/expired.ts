/** Today in UTC, by which the server decides: YYYY-MM-DD. */
export function todayInUtc(): string {
  return new Date().toISOString().slice(0, 10)
}

/** True from the day on which an account cannot sign in any more; both days are YYYY-MM-DD. */
export function hasExpired(expiration: string | null, today: string): boolean {
  return expiration !== null && expiration <= today
}
