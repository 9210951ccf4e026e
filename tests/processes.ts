import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { onTestFinished } from 'vitest'

import { freePort } from '../apps/server/src/platform/free-port.ts'
import { programEnvironment } from '../apps/server/src/testing/program-environment.ts'
import { createTestDatabase } from '../apps/server/src/testing/test-database.ts'

export interface Process {
  /** Empty if the process serves no calls. */
  readonly address: string
  /** What it serves to the monitoring. */
  monitor(page: string): Promise<Response>
  /** Asks it to stop. @returns its exit code */
  stop(): Promise<unknown>
}

/** An installation on a database and a folder that several processes share. */
export async function givenInstallation(database?: Readonly<Record<string, string>>) {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-roles-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  const shared = {
    ...(database ?? { DATABASE_URL: await addressOfNewDatabase() }),
    DATA_DIR: folder,
    ALLOW_REGISTRATION: 'true',
    // The process waits for the requests of a test, however slow that is.
    DRAIN_SECONDS: '120',
    PORT: '0',
    DICOM_PORT: '0',
  }
  return (settings: Record<string, string>, program?: string) =>
    start({ ...shared, ...settings }, program)
}

async function addressOfNewDatabase(): Promise<string> {
  const database = await createTestDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  return database.connection.connectionString
}

/** @param program the folder of another version */
async function start(settings: Record<string, string>, program = '.'): Promise<Process> {
  const metricsPort = await freePort()
  const child = spawn(process.execPath, ['apps/server/src/main.ts'], {
    cwd: program,
    env: { ...programEnvironment, ...settings, METRICS_PORT: String(metricsPort) },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  const stop = async (): Promise<unknown> => {
    child.kill('SIGTERM')
    const [code] = await ended
    return code
  }
  onTestFinished(async () => {
    await stop()
  })
  for await (const line of createInterface(child.stdout)) {
    if (!line.includes(' is ready')) continue
    const address = /open (http:\S+)/.exec(line)?.[1] ?? ''
    return {
      address,
      monitor: (page) => fetch(`http://127.0.0.1:${metricsPort}${page}`),
      stop,
    }
  }
  throw new Error('The process ended before it was ready.')
}
