import { constants, createReadStream } from 'node:fs'
import { access, copyFile, lstat, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import { openChecks } from './checks.ts'
import type { FileStore, StoredFile } from './file-store.ts'
import { hashFile } from './hash-file.ts'
import { partialIn } from './partials.ts'
import { isNotThere, walkFolder } from './walk-folder.ts'

/** A folder as file store. A file is synced to disk before it gets its name. */
export function openDiskStore(root: string): FileStore {
  const resolveKey = (key: string): string => {
    const target = path.resolve(root, key)
    if (target === root || !target.startsWith(root + path.sep) || key.includes('\0')) {
      throw new Error(`The key ${JSON.stringify(key)} leads out of the file store.`)
    }
    return target
  }
  const checks = openChecks({ entryOf, hashOf: hashFile })
  return {
    async put(key, source) {
      const target = resolveKey(key)
      const folder = path.dirname(target)
      await mkdir(folder, { recursive: true })
      const partial = partialIn(folder)
      try {
        await copyFile(source, partial, constants.COPYFILE_FICLONE)
        await sync(partial)
        await rename(partial, target)
      } catch (error) {
        await rm(partial, { force: true })
        throw error
      }
      await sync(folder)
    },
    async read(key, part) {
      const target = resolveKey(key)
      const { size } = await stat(target)
      return { content: createReadStream(target, part), size }
    },
    isSound: (key, sha256, how = 'known') => checks.isSound(resolveKey(key), sha256, how),
    has: (key) =>
      access(resolveKey(key)).then(
        () => true,
        () => false,
      ),
    find: (key) => findFile(resolveKey(key)),
    walk: (folder, after = null) => walkFolder(resolveKey(folder), after),
    remove: (key) => rm(resolveKey(key), { recursive: true, force: true }),
    withLocalPath: (key, work) => work(resolveKey(key)),
    check: () => access(root),
  }
}

async function entryOf(file: string): Promise<string> {
  const { size, mtimeMs, ctimeMs, ino } = await stat(file)
  return [size, mtimeMs, ctimeMs, ino].join(' ')
}

async function findFile(target: string): Promise<StoredFile | undefined> {
  try {
    const status = await lstat(target)
    // Rounded to whole milliseconds, the resolution of a Date.
    if (status.isFile()) return { size: status.size, modifiedAt: new Date(status.mtimeMs) }
  } catch (error) {
    if (!isNotThere(error)) throw error
  }
  return undefined
}

/** Flushes a file, or the entries of a folder, to disk. */
async function sync(target: string): Promise<void> {
  const handle = await open(target, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
