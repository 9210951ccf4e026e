import { randomUUID } from 'node:crypto'
import { readdir, rm, stat } from 'node:fs/promises'
import path from 'node:path'

/** Marks the partial files of this process, to tell them from those of others. */
const own = randomUUID()
const partial = /^\.([\da-f-]{36}\.)?[\da-f-]{36}\.part$/u

/** A file without writes for this long is abandoned. */
const silentMs = 15 * 60_000
const everyMs = 24 * 3600_000

/** Path for writing a file of this folder before it gets its name: hidden, so that scans skip it. */
export function partialIn(folder: string): string {
  return path.join(folder, `.${own}.${randomUUID()}.part`)
}

/**
 * Removes partial files of killed processes below `root`, now and every day: immediately if no other process
 * can be alive, otherwise once they are abandoned.
 */
export function keepSweepingPartials(
  root: string,
  { isAlone }: { isAlone: boolean },
): AsyncDisposable {
  const closing = new AbortController()
  const sweep = (): Promise<void> =>
    sweepPartials(root, { silentMs: isAlone ? -Infinity : silentMs, until: closing.signal })
  let sweeping = sweep()
  const timer = setInterval(() => {
    sweeping = sweep()
  }, everyMs)
  timer.unref()
  return {
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      closing.abort()
      await sweeping
    },
  }
}

interface Sweep {
  readonly silentMs: number
  readonly until: AbortSignal
}

/** Never throws: files that cannot be read or removed remain. */
async function sweepPartials(folder: string, sweep: Sweep): Promise<void> {
  if (sweep.until.aborted) return
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  for (const entry of entries) {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) await sweepPartials(inside, sweep)
    else if (isLeft(entry.name)) await removeSilent(inside, sweep.silentMs)
  }
}

function isLeft(name: string): boolean {
  return partial.test(name) && !name.startsWith(`.${own}.`)
}

async function removeSilent(file: string, olderThanMs: number): Promise<void> {
  // Another process may just have removed it, or given it its name.
  const status = await stat(file).catch(() => undefined)
  if (status === undefined || Date.now() - status.mtimeMs <= olderThanMs) return
  await rm(file, { force: true }).catch(() => undefined)
}
