import type { Bitmap } from './image.ts'

/** Inside pixels that follow one another in a row; the end is the place after the last of them. */
export interface Run {
  readonly start: number
  readonly end: number
  /** The number of the connected (4) part that it belongs to, from 0. */
  readonly part: number
}

/** The runs of an area from the top, parts numbered in the order of their first pixels. */
export function findRuns(bitmap: Bitmap): Run[] {
  const found: { start: number; end: number }[] = []
  const roots: number[] = []
  let above = 0
  for (let row = 0; row < bitmap.data.length; row += bitmap.width) {
    const first = found.length
    for (const run of runsOfRow(bitmap, row)) {
      const mine = roots.push(roots.length) - 1
      found.push(run)
      while (above < first && (found[above]?.end ?? 0) <= run.start - bitmap.width) above++
      for (let i = above; i < first; i++) {
        if ((found[i]?.start ?? 0) >= run.end - bitmap.width) break
        join(roots, mine, i)
      }
    }
    above = first
  }
  return numbered(found, roots)
}

function* runsOfRow(
  { data, width }: Bitmap,
  row: number,
): Generator<{ start: number; end: number }> {
  const pixels = data.subarray(row, row + width)
  for (let start = pixels.indexOf(1); start !== -1;) {
    const next = pixels.indexOf(0, start)
    const end = next === -1 ? width : next
    yield { start: row + start, end: row + end }
    start = end === width ? -1 : pixels.indexOf(1, end)
  }
}

function join(roots: number[], a: number, b: number): void {
  const [rootA, rootB] = [rootOf(roots, a), rootOf(roots, b)]
  roots[Math.max(rootA, rootB)] = Math.min(rootA, rootB)
}

function rootOf(roots: number[], run: number): number {
  let root = run
  for (let next = roots[root] ?? 0; next !== root; next = roots[root] ?? 0) {
    roots[root] = roots[next] ?? 0
    root = next
  }
  return root
}

/** The first run of a part is its root, and precedes the others. */
function numbered(found: readonly { start: number; end: number }[], roots: number[]): Run[] {
  const numbers = new Int32Array(found.length)
  let parts = 0
  return found.map(({ start, end }, i) => {
    const root = rootOf(roots, i)
    if (root === i) numbers[i] = parts++
    return { start, end, part: numbers[root] ?? 0 }
  })
}
