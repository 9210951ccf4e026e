/** Milliseconds of each of several runs. */
export interface Timing {
  readonly median: number
  readonly p95: number
}

const warmUp = 5

/** Runs both alternately, so that a drifting machine speed affects both equally. */
export async function comparePaired(
  rounds: number,
  ours: () => Promise<unknown>,
  baseline: () => Promise<unknown>,
): Promise<{ ours: Timing; baseline: Timing }> {
  const [mine, theirs]: [number[], number[]] = [[], []]
  for (let round = -warmUp; round < rounds; round += 1) {
    const a = await timed(ours)
    const b = await timed(baseline)
    if (round < 0) continue
    mine.push(a)
    theirs.push(b)
  }
  return { ours: timingOf(mine), baseline: timingOf(theirs) }
}

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

/** The milliseconds of work that does not wait for anything. */
export function millisecondsOf(work: () => unknown): number {
  const start = performance.now()
  work()
  return performance.now() - start
}

export function timingOf(milliseconds: readonly number[]): Timing {
  const sorted = milliseconds.toSorted((a, b) => a - b)
  const at = (share: number): number => sorted[Math.floor(share * (sorted.length - 1))] ?? NaN
  return { median: at(0.5), p95: at(0.95) }
}

export interface Row {
  readonly work: string
  readonly against: string
  readonly ours: Timing
  readonly baseline: Timing
}

function format(value: number): string {
  return value.toFixed(value < 0.1 ? 4 : 2).padStart(10)
}

/** Prints a table; only the ratio may be quoted. */
export function printRows(title: string, rows: readonly Row[]): void {
  const head = ['median ms', 'p95 ms', 'ratio'].map((name) => name.padStart(10)).join('')
  print(`\n${title}\n${'work'.padEnd(62)}${head}   against`)
  for (const { work, against, ours, baseline } of rows) {
    const figures = [ours.median, ours.p95, ours.median / baseline.median].map(format).join('')
    print(`${work.padEnd(62)}${figures}   ${against} (${baseline.median.toFixed(2)} ms)`)
  }
}

export function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Milliseconds in a table. */
export function inShort(value: number): string {
  return value.toFixed(value < 100 ? 1 : 0)
}

export function sumOf(values: readonly number[]): number {
  return values.reduce((all, value) => all + value, 0)
}

/** The spread of frames' milliseconds, over frames with any work. */
export function spreadOf(values: readonly number[]): Timing & { p99: number; max: number } {
  const busy = values.filter((value) => value > 1).toSorted((a, b) => a - b)
  const p99 = busy[Math.ceil(0.99 * busy.length) - 1] ?? NaN
  return { ...timingOf(busy), p99, max: busy.at(-1) ?? NaN }
}
