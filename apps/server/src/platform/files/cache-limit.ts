import { readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'

import { log } from '../log.ts'

/** Keeps files that can be made again within a size. */
export interface CacheLimit {
  /** A file was added. */
  added(bytes: number): void
  /** A file is used: it goes later than others. */
  used(file: string): Promise<void>
}

/** Share of the size that may be added before the files are counted again. */
const shareBetweenCounts = 0.05
/** Share of the size that is left when files are removed. */
const shareLeft = 0.9

export const noLimit: CacheLimit = { added: () => undefined, used: () => Promise.resolve() }

/**
 * Removes the least recently used files of the folders when they have grown beyond the size, whichever
 * process put them there. A folder within that has a limit of its own is left alone.
 */
export function limitCache(
  folders: readonly string[],
  mostBytes: number,
  leftAlone: readonly string[] = [],
): CacheLimit {
  let unseen = Infinity
  let trimming = Promise.resolve()

  async function trim(): Promise<void> {
    const files = (await Promise.all(folders.map((folder) => filesBelow(folder, leftAlone)))).flat()
    let total = files.reduce((sum, { size }) => sum + size, 0)
    if (total <= mostBytes * (1 - shareBetweenCounts)) return
    for (const { file, size } of files.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (total <= mostBytes * shareLeft) return
      await rm(file, { force: true })
      total -= size
    }
  }

  return {
    added(bytes) {
      unseen += bytes
      if (unseen < mostBytes * shareBetweenCounts) return
      unseen = 0
      trimming = trimming.then(trim).catch((error: unknown) => log.error('the cache', error))
    },
    async used(file) {
      const now = new Date()
      // Another process may just have removed it.
      await utimes(file, now, now).catch(() => undefined)
    },
  }
}

interface CachedFile {
  readonly file: string
  readonly size: number
  readonly usedAt: number
}

async function filesBelow(folder: string, leftAlone: readonly string[]): Promise<CachedFile[]> {
  if (leftAlone.includes(folder)) return []
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: CachedFile[] = []
  for (const entry of entries) {
    const inside = path.join(folder, entry.name)
    if (entry.isDirectory()) found.push(...(await filesBelow(inside, leftAlone)))
    if (!entry.isFile() || entry.name.endsWith('.part')) continue
    const status = await stat(inside).catch(() => undefined)
    if (status === undefined) continue
    found.push({ file: inside, size: status.size, usedAt: status.mtimeMs })
  }
  return found
}
