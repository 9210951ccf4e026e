/** Milliseconds of each of several runs, and how they compare. */
export interface Timing {
  readonly median: number
  readonly p95: number
}

/** Runs both in turn, so that a machine whose speed drifts slows both alike. */
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

const warmUp = 5

async function timed(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now()
  await work()
  return performance.now() - start
}

function timingOf(milliseconds: number[]): Timing {
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
  return value.toFixed(2).padStart(9)
}

/** A table for people; the ratio is what may be quoted. */
export function printRows(rows: readonly Row[]): void {
  process.stdout.write(
    `${'work'.padEnd(58)}${'median ms'.padStart(11)}${'p95 ms'.padStart(9)}${'ratio'.padStart(9)}   against\n`,
  )
  for (const { work, against, ours, baseline } of rows) {
    process.stdout.write(
      `${work.padEnd(58)}  ${format(ours.median)}${format(ours.p95)}${format(ours.median / baseline.median)}   ${against} (${baseline.median.toFixed(2)} ms)\n`,
    )
  }
}
