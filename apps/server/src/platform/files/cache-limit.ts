import { readdir, rm, stat, utimes } from 'node:fs/promises'
import path from 'node:path'

import { log } from '../log.ts'

/** Keeps files that can be made again within a size. */
export interface CacheLimit {
  /** A file or a folder was added. */
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
 * process put them there.
 * @param wholes folders within of which each entry, a folder of files, is kept or removed as a whole
 */
export function limitCache(
  folders: readonly string[],
  mostBytes: number,
  wholes: readonly string[] = [],
): CacheLimit {
  let unseen = Infinity
  let trimming = Promise.resolve()

  async function trim(): Promise<void> {
    const kept = (await Promise.all(folders.map((folder) => keptBelow(folder, wholes)))).flat()
    let total = bytesOf(kept)
    if (total <= mostBytes * (1 - shareBetweenCounts)) return
    for (const { place, size } of kept.toSorted((a, b) => a.usedAt - b.usedAt)) {
      if (total <= mostBytes * shareLeft) return
      await rm(place, { recursive: true, force: true })
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

/** The size of all files in a folder, in bytes. */
export async function bytesBelow(folder: string): Promise<number> {
  return bytesOf(await keptBelow(folder, []))
}

/** A file, or a folder that is removed as a whole. */
interface Kept {
  readonly place: string
  readonly size: number
  readonly usedAt: number
}

function bytesOf(kept: readonly Kept[]): number {
  return kept.reduce((sum, { size }) => sum + size, 0)
}

async function keptBelow(folder: string, wholes: readonly string[]): Promise<Kept[]> {
  const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
  const found: Kept[] = []
  for (const entry of entries) {
    const place = path.join(folder, entry.name)
    const isWhole = entry.isDirectory() && wholes.includes(folder)
    if (entry.isDirectory() && !isWhole) found.push(...(await keptBelow(place, wholes)))
    if (entry.name.includes('.part') || !(isWhole || entry.isFile())) continue
    const status = await stat(place).catch(() => undefined)
    if (status === undefined) continue
    const size = isWhole ? await bytesBelow(place) : status.size
    found.push({ place, size, usedAt: status.mtimeMs })
  }
  return found
}
