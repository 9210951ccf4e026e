import { parseArgs } from 'node:util'

import { Client } from 'pg'

import { freePort } from '../../apps/server/src/platform/free-port.ts'
import { keepFilesInMemory } from '../../scripts/files-in-memory.ts'
import { table } from '../../scripts/markdown-table.ts'
import { print } from '../measure.ts'
import { startCluster } from './cluster.ts'
import { missingPackages } from './debian-programs.ts'
import { faults } from './faults.ts'
import { startLoad } from './load/load.ts'
import { Waits } from './load/people.ts'
import { givenStudy } from './load/study.ts'
import { prove, type Outcome } from './prove.ts'
import { measureThroughput } from './throughput.ts'

/** Where programs are missing, as in BSD's sysexits.h. */
const unavailable = 69

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { times: { type: 'string', default: '10' } },
})
const missing = missingPackages()
if (missing.length > 0) {
  console.error(`The cluster needs: apt-get install ${missing.join(' ')}`)
  process.exit(unavailable)
}
const times = Number(values.times)
const throughput = 'throughput'
const names = [...faults.map(({ name }) => name), throughput]
const unknown = positionals.filter((name) => !names.includes(name))
if (unknown.length > 0 || !(times >= 1)) {
  console.error(
    `npm run cluster -- [--times NUMBER] [${names.map((name) => `'${name}'`).join('] [')}]`,
  )
  process.exit(2)
}
const isChosen = (name: string): boolean => positionals.length === 0 || positionals.includes(name)
const chosen = faults.filter(({ name }) => isChosen(name))

keepFilesInMemory()
const resources = new AsyncDisposableStack()
const over = new AbortController()
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => over.abort(new Error(`Ended by ${signal}.`)))
}
const ended = new Promise<never>((_, reject) => {
  over.signal.addEventListener('abort', () => reject(over.signal.reason as Error))
})
ended.catch(() => undefined)
try {
  await Promise.race([ended, run()])
} catch (error) {
  console.error(error)
  process.exitCode = 1
} finally {
  over.abort()
  await resources.disposeAsync()
}
process.exit()

async function run(): Promise<void> {
  const letterPort = await freePort()
  const outbound = { OUTBOUND_HOSTS: `127.0.0.1:${letterPort}` }
  const cluster = await startCluster(resources, outbound)
  const primaryAddress = async (): Promise<string> => {
    const { port } = await cluster.database.primary()
    return cluster.database.owner.replace(/@[^/]*/, `@127.0.0.1:${port}`)
  }
  const waits = new Waits()
  const study = await givenStudy({
    ...cluster,
    waits,
    over: over.signal,
    async withDatabase(work) {
      const client = new Client({ connectionString: await primaryAddress() })
      await client.connect()
      try {
        return await work(client)
      } finally {
        await client.end()
      }
    },
  })
  // Before there is a load.
  if (isChosen(throughput)) await measureThroughput(cluster, study, primaryAddress)
  if (chosen.length === 0) return
  const load = await startLoad(study, resources, letterPort)
  const outcomes: Outcome[] = []
  for (const fault of chosen) {
    const proved = prove(fault, times, { cluster, load, waits })
    const outcome = await Promise.race([load.failure, proved])
    outcomes.push(outcome)
    if (outcome.stuck !== null) break
  }
  report(outcomes)
}

function report(outcomes: readonly Outcome[]): void {
  print('')
  print(
    table(
      [
        'Fault',
        'Times',
        'Survived',
        'Longest wait of a reader, s',
        'Limit, s',
        'of a save, s',
        'Acknowledged so far',
        'Lost',
        'Doubled',
      ],
      outcomes.map((outcome) => [
        outcome.fault.name,
        String(outcome.times),
        String(outcome.survived),
        inSeconds(outcome, 'reading'),
        String(outcome.fault.limitSeconds),
        inSeconds(outcome, 'saving'),
        String(outcome.acknowledged),
        String(outcome.lost.length),
        String(outcome.doubled.length),
      ]),
    ),
  )
  for (const { fault, lost, doubled } of outcomes) {
    for (const key of lost) print(`${fault.name}: lost ${key}`)
    for (const key of doubled) print(`${fault.name}: doubled ${key}`)
  }
  const isProved = outcomes.every(
    ({ lost, doubled, survived, times: all }) =>
      lost.length + doubled.length === 0 && survived === all,
  )
  if (!isProved) process.exitCode = 1
}

function inSeconds({ longest }: Outcome, activity: string): string {
  return (longest.get(activity) ?? 0).toFixed(1)
}
