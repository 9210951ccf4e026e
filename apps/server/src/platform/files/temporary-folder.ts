import { randomUUID } from 'node:crypto'
import { mkdir, readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'

/** How often a process shows that it still uses its folder. */
const beatMs = 60_000
/** A folder that has not been touched for this long is abandoned. */
const silentMs = 15 * beatMs

interface TemporaryFolder extends AsyncDisposable {
  readonly path: string
}

/**
 * A private folder for temporary files of this process, removed when it ends. Remains of killed processes in
 * `root` are removed: immediately if no other process can be alive, otherwise once they are abandoned.
 */
export async function openTemporaryFolder(
  root: string,
  { isAlone }: { isAlone: boolean },
): Promise<TemporaryFolder> {
  const own = path.join(root, randomUUID())
  await touch(own)
  await sweep(root, own, isAlone ? -Infinity : silentMs)
  const beat = async () => {
    await touch(own)
    await sweep(root, own, silentMs)
  }
  const timer = setInterval(() => {
    // For example, the disk is full: the next one may succeed.
    beat().catch(() => undefined)
  }, beatMs)
  timer.unref()
  return {
    path: own,
    async [Symbol.asyncDispose]() {
      clearInterval(timer)
      await remove(own)
    },
  }
}

async function touch(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true })
  const now = new Date()
  await utimes(folder, now, now)
}

async function sweep(root: string, own: string, olderThanMs: number): Promise<void> {
  const entries = (await readdir(root)).map((name) => path.join(root, name))
  for (const entry of entries.filter((each) => each !== own)) {
    // Another process may just have removed it.
    const status = await stat(entry).catch(() => undefined)
    if (status !== undefined && Date.now() - status.mtimeMs > olderThanMs) await remove(entry)
  }
}

function remove(entry: string): Promise<void> {
  return rm(entry, { recursive: true, force: true, maxRetries: 3 })
}
