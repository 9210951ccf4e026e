import { readdir, readFile } from 'node:fs/promises'
import { setTimeout as sleep } from 'node:timers/promises'

import { onTestFinished } from 'vitest'

/** Processes started by this one, of any program or of the named one. */
export async function helpers(program = ''): Promise<number[]> {
  const threads = await readdir('/proc/self/task')
  const lists = threads.map((id) => readOrNothing(`/proc/self/task/${id}/children`))
  const children = (await Promise.all(lists)).join(' ').split(' ').filter(Boolean).map(Number)
  const commands = children.map((pid) => readOrNothing(`/proc/${pid}/cmdline`))
  const found = await Promise.all(commands)
  return children.filter((_, at) => found[at]?.includes(program))
}

/** Kills the running processes of a program, as the system does if memory runs out. */
export async function killHelpers(program: string): Promise<number> {
  const found = await helpers(program)
  for (const pid of found) kill(pid)
  return found.length
}

/** Kills every process of a program as soon as it exists, until the test stops it. */
export function keepKilling(program: string): AsyncDisposable {
  const stop = new AbortController()
  async function work(): Promise<void> {
    while (!stop.signal.aborted) {
      await killHelpers(program)
      await sleep(2)
    }
  }
  const working = work()
  const end = async (): Promise<void> => {
    stop.abort()
    await working
  }
  onTestFinished(end)
  return { [Symbol.asyncDispose]: end }
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // Gone already.
  }
}

function readOrNothing(file: string): Promise<string> {
  return readFile(file, 'utf8').catch(() => '')
}
