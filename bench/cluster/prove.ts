import { setTimeout as sleep } from 'node:timers/promises'

import { print } from '../measure.ts'
import type { Cluster } from './cluster.ts'
import type { Fault } from './faults.ts'
import type { Load } from './load/load.ts'
import type { Waits } from './load/people.ts'
import { tally } from './load/work.ts'
import { until } from './part.ts'

/** What the load saw of a fault. */
export interface Outcome {
  readonly fault: Fault
  readonly times: number
  /** Rounds after which everything went on within the limits. */
  readonly survived: number
  /** Seconds, by what people did. */
  readonly longest: ReadonlyMap<string, number>
  readonly acknowledged: number
  readonly lost: readonly string[]
  readonly doubled: readonly string[]
  /** Why a round did not end. */
  readonly stuck: string | null
}

/** Within this time, what was acknowledged is filed, analysed and told. */
const patienceMs = 300_000

/** Lets a part fail again and again while a load goes on. */
export async function prove(
  fault: Fault,
  times: number,
  { cluster, load, waits }: { cluster: Cluster; load: Load; waits: Waits },
): Promise<Outcome> {
  const longest = new Map<string, number>()
  let survived = 0
  let stuck: string | null = null
  for (let round = 0; round < times && stuck === null; round += 1) {
    stuck = await strike(fault, round, { cluster, load, waits }).then(
      () => null,
      (error: unknown) => (error instanceof Error ? error.message : String(error)),
    )
    for (const [activity, seconds] of waits.longest)
      longest.set(activity, Math.max(seconds, longest.get(activity) ?? 0))
    const read = waits.longest.get('reading') ?? 0
    if (stuck === null && read <= fault.limitSeconds) survived += 1
    print(`  ${fault.name} ${round + 1}: ${stuck ?? told(waits)}`)
  }
  return { fault, times, survived, longest, stuck, ...(await lookUp(load)) }
}

/** Lets it fail once, at any moment of what is under way, until everything goes on. */
async function strike(
  fault: Fault,
  round: number,
  { cluster, load, waits }: { cluster: Cluster; load: Load; waits: Waits },
): Promise<void> {
  await load.goesOn()
  await sleep(3000 * Math.random())
  waits.reset()
  const parts = await fault.parts(cluster, round)
  await Promise.all(parts.map((part) => part.fail()))
  await sleep(fault.awaySeconds * 1000)
  await Promise.all(parts.map((part) => part.start()))
  await load.goesOn()
  await until(() => cluster.database.isWhole())
}

function told({ longest, refusals }: Waits): string {
  const seconds = [...longest].map(([activity, value]) => `${activity} ${value.toFixed(1)} s`)
  const answers = [...refusals].map(([status, count]) => `${count} answers ${status}`)
  return ['waited', ...seconds, ...answers].join(', ')
}

/** Waits until everything that was acknowledged is there. */
async function lookUp({
  works,
}: Load): Promise<Pick<Outcome, 'acknowledged' | 'lost' | 'doubled'>> {
  const asked = works.map((work) => ({ work, keys: new Set(work.acknowledged) }))
  const end = performance.now() + patienceMs
  for (;;) {
    const tallies = await Promise.all(asked.map(({ work, keys }) => tally(work, keys)))
    const lost = tallies.flatMap((each) => each.lost)
    if (lost.length > 0 && performance.now() < end) {
      await sleep(1000)
      continue
    }
    return {
      acknowledged: tallies.reduce((sum, each) => sum + each.acknowledged, 0),
      lost,
      doubled: tallies.flatMap((each) => each.doubled),
    }
  }
}
