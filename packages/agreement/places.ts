import type { Point } from '#geometry/point'
import { lengthOfLine, pointOf, pointsOf, type Ring } from '#geometry/polygon'

/** Places on each drawing from which the distance to the other one is measured. */
const places = 500

/** Places at equal distances along open lines; of a closed outline, the first point is its last again. */
export function placesAlong(lines: readonly Ring[]): Point[] {
  const step = lines.reduce((sum, line) => sum + lengthOfLine(line), 0) / places
  if (step === 0) return lines.slice(0, 1).flatMap((line) => pointsOf(line).slice(0, 1))
  const found: Point[] = []
  let before = 0
  for (const line of lines) {
    for (let vertex = 0; 2 * vertex + 2 < line.length; vertex++) {
      const [from, to] = [pointOf(line, vertex), pointOf(line, vertex + 1)]
      const length = Math.hypot(to.x - from.x, to.y - from.y)
      while ((found.length + 0.5) * step < before + length) {
        const share = ((found.length + 0.5) * step - before) / length
        found.push({ x: from.x + share * (to.x - from.x), y: from.y + share * (to.y - from.y) })
      }
      before += length
    }
  }
  return found
}

/** Distances in pixels from places on each of two drawings to the other one. */
export interface Distances {
  /** Mean over both drawings. */
  readonly mean: number
  /** The larger of the two 95th percentiles. */
  readonly most95: number
}

/** Distances as in T. Heimann et al., IEEE Transactions on Medical Imaging 2009;28:1251-65. */
export function distancesBetween(there: readonly number[], back: readonly number[]): Distances {
  const all = [...there, ...back]
  const mean = all.reduce((sum, each) => sum + each, 0) / all.length
  return { mean, most95: Math.max(quantile95(there), quantile95(back)) }
}

/** The smallest number that at least 95 % of the numbers do not exceed. */
function quantile95(numbers: readonly number[]): number {
  const sorted = numbers.toSorted((x, y) => x - y)
  return sorted[Math.ceil(0.95 * sorted.length) - 1] ?? 0
}
