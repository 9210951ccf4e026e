import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { readFile, rename } from 'node:fs/promises'
import net from 'node:net'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

import { freePort } from '../../free-port.ts'
import { cleanEnvironment } from './account.ts'
import type { Binaries } from './binaries.ts'
import type { Cluster } from './cluster.ts'
import { EmbeddedDatabaseError, ignoring } from './error.ts'

export interface PostgresProcess {
  readonly port: number
  readonly exited: Promise<unknown>
  /** Resolves if the database ends without `stop`. */
  readonly failure: Promise<Error>
  stop(): void
}

export interface Start {
  readonly binaries: Binaries
  readonly cluster: Cluster
  readonly home: string
  readonly durable: boolean
}

const POLL_MS = 10
const PORT_ATTEMPTS = 3
const PORT_TAKEN = 'Address already in use'
const RESTART_TIMEOUT_MS = 60_000
const RESTART_PAUSE_MS = 100

/**
 * Runs between this process and the database: file 3 is a pipe whose other end this process holds. It closes
 * however this process dies, and the database is then shut down.
 */
const WATCH_SCRIPT = `
"$@" </dev/null 3<&- & database=$!
(cat >/dev/null; kill -INT $database 2>/dev/null) <&3 & watcher=$!
trap '' INT HUP
trap 'kill -INT $database' TERM
while kill -0 $database 2>/dev/null; do wait $database; status=$?; done
kill $watcher 2>/dev/null
exit $status`

/** Starts the database at a port that is free. @throws {EmbeddedDatabaseError} */
export async function startPostgres(start: Start): Promise<PostgresProcess> {
  for (let attempt = 1; ; attempt++) {
    const started = await tryToStart(start, await freePort())
    if ('stop' in started) return started
    const portWasTaken = started.log.includes(PORT_TAKEN)
    if (!portWasTaken || attempt === PORT_ATTEMPTS) throw notStarted(start, started.log)
  }
}

/**
 * Starts a database again that has ended, at the port that clients know. Processes of the one that
 * ended may still hold its memory, which PostgreSQL waits out by refusing to start.
 * @throws {EmbeddedDatabaseError}
 */
export async function restartPostgres(start: Start, port: number): Promise<PostgresProcess> {
  const deadline = performance.now() + RESTART_TIMEOUT_MS
  for (;;) {
    const started = await tryToStart(start, port)
    if ('stop' in started) return started
    const mayPass = [PORT_TAKEN, 'is still in use', 'is another postmaster'].some((reason) =>
      started.log.includes(reason),
    )
    if (!mayPass || performance.now() > deadline) throw notStarted(start, started.log)
    await sleep(RESTART_PAUSE_MS)
  }
}

/** One attempt; returns the end of the log if it fails. */
async function tryToStart(
  start: Start,
  port: number,
): Promise<PostgresProcess | { readonly log: string }> {
  await rename(logOf(start.home), `${logOf(start.home)}.previous`).catch(ignoring('ENOENT'))
  const stale = await readState(start.cluster.folder)
  const child = launch(start, port)
  const exited = once(child, 'exit')
  if (child.pid === undefined) await exited
  if (await becomesReady(child, start.cluster.folder, stale)) {
    return supervise(child, port, start.home)
  }
  await exited
  return { log: endOfLog(start.home) }
}

function notStarted({ cluster }: Start, log: string): EmbeddedDatabaseError {
  return new EmbeddedDatabaseError(
    `The database did not start (PostgreSQL ${cluster.account.name}, folder ${cluster.folder}):\n${log}`,
  )
}

function launch({ binaries, cluster, home, durable }: Start, port: number): ChildProcess {
  const log = openSync(logOf(home), 'a', 0o600)
  try {
    return spawn(
      '/bin/sh',
      [
        '-c',
        WATCH_SCRIPT,
        'sh',
        ...cluster.account.prefix,
        binaries.postgres,
        '-D',
        cluster.folder,
        `--port=${port}`,
        ...settings(durable).map((setting) => `--${setting}`),
      ],
      {
        ...cluster.account.runAs,
        cwd: '/',
        env: cleanEnvironment,
        stdio: ['ignore', 'ignore', log, 'pipe'],
        // Ctrl-C and hang-ups reach this process first, which then stops the database in order.
        detached: true,
      },
    )
  } finally {
    closeSync(log)
  }
}

function settings(durable: boolean): readonly string[] {
  return [
    'listen_addresses=127.0.0.1',
    'unix_socket_directories=',
    'timezone=UTC',
    'log_timezone=UTC',
    // PostgreSQL reports errors to the client that caused them; here they would copy patients' data
    // into a log.
    'log_min_messages=log',
    'log_min_error_statement=panic',
    'log_checkpoints=off',
    ...(durable ? [] : ['fsync=off', 'synchronous_commit=off', 'full_page_writes=off']),
  ]
}

/**
 * PostgreSQL writes its state into the last line of its process file. The file may be from an
 * earlier start.
 */
async function becomesReady(child: ChildProcess, folder: string, stale: string): Promise<boolean> {
  while (child.exitCode === null && child.signalCode === null) {
    const content = await readState(folder)
    if (content !== stale && /\nready\s*$/u.test(content)) return true
    await sleep(POLL_MS)
  }
  return false
}

function readState(clusterFolder: string): Promise<string> {
  return readFile(path.join(clusterFolder, 'postmaster.pid'), 'utf8').catch(() => '')
}

function supervise(child: ChildProcess, port: number, home: string): PostgresProcess {
  let stopping = false
  const exited = once(child, 'exit')
  const pipe = child.stdio[3]
  const failure = new Promise<Error>((resolve) => {
    child.once('exit', () => {
      if (!stopping)
        resolve(new EmbeddedDatabaseError(`The database ended unexpectedly:\n${endOfLog(home)}`))
    })
  })
  child.unref()
  if (pipe instanceof net.Socket) pipe.unref()
  return {
    port,
    exited,
    failure,
    stop() {
      stopping = true
      child.ref()
      if (pipe instanceof net.Socket) pipe.destroy()
    },
  }
}

const logOf = (home: string): string => path.join(home, 'postgres.log')

function endOfLog(home: string): string {
  return readFileSync(logOf(home), 'utf8').slice(-2_000).trim()
}
