import type { Point } from '#geometry/point'
import type { Region } from '#raster/crop'

import { directions, type Guide } from './guide.ts'

/** Searched around both places, in working pixels plus a share of their distance. */
const marginPx = 24
const marginShare = 0.3
/** Price of a pixel on a certain line and beside every line, and of a turn by a sixteenth. */
const price = { line: 2, nothing: 60, turn: 5 }
/** Steepness of the price between them. */
const steepness = 3
/** A click may be this far beside its vessel, in working pixels. */
const snapPx = 3

const turns = 2 * directions.length
const steps = [...directions, ...directions.map(({ x, y }) => ({ x: -x, y: -y }))]
const lengths = steps.map(({ x, y }) => Math.hypot(x, y))
/** By the strength of a line, 0 to 255: the price of a pixel. */
const prices = Float64Array.from({ length: 256 }, (_, strength) => {
  const missing = (1 - strength / 255) ** steepness
  return price.line + (price.nothing - price.line) * missing
})
const bucketCount = 256

/**
 * The cheapest way between two places of a guide, in its pixels. A state of the search is a pixel
 * with a direction, and a step may turn by a sixteenth only, so that a way keeps to its vessel
 * where another crosses it. Source: E. J. Bekkers et al., A PDE approach to data-driven
 * sub-Riemannian geodesics in SE(2), 2015, here on a grid by E. W. Dijkstra's algorithm, 1959, with
 * R. B. Dial's buckets, 1969.
 */
export function findPath(guide: Guide, from: Point, to: Point): Point[] {
  const region = regionAround(guide, from, to)
  const search = new Search(guide, region)
  const ends = search.statesNear(to)
  for (const { state, away } of search.statesNear(from)) search.offer(state, -1, away * price.line)
  const goal = search.run(new Map(ends.map(({ state, away }) => [state, away * price.line])))
  return goal === null ? [from, to] : search.wayTo(goal)
}

function regionAround({ width, height }: Guide, from: Point, to: Point): Region {
  const margin = marginPx + marginShare * Math.hypot(to.x - from.x, to.y - from.y)
  const x = Math.max(0, Math.floor(Math.min(from.x, to.x) - margin))
  const y = Math.max(0, Math.floor(Math.min(from.y, to.y) - margin))
  return {
    x,
    y,
    width: Math.min(width, Math.ceil(Math.max(from.x, to.x) + margin)) - x,
    height: Math.min(height, Math.ceil(Math.max(from.y, to.y) + margin)) - y,
  }
}

interface NearState {
  readonly state: number
  readonly away: number
}

class Search {
  readonly #guide: Guide
  readonly #region: Region
  readonly #cost: Float64Array
  readonly #before: Int32Array
  readonly #buckets: number[][] = Array.from({ length: bucketCount }, () => [])
  #waiting = 0

  constructor(guide: Guide, region: Region) {
    this.#guide = guide
    this.#region = region
    this.#cost = new Float64Array(region.width * region.height * turns).fill(Infinity)
    this.#before = new Int32Array(this.#cost.length).fill(-1)
  }

  /** All directions of the pixels around a place. */
  statesNear({ x, y }: Point): NearState[] {
    const region = this.#region
    const near: NearState[] = []
    const [column, row] = [x - region.x - 0.5, y - region.y - 0.5]
    for (let v = Math.ceil(row - snapPx); v <= row + snapPx; v++) {
      for (let u = Math.ceil(column - snapPx); u <= column + snapPx; u++) {
        const away = Math.hypot(u - column, v - row)
        if (away > snapPx || u < 0 || v < 0 || u >= region.width || v >= region.height) continue
        for (let turn = 0; turn < turns; turn++) {
          near.push({ state: (v * region.width + u) * turns + turn, away })
        }
      }
    }
    return near
  }

  offer(state: number, before: number, cost: number): void {
    if (cost >= (this.#cost[state] ?? 0)) return
    this.#cost[state] = cost
    this.#before[state] = before
    this.#buckets[Math.floor(cost) % bucketCount]?.push(state)
    this.#waiting += 1
  }

  /** Goes on until the cheapest of the goals, each with what reaching it costs in addition. */
  run(goals: ReadonlyMap<number, number>): number | null {
    let [best, least] = [-1, Infinity]
    for (let now = 0; this.#waiting > 0 && now < least; now++) {
      const bucket = this.#buckets[now % bucketCount] ?? []
      for (let state = bucket.pop(); state !== undefined; state = bucket.pop()) {
        this.#waiting -= 1
        const cost = this.#cost[state] ?? 0
        if (Math.floor(cost) !== now) continue
        const total = cost + (goals.get(state) ?? Infinity)
        if (total < least) [best, least] = [state, total]
        this.#expand(state, cost)
      }
    }
    return best < 0 ? null : best
  }

  #expand(state: number, cost: number): void {
    const { width, height, x: left, y: top } = this.#region
    const pixel = Math.floor(state / turns)
    const turn = state % turns
    const column = pixel % width
    const row = (pixel - column) / width
    for (let change = -1; change <= 1; change++) {
      const next = (turn + change + turns) % turns
      const step = steps[next]
      const line = this.#guide.lines[next % directions.length]
      if (step === undefined || line === undefined) continue
      const [u, v] = [column + step.x, row + step.y]
      if (u < 0 || v < 0 || u >= width || v >= height) continue
      const strength = line[(top + v) * this.#guide.width + left + u] ?? 0
      const going = (lengths[next] ?? 1) * (prices[strength] ?? price.nothing)
      const turning = change === 0 ? 0 : price.turn
      this.offer((v * width + u) * turns + next, state, cost + going + turning)
    }
  }

  wayTo(goal: number): Point[] {
    const { width, x, y } = this.#region
    const way: Point[] = []
    for (let state = goal; state >= 0; state = this.#before[state] ?? -1) {
      const pixel = Math.floor(state / turns)
      way.push({ x: x + (pixel % width) + 0.5, y: y + Math.floor(pixel / width) + 0.5 })
    }
    return way.toReversed()
  }
}
