import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, openSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'

/** A part of the cluster that can fail. */
export interface Part {
  readonly name: string
  /** Starts it, unless it runs; resolves when it answers. */
  start(): Promise<void>
  /** Lets it fail without warning, as a power cut does. */
  fail(): Promise<void>
}

/** Where the parts run, and what ends them. */
export interface Site {
  readonly resources: AsyncDisposableStack
  readonly folder: string
}

/** PostgreSQL, Patroni and PgBouncer refuse the superuser. */
export const unprivileged = process.getuid?.() === 0 ? { uid: 65_534, gid: 65_534 } : {}

const patienceMs = 600_000

interface Program {
  readonly name: string
  readonly command: readonly [program: string, ...args: string[]]
  readonly env?: Readonly<Record<string, string | undefined>>
  readonly account?: { readonly uid?: number; readonly gid?: number }
  readonly answers: () => Promise<boolean>
}

/** A program that runs until the site is cleared, with its output in a file named as it is. */
export function programOf({ resources, folder }: Site, program: Program): Part {
  const { name, command, account, answers } = program
  const [file, ...args] = command
  const log = path.join(folder, `${name}.log`)
  let child: ChildProcess | undefined

  async function launch(): Promise<void> {
    const output = openSync(log, 'a')
    const env = { PATH: process.env['PATH'], HOME: folder, ...program.env }
    child = spawn(file, args, { stdio: ['ignore', output, output], env, ...account })
    closeSync(output)
    await once(child, 'spawn')
  }
  async function fail(): Promise<void> {
    if (child === undefined || hasEnded(child)) return
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  }
  resources.defer(fail)
  return {
    name,
    fail,
    async start() {
      if (child === undefined || hasEnded(child)) await launch()
      await until(answers, () => {
        if (child !== undefined && hasEnded(child)) throw new Error(`${name} ended:\n${tail(log)}`)
      }).catch((error: unknown) => {
        throw new Error(`${name} does not answer:\n${tail(log)}`, { cause: error })
      })
    },
  }
}

function hasEnded({ exitCode, signalCode }: ChildProcess): boolean {
  return exitCode !== null || signalCode !== null
}

function tail(log: string): string {
  return readFileSync(log, 'utf8').split('\n').slice(-20).join('\n')
}

/** @throws {Error} after ten minutes */
export async function until(
  isSo: () => Promise<boolean>,
  check: () => void = () => undefined,
): Promise<void> {
  const end = performance.now() + patienceMs
  while (!(await isSo())) {
    check()
    if (performance.now() > end) throw new Error(`Not within ${patienceMs / 1000} s.`)
    await sleep(100)
  }
}

/** Whether an address answers with success. */
export async function isOk(address: string): Promise<boolean> {
  try {
    const answer = await fetch(address, { signal: AbortSignal.timeout(3000) })
    await answer.body?.cancel()
    return answer.ok
  } catch {
    return false
  }
}
