import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'

import { test as base, expect, request, type APIRequestContext } from '@playwright/test'

export const password = 'Correct-Horse-7'

/** Fovea as a user gets it: its own process on a data folder of its own. */
export interface RunningFovea {
  readonly address: string
  readonly dataFolder: string
  /** Ends it without warning, as a power cut would. */
  kill(): Promise<void>
  /** Starts it again on the same folder and the same port. */
  restart(): Promise<void>
  stop(): Promise<void>
}

export async function startFovea(env: Record<string, string> = {}): Promise<RunningFovea> {
  const dataFolder = await mkdtemp(path.join(tmpdir(), 'fovea-browser-'))
  await chmod(dataFolder, 0o755)
  let running = await launch(dataFolder, { PORT: '0', ...env })
  const { address } = running
  return {
    address,
    dataFolder,
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
      await rm(dataFolder, { recursive: true, force: true })
    },
  }
}

async function launch(dataFolder: string, env: Record<string, string>) {
  const child: ChildProcess = spawn(process.execPath, ['apps/server/src/main.ts'], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataFolder, ...env },
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

/** A person with an account, and a way to call the server as that person. */
export interface Person {
  readonly username: string
  readonly api: APIRequestContext
}

async function register(address: string, username: string): Promise<APIRequestContext> {
  const api = await request.newContext({ baseURL: address })
  const answer = await api.post('/api/user/register', {
    data: { username, password, confirm_password: password, name: '' },
  })
  expect(answer.ok(), await answer.text()).toBe(true)
  return api
}

/**
 * `fovea`: a server shared by the tests of a worker. `person`: a new account, already signed in
 * within the test's page. `admin`: the first account of that server.
 */
export const test = base.extend<{ person: Person }, { fovea: RunningFovea; admin: Person }>({
  fovea: [
    // Playwright reads the parameters: a worker's fixture that needs none still names one.
    async ({ browserName: _browserName }, provide) => {
      const fovea = await startFovea({ ALLOW_REGISTRATION: 'true' })
      await provide(fovea)
      await fovea.stop()
    },
    { scope: 'worker' },
  ],
  admin: [
    async ({ fovea }, provide) => {
      const api = await register(fovea.address, 'administrator')
      await provide({ username: 'administrator', api })
      await api.dispose()
    },
    { scope: 'worker' },
  ],
  baseURL: async ({ fovea }, provide) => provide(fovea.address),
  person: async ({ fovea, admin: _admin, context }, provide, info) => {
    const username = `person-${info.workerIndex}-${info.testId.slice(-8)}-${info.retry}`
    const api = await register(fovea.address, username)
    const { cookies } = await api.storageState()
    await context.addCookies(cookies)
    await provide({ username, api })
    await api.dispose()
  },
})

export { expect }
