const shortestMs = 1000
const longestMs = 15 * 60_000

/**
 * Milliseconds to wait after this number of failed tries: 1 s, doubled each time, up to 15 min, and up to a
 * quarter less, so that messages that failed together are not retried together.
 * @param chance 0 to 1
 */
export function pauseAfter(tries: number, chance = Math.random()): number {
  const whole = Math.min(longestMs, shortestMs * 2 ** Math.min(tries, 20))
  return Math.max(shortestMs, whole * (1 - chance / 4))
}
