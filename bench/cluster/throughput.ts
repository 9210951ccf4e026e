import { cpus } from 'node:os'
import { mkdir } from 'node:fs/promises'
import path from 'node:path'

import { Client } from 'pg'

import { requestAnalysisOfAll } from '#contract/analysis'
import { createAnnotation, getAnnotatorData } from '#contract/annotations'
import { createDataset } from '#contract/datasets'

import { sent, writePhotograph } from '../../tests/station.ts'
import { table } from '../../scripts/markdown-table.ts'
import { inShort, print } from '../measure.ts'
import type { Cluster } from './cluster.ts'
import type { FoveaProcess } from './fovea.ts'
import { upload, type Study } from './load/study.ts'
import { until } from './part.ts'

/** What processes of one role do when there are one, two and three of them. */
interface Role {
  readonly name: string
  readonly unit: string
  readonly processes: readonly FoveaProcess[]
  /** Those of them that run otherwise. */
  readonly usual: number
  /** Prepares a measurement. @returns the work, which resolves with how much was done */
  prepared(round: number): Promise<() => Promise<number>>
}

const callers = 8
const callSeconds = 15
const analyses = 8
const stations = 3
const objectsOfStation = 25
const sampleMs = 100

/** Prints the throughput of each role, and what the database waited for meanwhile. */
export async function measureThroughput(
  cluster: Cluster,
  study: Study,
  primaryAddress: () => Promise<string>,
): Promise<void> {
  const rows: string[][] = []
  for (const role of await rolesOf(cluster, study)) {
    for (let count = 1; count <= role.processes.length; count += 1) {
      await runOnly(role.processes, count)
      const work = await role.prepared(count)
      await using watch = await watchDatabase(await primaryAddress())
      const begun = performance.now()
      const idle = idleSeconds()
      const done = await work()
      const seconds = (performance.now() - begun) / 1000
      const share = (idleSeconds() - idle) / (seconds * cpus().length)
      rows.push([
        role.name,
        String(count),
        `${inShort(done / seconds)} ${role.unit}`,
        `${(100 * share).toFixed(0)} %`,
        ...watch.figures(),
      ])
      print(`  ${rows.at(-1)?.join(', ')}`)
    }
    await runOnly(role.processes, role.usual)
  }
  const head = ['Role', 'Processes', 'Throughput', 'Processors idle', 'Sessions at work']
  const ofDatabase = ['waiting for a lock', 'for the disk', 'for the standby', 'Locks not granted']
  print(`\n${table([...head, ...ofDatabase], rows)}`)
}

async function rolesOf(cluster: Cluster, study: Study): Promise<readonly Role[]> {
  const people = await Promise.all(Array.from({ length: callers }, () => study.person('measuring')))
  const [first] = people
  if (first === undefined) throw new Error('Nobody calls.')
  const folder = path.join(study.folder, 'stations')
  await mkdir(folder)
  return [
    {
      name: 'web: open an image, save an annotation',
      unit: 'calls/s',
      processes: cluster.web,
      usual: cluster.web.length,
      async prepared(round) {
        const body = { name: `Measured ${round}`, categories: ['Drusen'] }
        const { id, categories } = await first.call(createDataset, { body })
        const images: number[] = []
        while (images.length < callers) images.push(await upload(first, id))
        const outline = { category_id: categories[0] ?? 0, segmentation: [[1, 1, 9, 1, 9, 9]] }
        return async () => {
          const end = performance.now() + callSeconds * 1000
          let calls = 0
          await Promise.all(
            people.map(async (person, i) => {
              const image_id = images[i] ?? 0
              while (performance.now() < end) {
                await person.call(getAnnotatorData, { params: { id: image_id } })
                await person.call(createAnnotation, { body: { ...outline, image_id } })
                calls += 2
              }
            }),
          )
          return calls
        }
      },
    },
    {
      name: 'worker: analyse an image',
      unit: 'images/s',
      processes: [...cluster.workers, ...cluster.spareWorkers],
      usual: cluster.workers.length,
      async prepared() {
        const ids = new Set<string>()
        while (ids.size < analyses) ids.add(String(await upload(first, study.analyses)))
        return async () => {
          await first.call(requestAnalysisOfAll, { query: { dataset_id: study.analyses } })
          await until(async () => {
            const done = await study.counted('select image_id as key, 1 as count from analysis')
            return [...ids].every((id) => done.has(id))
          })
          return analyses
        }
      },
    },
    {
      name: 'dicom: receive an object',
      unit: 'objects/s',
      processes: [...cluster.receivers, ...cluster.spareReceivers],
      usual: cluster.receivers.length,
      async prepared(round) {
        const files = await Promise.all(
          Array.from({ length: stations * objectsOfStation }, (_, i) =>
            writePhotograph(folder, 1_000_000 * round + i),
          ),
        )
        return async () => {
          const counts = await Promise.all(
            Array.from({ length: stations }, async (_, station) => {
              const own = files.slice(station * objectsOfStation).slice(0, objectsOfStation)
              return (await Array.fromAsync(sent(own, study.dicomPort))).length
            }),
          )
          return counts.reduce((sum, count) => sum + count, 0)
        }
      },
    },
  ]
}

/** Lets the first ones run alone. */
async function runOnly(processes: readonly FoveaProcess[], count: number): Promise<void> {
  await Promise.all(processes.slice(count).map((each) => each.fail()))
  for (const each of processes.slice(0, count)) await each.start()
}

/** Of all processors together. */
function idleSeconds(): number {
  return cpus().reduce((sum, { times }) => sum + times.idle / 1000, 0)
}

interface Sample {
  readonly active: number
  readonly lock: number
  readonly disk: number
  readonly standby: number
  readonly ungranted: number
}

/** Looks again and again at what the sessions of the application do. */
async function watchDatabase(address: string) {
  const client = new Client({ connectionString: address })
  await client.connect()
  const samples: Sample[] = []
  const statement = `
    select count(*)::int as active,
      count(*) filter (where wait_event_type in ('Lock', 'LWLock'))::int as lock,
      count(*) filter (where wait_event_type = 'IO')::int as disk,
      count(*) filter (where wait_event = 'SyncRep')::int as standby,
      (select count(*)::int from pg_locks where not granted) as ungranted
    from pg_stat_activity where usename = 'fovea' and state = 'active'`
  const sampling = setInterval(() => {
    void client.query<Sample>(statement).then(({ rows }) => samples.push(...rows))
  }, sampleMs)
  const mean = (of: (sample: Sample) => number): string =>
    (samples.reduce((sum, sample) => sum + of(sample), 0) / samples.length).toFixed(2)
  return {
    /** Means over the time: sessions, those that wait, and locks that are waited for. */
    figures: () => [
      mean(({ active }) => active),
      mean(({ lock }) => lock),
      mean(({ disk }) => disk),
      mean(({ standby }) => standby),
      mean(({ ungranted }) => ungranted),
    ],
    async [Symbol.asyncDispose]() {
      clearInterval(sampling)
      await client.end()
    },
  }
}
