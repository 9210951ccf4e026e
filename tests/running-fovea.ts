import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { programEnvironment } from '../apps/server/src/testing/program-environment.ts'

/** Fovea as a user runs it: a separate process on its own data folder. */
export interface RunningFovea {
  readonly address: string
  readonly dataFolder: string
  /** The server's process. */
  pid(): number
  /** Ends it without warning, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same folder and the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startFovea(
  env: Record<string, string> = {},
  folder?: string,
): Promise<RunningFovea> {
  const dataFolder = folder ?? (await mkdtemp(path.join(tmpdir(), 'fovea-browser-')))
  await chmod(dataFolder, 0o755)
  let running = await launch(dataFolder, { PORT: '0', ...env })
  const { address } = running
  return {
    address,
    dataFolder,
    pid: () => running.child.pid ?? 0,
    async kill() {
      running.child.kill('SIGKILL')
      await running.ended
    },
    async restart() {
      running = await launch(dataFolder, { ...env, PORT: new URL(address).port })
    },
    async stop() {
      running.child.kill('SIGTERM')
      await running.ended
      if (folder === undefined) await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

async function launch(dataFolder: string, env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, ['apps/server/src/main.ts'], {
    env: { ...programEnvironment, DATA_DIR: dataFolder, DICOM_PORT: '0', ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'exit')
  if (child.stdout === null) throw new Error('The server has no output.')
  for await (const line of createInterface(child.stdout)) {
    const address = /open (http:\S+)/.exec(line)?.[1]
    if (address !== undefined) return { child, ended, address }
  }
  throw new Error('The server ended before it was ready.')
}
