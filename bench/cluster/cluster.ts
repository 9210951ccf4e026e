import { randomBytes } from 'node:crypto'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'

import { createBucket, startSwift } from '../../apps/server/src/testing/swift-peer.ts'
import { startPgBouncer } from '../../tests/pgbouncer.ts'
import { print } from '../measure.ts'
import { balancerOf, chooseBalancerPorts } from './balancer.ts'
import { startDatabase, type Database } from './database.ts'
import { foveaProcess, type FoveaProcess } from './fovea.ts'
import type { Part, Site } from './part.ts'
import { stallingConnections } from './stalling-proxy.ts'

/** An installation of which each part can fail. */
export interface Cluster {
  readonly folder: string
  /** Of the balancer. */
  readonly address: string
  readonly dicomPort: number
  readonly database: Database
  readonly web: readonly FoveaProcess[]
  readonly workers: readonly FoveaProcess[]
  readonly receivers: readonly FoveaProcess[]
  /** Not started yet: up to three of each role. */
  readonly spareWorkers: readonly FoveaProcess[]
  readonly spareReceivers: readonly FoveaProcess[]
  readonly store: Part
  readonly balancer: Part
  /** The connections of the first web process and the first worker to the database. */
  readonly webToDatabase: Part
  readonly workerToDatabase: Part
  /** Those of all processes to the store. */
  readonly toStore: Part
}

const bucket = 'fovea'
/** Of PgBouncer with PostgreSQL. */
const sessions = 60

const mostOfRole = 3
/** Processes that run at first, beside all of `web`. */
const workerCount = 2
const receiverCount = 1

/** @param resources end all of it */
export async function startCluster(
  resources: AsyncDisposableStack,
  settings: Readonly<Record<string, string>>,
): Promise<Cluster> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-cluster-'))
  resources.defer(() => rm(folder, { recursive: true, force: true, maxRetries: 20 }))
  await chmod(folder, 0o755)
  const site: Site = { resources, folder }
  print(`The parts and their logs are in ${folder}.`)

  const database = await startDatabase(site)
  print(`PostgreSQL is up: ${database.nodes.length} servers under Patroni.`)
  const swift = await startSwift()
  resources.defer(() => swift.stop())
  await createBucket(swift, bucket)
  const store: Part = { name: 'store', start: () => swift.resume(), fail: () => swift.stop() }
  const toStore = await stallingConnections(site, 'connections to the store', [
    portOf(swift.endpoint),
  ])

  const ports = await chooseBalancerPorts()
  const throughBalancer = database.application.replace(/@[^/]*/, `@127.0.0.1:${ports.database}`)
  const pooler = resources.use(await startPgBouncer(throughBalancer, sessions))
  const direct = database.nodes.map(({ port }) => port)
  const addresses = addressesBy(pooler.address, database.application)
  const webToDatabase = await stallingConnections(site, 'connections of web1 to the database', [
    portOf(pooler.address),
    ...direct,
  ])
  const workerToDatabase = await stallingConnections(
    site,
    'connections of worker1 to the database',
    [portOf(pooler.address), ...direct],
  )

  const key = path.join(folder, 'secret.key')
  await writeFile(key, randomBytes(32).toString('base64'), { mode: 0o600 })
  const shared = {
    ...swift.keys,
    ...settings,
    DATABASE_OWNER_URL: database.owner,
    SECRET_KEY_FILE: key,
    STORAGE_URL: `s3://${bucket}/?endpoint=http://127.0.0.1:${toStore.ports[0]}`,
    ALLOW_REGISTRATION: 'true',
    TRUST_PROXY: '1',
    SESSION_SECONDS: '86400',
  }
  const several = (
    role: 'web' | 'worker' | 'dicom',
    firsts: readonly number[] = [portOf(pooler.address), ...direct],
  ): Promise<FoveaProcess[]> =>
    Promise.all(
      Array.from({ length: mostOfRole }, (_, i) =>
        foveaProcess(site, `${role}${i + 1}`, {
          ...shared,
          ...addresses(i === 0 ? firsts : [portOf(pooler.address), ...direct]),
          role,
        }),
      ),
    )
  const web = await several('web', webToDatabase.ports)
  const workers = await several('worker', workerToDatabase.ports)
  const receivers = await several('dicom')
  const balancer = await balancerOf(site, ports, {
    web: web.map(({ port }) => port),
    dicom: receivers.map(({ port }) => port),
    database: database.nodes,
  })
  await balancer.part.start()
  const [first, ...others] = [
    ...web,
    ...workers.slice(0, workerCount),
    ...receivers.slice(0, receiverCount),
  ]
  // One alone makes the tables.
  await first?.start()
  await Promise.all(others.map((each) => each.start()))
  print(`Fovea is up: ${others.length + 1} processes.`)
  return {
    folder,
    address: `http://127.0.0.1:${ports.web}`,
    dicomPort: ports.dicom,
    database,
    web,
    workers: workers.slice(0, workerCount),
    receivers: receivers.slice(0, receiverCount),
    spareWorkers: workers.slice(workerCount),
    spareReceivers: receivers.slice(receiverCount),
    store,
    balancer: balancer.part,
    webToDatabase: webToDatabase.part,
    workerToDatabase: workerToDatabase.part,
    toStore: toStore.part,
  }
}

function portOf(address: string): number {
  return Number(new URL(address).port)
}

/** The settings of a process by the ports of PgBouncer and of each PostgreSQL. */
function addressesBy(pooled: string, direct: string) {
  return ([pooler, ...servers]: readonly number[]) => ({
    DATABASE_URL: pooled.replace(/:\d+\//, `:${pooler}/`),
    DATABASE_LISTEN_URL: direct.replace(
      /@[^/]*/,
      `@${servers.map((port) => `127.0.0.1:${port}`).join(',')}`,
    ),
  })
}
