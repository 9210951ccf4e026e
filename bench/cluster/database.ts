import { randomBytes } from 'node:crypto'
import { chown, mkdir, readFile, writeFile } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'

import { freePort } from '../../apps/server/src/platform/free-port.ts'
import { etcdProgram, patroniProgram, postgresFolder } from './debian-programs.ts'
import { isOk, programOf, unprivileged, until, type Part, type Site } from './part.ts'

/** PostgreSQL with standbys under Patroni. */
export interface Database {
  readonly nodes: readonly Node[]
  /** The addresses of the application and of the owner, which name all servers. */
  readonly application: string
  readonly owner: string
  primary(): Promise<Node>
  /** Whether there is a primary with a synchronous standby. */
  isWhole(): Promise<boolean>
}

interface Node {
  readonly port: number
  /** Where Patroni tells what the node is. */
  readonly restPort: number
  /** Patroni with its PostgreSQL, as on a machine. */
  readonly machine: Part
  /** PostgreSQL alone, which Patroni starts again. */
  readonly postgres: Part
}

/**
 * With three, writes go on with a synchronous standby while one is away. Of two, the one that is left
 * would have to wait for the other, or acknowledge what is nowhere else.
 */
const nodeCount = 3

/**
 * Seconds. The primary's place is free that long after its Patroni has died, the least that Patroni
 * permits; its usual 30 need 45 s for a failover.
 */
const leaseSeconds = 20

const database = 'fovea'
const superuser = { username: 'postgres', password: randomBytes(12).toString('hex') }
const replication = { username: 'replicator', password: randomBytes(12).toString('hex') }
const owner = { username: 'fovea_owner', password: randomBytes(12).toString('hex') }
const application = { username: 'fovea', password: randomBytes(12).toString('hex') }

export async function startDatabase(site: Site): Promise<Database> {
  const etcd = await startEtcd(site)
  const nodes: Node[] = []
  for (let i = 0; i < nodeCount; i += 1) nodes.push(await nodeOf(site, `db${i + 1}`, etcd))
  await Promise.all(nodes.map(({ machine }) => machine.start()))
  const addressFor = ({ username, password }: typeof owner, name = database): string => {
    const hosts = nodes.map(({ port }) => `127.0.0.1:${port}`).join(',')
    return `postgres://${username}:${password}@${hosts}/${name}`
  }
  const started: Database = {
    nodes,
    application: addressFor(application),
    owner: addressFor(owner),
    async primary() {
      const roles = await Promise.all(nodes.map((node) => isNode(node, 'primary')))
      const node = nodes[roles.indexOf(true)]
      if (node === undefined) throw new Error('No PostgreSQL is the primary.')
      return node
    },
    async isWhole() {
      const found = await Promise.all([
        ...nodes.map((node) => isNode(node, 'primary')),
        ...nodes.map((node) => isNode(node, 'synchronous')),
      ])
      const healthy = await Promise.all(nodes.map((node) => isNode(node, 'health')))
      return found.filter(Boolean).length === 2 && healthy.every(Boolean)
    },
  }
  await until(() => started.isWhole())
  await createDatabase((await started.primary()).port)
  return started
}

function isNode({ restPort }: Node, what: 'primary' | 'synchronous' | 'health'): Promise<boolean> {
  return isOk(`http://127.0.0.1:${restPort}/${what}`)
}

/** @returns its port */
async function startEtcd(site: Site): Promise<number> {
  const [port, peerPort] = [await freePort(), await freePort()]
  const [url, peerUrl] = [`http://127.0.0.1:${port}`, `http://127.0.0.1:${peerPort}`]
  const settings = {
    name: 'one',
    'data-dir': path.join(site.folder, 'etcd'),
    'listen-client-urls': url,
    'advertise-client-urls': url,
    'listen-peer-urls': peerUrl,
    'initial-advertise-peer-urls': peerUrl,
    'initial-cluster': `one=${peerUrl}`,
  }
  const etcd = programOf(site, {
    name: 'etcd',
    command: [etcdProgram, ...Object.entries(settings).map(([key, value]) => `--${key}=${value}`)],
    answers: () => isOk(`${url}/health`),
  })
  await etcd.start()
  return port
}

async function nodeOf(site: Site, name: string, etcd: number): Promise<Node> {
  const [port, restPort] = [await freePort(), await freePort()]
  const folder = path.join(site.folder, name)
  await mkdir(folder, { mode: 0o700 })
  if (unprivileged.uid !== undefined) await chown(folder, unprivileged.uid, unprivileged.gid)
  const settings = path.join(site.folder, `${name}.yml`)
  // JSON is YAML.
  const content = JSON.stringify(patroniSettings(name, { folder, port, restPort, etcd }), null, 2)
  await writeFile(settings, content)
  const pidFile = path.join(folder, 'data/postmaster.pid')
  const killPostgres = (): Promise<void> => end(pidFile, 'SIGKILL')
  // Cleared after Patroni, which would start it again. It leaves no shared memory behind.
  site.resources.defer(() => end(pidFile, 'SIGQUIT'))
  const patroni = programOf(site, {
    name,
    command: [patroniProgram, settings],
    env: { LC_ALL: 'C.UTF-8' },
    account: unprivileged,
    answers: () => isOk(`http://127.0.0.1:${restPort}/health`),
  })
  return {
    port,
    restPort,
    machine: {
      ...patroni,
      async fail() {
        await patroni.fail()
        await killPostgres()
      },
    },
    postgres: { name: `PostgreSQL of ${name}`, fail: killPostgres, start: async () => undefined },
  }
}

interface Place {
  readonly folder: string
  readonly port: number
  readonly restPort: number
  readonly etcd: number
}

function patroniSettings(name: string, { folder, port, restPort, etcd }: Place): object {
  return {
    scope: database,
    name,
    restapi: { listen: `127.0.0.1:${restPort}`, connect_address: `127.0.0.1:${restPort}` },
    etcd3: { host: `127.0.0.1:${etcd}` },
    bootstrap: {
      dcs: {
        ttl: leaseSeconds,
        loop_wait: 2,
        retry_timeout: 5,
        // A crashed primary gives its place to a standby at once instead of recovering.
        primary_start_timeout: 0,
        synchronous_mode: true,
        synchronous_mode_strict: true,
        postgresql: {
          use_pg_rewind: true,
          remove_data_directory_on_rewind_failure: true,
          parameters: { max_connections: 300 },
        },
      },
      initdb: [{ encoding: 'UTF8' }, 'data-checksums'],
    },
    postgresql: {
      listen: `127.0.0.1:${port}`,
      connect_address: `127.0.0.1:${port}`,
      data_dir: path.join(folder, 'data'),
      bin_dir: postgresFolder(),
      pgpass: path.join(folder, 'pgpass'),
      authentication: { superuser, replication },
      // Shared memory of the system would stay behind a killed server.
      parameters: { unix_socket_directories: folder, dynamic_shared_memory_type: 'mmap' },
      pg_hba: [
        'host all all 127.0.0.1/32 scram-sha-256',
        'host replication all 127.0.0.1/32 scram-sha-256',
        'local all all scram-sha-256',
      ],
    },
  }
}

/** Ends the PostgreSQL that wrote this file; its other processes end when they notice. */
async function end(pidFile: string, signal: 'SIGKILL' | 'SIGQUIT'): Promise<void> {
  const [pid = ''] = (await readFile(pidFile, 'utf8').catch(() => '')).split('\n')
  if (pid === '') return
  try {
    process.kill(Number(pid), signal)
    for (;;) {
      process.kill(Number(pid), 0)
      await sleep(50)
    }
  } catch {
    // It has ended.
  }
}

async function createDatabase(port: number): Promise<void> {
  const { username: user, password } = superuser
  const client = new Client({ host: '127.0.0.1', port, user, password, database: 'postgres' })
  await client.connect()
  try {
    for (const statement of [
      ...[owner, application].map(
        (role) => `create role ${role.username} login password '${role.password}'`,
      ),
      `grant ${application.username} to ${owner.username}`,
      `grant pg_monitor to ${owner.username}`,
      `create database ${database} owner ${owner.username}`,
      // PgBouncer does not pass them on.
      `alter role ${application.username} set random_page_cost = 1.1`,
      `alter role ${application.username} set max_parallel_workers_per_gather = 0`,
    ])
      await client.query(statement)
  } finally {
    await client.end()
  }
}
