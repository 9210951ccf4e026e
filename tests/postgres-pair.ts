import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { Client } from 'pg'
import { onTestFinished } from 'vitest'

import { cleanEnvironment } from '../apps/server/src/platform/database/embedded/account.ts'
import { embeddedBinaries } from '../apps/server/src/platform/database/embedded/binaries.ts'
import { openCluster, type Cluster } from '../apps/server/src/platform/database/embedded/cluster.ts'
import { freePort } from '../apps/server/src/platform/free-port.ts'

interface Server {
  /** As its owner. */
  readonly address: string
  kill(): Promise<void>
}

/** A PostgreSQL and its standby. The primary acknowledges a commit once the standby has it. */
export interface Pair {
  readonly primary: Server
  readonly standby: Server
  /** Ends the primary as a power cut would, and makes the standby the primary. */
  failOver(): Promise<void>
}

export async function startPair(): Promise<Pair> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-pair-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  await chmod(folder, 0o711)
  const binaries = await embeddedBinaries()
  const home = path.join(folder, 'primary')
  await mkdir(home)
  await chmod(home, 0o711)
  const cluster = await openCluster(home, binaries, { durable: false })
  const copy = { ...cluster, folder: path.join(folder, 'standby') }
  // A cluster that has never run is a base backup.
  execFileSync('cp', ['-a', cluster.folder, copy.folder])
  await writeFile(path.join(copy.folder, 'standby.signal'), '')
  const start = (of: Cluster, settings: Record<string, string>): Promise<Server> =>
    startServer(binaries.postgres, of, settings)
  const primary = await start(cluster, { synchronous_standby_names: '*' })
  const { hostname: host, port, username: user, password } = new URL(primary.address)
  const standby = await start(copy, {
    primary_conninfo: `host=${host} port=${port} user=${user} password=${password}`,
  })
  return {
    primary,
    standby,
    async failOver() {
      await primary.kill()
      await onServer(standby.address, 'select pg_promote()')
    },
  }
}

async function startServer(
  program: string,
  { account, folder, user, password }: Cluster,
  settings: Readonly<Record<string, string>>,
): Promise<Server> {
  const port = await freePort()
  const all = {
    port: `${port}`,
    listen_addresses: '127.0.0.1',
    unix_socket_directories: '',
    fsync: 'off',
    ...settings,
  }
  const options = Object.entries(all).map(([name, value]) => `--${name}=${value}`)
  const [command = program, ...args] = [...account.prefix, program, '-D', folder, ...options]
  const child = spawn(command, args, {
    ...account.runAs,
    cwd: '/',
    env: cleanEnvironment,
    stdio: 'ignore',
  })
  const ended = once(child, 'exit')
  async function kill(): Promise<void> {
    child.kill('SIGKILL')
    await ended
  }
  onTestFinished(kill)
  const address = `postgres://${user}:${password}@127.0.0.1:${port}/postgres`
  while (!(await answers(address))) {
    if (child.exitCode !== null) throw new Error(`PostgreSQL did not start on ${folder}.`)
    await sleep(50)
  }
  return { address, kill }
}

async function onServer(address: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: address })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

function answers(address: string): Promise<boolean> {
  return onServer(address, 'select 1').then(
    () => true,
    () => false,
  )
}
