import { execFile, spawn, spawnSync, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import {
  chmod,
  chown,
  mkdir,
  mkdtemp,
  readFile,
  rename,
  rm,
  stat,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { Client } from 'pg'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'

import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded.ts'

const run = promisify(execFile)
const program = path.join(import.meta.dirname, 'embedded.test-process.ts')
const isRoot = process.getuid?.() === 0
const isLinux = process.platform === 'linux'
const onlyOnLinux = isLinux ? '' : ' (SKIPPED: needs Linux)'
const hasNamespaces = isRoot && spawnSync('unshare', ['--user', 'true']).status === 0
/** Whether other accounts can read this checkout; below root's home, for example, they cannot. */
const isOpen =
  isRoot && spawnSync('test', ['-r', program], { uid: 65_534, gid: 65_534 }).status === 0
const onlyInTheOpen = isOpen ? '' : ' (SKIPPED: needs root, and a checkout that others may read)'
const onlyWithNamespaces =
  hasNamespaces && isOpen
    ? ''
    : ' (SKIPPED: needs root, user namespaces, and a checkout that others may read)'
const onlyAsRoot = isRoot ? '' : ' (SKIPPED: needs root)'

let folder: string
const children: ChildProcess[] = []

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'fovea-embedded-'))
  await chmod(folder, 0o755)
})

afterEach(async () => {
  for (const child of children.splice(0)) {
    if (child.exitCode !== null || child.signalCode !== null) continue
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  await databaseEnds(folder)
  await rm(folder, { recursive: true, force: true })
})

async function query(
  { owner }: EmbeddedPostgres,
  text: string,
): Promise<readonly Record<string, unknown>[]> {
  const client = new Client(owner)
  await client.connect()
  try {
    return (await client.query(text)).rows
  } finally {
    await client.end()
  }
}

interface Started {
  readonly child: ChildProcess
  /** Each line the process wrote; the first describes how the database runs. */
  readonly lines: string[]
  readonly how: string
}

/** Starts another process that owns the database, through `prefix` if given. */
async function startProcess(
  args: readonly string[],
  { prefix = [], env = process.env }: { prefix?: readonly string[]; env?: NodeJS.ProcessEnv } = {},
): Promise<Started> {
  const [command = '', ...rest] = [...prefix, process.execPath, program, ...args]
  const child = spawn(command, rest, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  children.push(child)
  const lines: string[] = []
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  const output = createInterface(child.stdout).on('line', (line) => lines.push(line))
  await Promise.race([once(output, 'line'), once(child, 'exit')])
  if (lines[0] === undefined) throw new Error(`The process ended: ${errors}`)
  return { child, lines, how: JSON.parse(lines[0]).how }
}

const postmaster = async (): Promise<number> =>
  Number.parseInt(await readFile(lockFile(folder), 'utf8'), 10)

const lockFile = (home: string): string => path.join(home, 'cluster', 'postmaster.pid')

async function databaseEnds(home: string): Promise<void> {
  await expect
    .poll(() => stat(lockFile(home)).catch(() => 'gone'), { timeout: 60_000 })
    .toBe('gone')
}

describe('a database in a folder', () => {
  test('keeps its rows from one start to the next, with durable writes on', async () => {
    {
      await using first = await startEmbeddedPostgres(folder)
      await query(first, `create table entry as select 'häm'::text as word`)
    }
    await using second = await startEmbeddedPostgres(folder)
    expect(await query(second, 'select word from entry')).toEqual([{ word: 'häm' }])
    expect(await query(second, 'show fsync')).toEqual([{ fsync: 'on' }])
    expect(await query(second, 'show synchronous_commit')).toEqual([{ synchronous_commit: 'on' }])
  })

  test('requires its password and listens on loopback only', async () => {
    await using embedded = await startEmbeddedPostgres(folder, { durable: false })
    const intruder = new Client({ ...embedded.connection, password: 'guess' })
    await expect(intruder.connect()).rejects.toThrow('password authentication failed')
    expect(await query(embedded, 'show listen_addresses')).toEqual([
      { listen_addresses: '127.0.0.1' },
    ])
  })

  test('sorts by code point and folds the case of every script, wherever it was made', async () => {
    await using embedded = await startEmbeddedPostgres(folder, { durable: false })
    expect(await query(embedded, `select lower('ÉCOLE') as low, 'B' < 'a' as ordered`)).toEqual([
      { low: 'école', ordered: true },
    ])
  })

  test('survives a creation that was interrupted', async () => {
    await mkdir(path.join(folder, 'unfinished-abc', 'cluster', 'base'), { recursive: true })
    await using embedded = await startEmbeddedPostgres(folder, { durable: false })
    expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }])
    await expect(stat(path.join(folder, 'unfinished-abc'))).rejects.toThrow('ENOENT')
  })

  test('starts despite the process file of a crash', async () => {
    await (await startEmbeddedPostgres(folder, { durable: false }))[Symbol.asyncDispose]()
    await writeFile(lockFile(folder), `${process.pid}\n${folder}/cluster\n1\n1\n\n127.0.0.1\n`)
    await using embedded = await startEmbeddedPostgres(folder, { durable: false })
    expect(await query(embedded, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('of another major version is refused and left alone', async () => {
    await (await startEmbeddedPostgres(folder, { durable: false }))[Symbol.asyncDispose]()
    await writeFile(path.join(folder, 'cluster', 'PG_VERSION'), '17\n')
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(/made by PostgreSQL 17.*pg_dump/u)
  })

  test.each(['SIGKILL', 'SIGINT'] as const)(
    'is there again at the same address when it was ended by %s, with all that was acknowledged',
    async (signal) => {
      await using embedded = await startEmbeddedPostgres(folder)
      await query(embedded, 'create table entry as select 7 as number')
      process.kill(await postmaster(), signal)
      const again = () => query(embedded, 'select number from entry').catch(() => [])
      await expect.poll(again, { timeout: 60_000 }).toEqual([{ number: 7 }])
    },
  )

  test('reports that it ended and cannot be started again', async () => {
    await using embedded = await startEmbeddedPostgres(folder, { durable: false })
    const pid = await postmaster()
    await rename(path.join(folder, 'cluster', 'global'), path.join(folder, 'cluster', 'gone'))
    process.kill(pid, 'SIGKILL')
    expect((await embedded.failure).message).toContain('did not start')
    await rm(lockFile(folder))
  })
})

describe('a second start on the same folder', () => {
  test('is refused with the owner named, and the first one goes on', async () => {
    const { child, lines } = await startProcess([folder, 'write'])
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow(
      new RegExp(`already in use by another Fovea \\(process ${child.pid},.*DATA_DIR`, 'u'),
    )
    const before = lines.length
    await expect.poll(() => lines.length).toBeGreaterThan(before)
  })

  test('is refused in the same process too', async () => {
    await using first = await startEmbeddedPostgres(folder, { durable: false })
    await expect(startEmbeddedPostgres(folder)).rejects.toThrow('already in use')
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }])
  })
})

describe('when the owning process ends', () => {
  test('SIGTERM stops the database in order', async () => {
    const { child } = await startProcess([folder])
    child.kill('SIGTERM')
    expect(await once(child, 'exit')).toEqual([0, null])
    await expect(stat(lockFile(folder))).rejects.toThrow('ENOENT')
  })

  test('if the process is killed while it writes, the database stops and no acknowledged row is lost', async () => {
    const { child, lines } = await startProcess([folder, 'write'])
    await expect.poll(() => lines.length, { timeout: 60_000 }).toBeGreaterThan(100)
    child.kill('SIGKILL')
    await once(child, 'exit')
    await databaseEnds(folder)
    await using embedded = await startEmbeddedPostgres(folder)
    const [row] = await query(embedded, 'select count(*)::int as rows from entry')
    expect(row?.['rows']).toBeGreaterThanOrEqual(lines.length - 1)
  })

  test.skipIf(!isLinux)(
    `killed with its watcher, the next start stops the orphan${onlyOnLinux}`,
    async () => {
      const { child, lines } = await startProcess([folder, 'write'])
      await expect.poll(() => lines.length, { timeout: 60_000 }).toBeGreaterThan(20)
      const orphan = Number.parseInt(await readFile(lockFile(folder), 'utf8'), 10)
      await killWatcherOf(orphan)
      child.kill('SIGKILL')
      await once(child, 'exit')
      expect(await isRunning(orphan)).toBe(true)
      await using embedded = await startEmbeddedPostgres(folder)
      const [row] = await query(embedded, 'select count(*)::int as rows from entry')
      expect(row?.['rows']).toBeGreaterThanOrEqual(lines.length - 1)
    },
  )
})

describe('the account', () => {
  test.skipIf(!isOpen)(`of root's database is an unprivileged one${onlyInTheOpen}`, async () => {
    await using embedded = await startEmbeddedPostgres(folder, { durable: false })
    expect(embedded.how).toBe('as user 65534')
    expect((await stat(path.join(folder, 'cluster'))).uid).toBe(65_534)
  })

  test.skipIf(!isOpen)(`of an ordinary user is that user${onlyInTheOpen}`, async () => {
    const { how, child } = await startProcess([folder], { prefix: await asUser(65_534) })
    expect(how).toBe('as the current user')
    child.kill('SIGTERM')
    await once(child, 'exit')
  })

  test.skipIf(!hasNamespaces || !isOpen)(
    `needs no entry in /etc/passwd${onlyWithNamespaces}`,
    async () => {
      const { how } = await startProcess([folder], { prefix: await asUser(4321) })
      expect(how).toContain('in a user namespace')
    },
  )

  test.skipIf(!hasNamespaces || !isOpen)(
    `reaches what only root may enter${onlyWithNamespaces}`,
    async () => {
      await chmod(folder, 0o700)
      const home = path.join(folder, 'deep', 'database')
      {
        await using first = await startEmbeddedPostgres(home)
        expect(first.how).toContain('in a user namespace')
        await query(first, 'create table entry as select 1 as one')
      }
      await chmod(folder, 0o755)
      await using reopened = await startEmbeddedPostgres(home)
      expect(reopened.how).toBe('as user 65534')
      expect(await query(reopened, 'select one from entry')).toEqual([{ one: 1 }])
    },
  )

  test.skipIf(!isOpen)(
    `reaches it without namespaces, as in containers${onlyInTheOpen}`,
    async () => {
      await chmod(folder, 0o700)
      const { how, child } = await startProcess([folder], { env: await pathWith('setpriv', 'cat') })
      expect(how).toContain('the right to pass directory permissions')
      child.kill('SIGTERM')
      expect(await once(child, 'exit')).toEqual([0, null])
    },
  )

  test.skipIf(!isRoot)(`is missing if no account can reach the folder${onlyAsRoot}`, async () => {
    await chmod(folder, 0o700)
    const start = startProcess([folder], { env: await pathWith('cat') })
    await expect(start).rejects.toThrow(/No account was found[\s\S]*unshare[\s\S]*DATABASE_URL/u)
  })
})

/** Leaves the database without the shell that would stop it, and without the shell's reader. */
async function killWatcherOf(database: number): Promise<void> {
  const status = await readFile(`/proc/${database}/status`, 'utf8')
  const shell = Number(/^PPid:\s*(\d+)/mu.exec(status)?.[1])
  const family = await readFile(`/proc/${shell}/task/${shell}/children`, 'utf8')
  const reader = family
    .trim()
    .split(' ')
    .map(Number)
    .filter((pid) => pid !== database)
  for (const pid of [shell, ...reader]) process.kill(pid, 'SIGKILL')
}

const isRunning = (pid: number): Promise<boolean> =>
  readFile(`/proc/${pid}/status`, 'utf8').then(
    (status) => !/^State:\s*Z/mu.test(status),
    () => false,
  )

/** An environment in which only these programs can be found. */
async function pathWith(...programs: readonly string[]): Promise<NodeJS.ProcessEnv> {
  const bin = path.join(folder, 'bin')
  await mkdir(bin)
  for (const name of programs) {
    const { stdout } = await run('/bin/sh', ['-c', 'command -v "$1"', 'sh', name])
    await symlink(stdout.trim(), path.join(bin, name))
  }
  return { ...process.env, PATH: bin }
}

/** Gives the folder to the user and returns the prefix that starts a command as that user. */
async function asUser(id: number): Promise<readonly string[]> {
  await chown(folder, id, id)
  return ['setpriv', `--reuid=${id}`, `--regid=${id}`, '--clear-groups', '--']
}
