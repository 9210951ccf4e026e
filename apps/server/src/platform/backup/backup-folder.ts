import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import { z } from 'zod'

import { lockFile } from '../files/file-lock.ts'
import { keepSweepingPartials, partialIn } from '../files/partials.ts'
import { isNotThere } from '../files/walk-folder.ts'
import { fingerprintOf } from './backup-key.ts'
import { contentsOf, Manifest } from './manifest.ts'
import { openObjects, syncFolder, writeSynced, type Objects } from './objects.ts'

/** The folder, or what the operator asked of it, cannot be used; the message says why. */
export class BackupError extends Error {}

/** A folder with backups that share their contents. */
export interface BackupFolder extends AsyncDisposable {
  readonly objects: Objects
  /** Names of the complete backups, the oldest first. */
  names(): Promise<readonly string[]>
  read(name: string): Promise<Manifest>
  /** Completes a backup; returns its name. */
  add(manifest: Manifest): Promise<string>
  /**
   * Removes all but the newest backups, and the contents that no other backup has. If it is
   * interrupted, the next call goes on.
   * @param keep at least 1
   * @returns the number of backups removed
   */
  prune(keep: number): Promise<number>
}

/** What all backups of a folder have in common. */
const Cover = z.object({
  form: z.literal(1),
  /** Fingerprint of the key that encrypts them; null: they are not encrypted. */
  key: z.string().nullable(),
})

/** The file of a backup in `backups/`: its manifest's digest, and the digest of its encrypted content. */
const Entry = z.object({ manifest: z.string() })

const coverFile = 'fovea-backup.json'

/**
 * Opens the folder: for reading, or for one process to write, which makes an empty folder one for
 * backups.
 * @throws {BackupError}
 */
export async function openBackupFolder(
  root: string,
  { key, write }: { key: Buffer | undefined; write: boolean },
): Promise<BackupFolder> {
  const expected = key === undefined ? null : fingerprintOf(key)
  const cover = await readCover(root)
  if (cover === undefined && !write) throw new BackupError(`${root} has no backups.`)
  if (cover === undefined) await writeCover(root, expected)
  else refuseOtherKey(root, { own: cover.key, given: expected })
  using stack = new DisposableStack()
  if (write) stack.use(lockForWriting(root))
  const folder = path.join(root, 'backups')
  const objects = openObjects(path.join(root, 'objects'), key)
  const sweeping = write ? keepSweepingPartials(root, { isAlone: true }) : undefined
  const lock = stack.move()

  async function names(): Promise<string[]> {
    const found = await readdir(folder).catch(noneIfAbsent)
    return found
      .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
      .map((name) => name.slice(0, -'.json'.length))
      .toSorted()
  }

  async function readEntry(name: string): Promise<z.infer<typeof Entry>> {
    const text = await readFile(path.join(folder, `${name}.json`), 'utf8').catch(noneIfAbsent)
    if (typeof text !== 'string') throw new BackupError(`${root} has no backup ${name}.`)
    return Entry.parse(JSON.parse(text))
  }

  async function readManifest({ manifest }: z.infer<typeof Entry>): Promise<Manifest> {
    const packed = await Array.fromAsync(objects.read(manifest))
    return Manifest.parse(JSON.parse(gunzipSync(Buffer.concat(packed)).toString('utf8')))
  }

  return {
    objects,
    names,
    read: async (name) => readManifest(await readEntry(name)),
    async add(manifest) {
      const { sha256 } = await objects.put(bytesOf(gzipSync(JSON.stringify(manifest))))
      const name = manifest.at.replaceAll(':', '-')
      await writeWhole(path.join(folder, `${name}.json`), { manifest: sha256 })
      return name
    },
    async prune(keep) {
      const all = await names()
      const [old, kept] = [all.slice(0, -keep), all.slice(-keep)]
      const contents = new Set<string>()
      for (const name of kept) {
        const entry = await readEntry(name)
        contents.add(entry.manifest)
        for (const { sha256 } of contentsOf(await readManifest(entry))) contents.add(sha256)
      }
      // First the lists of contents: a backup that has one is complete.
      for (const name of old) await rm(path.join(folder, `${name}.json`))
      if (old.length > 0) await syncFolder(folder)
      await objects.keepOnly(contents)
      return old.length
    },
    async [Symbol.asyncDispose]() {
      await sweeping?.[Symbol.asyncDispose]()
      lock[Symbol.dispose]()
    },
  }
}

async function readCover(root: string): Promise<z.infer<typeof Cover> | undefined> {
  const text = await readFile(path.join(root, coverFile), 'utf8').catch((error: unknown) => {
    if (!isNotThere(error)) throw error
    return undefined
  })
  return text === undefined ? undefined : Cover.parse(JSON.parse(text))
}

async function writeCover(root: string, key: string | null): Promise<void> {
  const names = await readdir(root).catch(noneIfAbsent)
  const others = names.filter((name) => !name.startsWith('.') && name !== 'lost+found')
  if (others.length > 0) {
    throw new BackupError(`${root} has other files. Name an empty folder, or one with backups.`)
  }
  await writeWhole(path.join(root, coverFile), { form: 1, key })
}

/** One process at a time writes and removes contents. */
function lockForWriting(root: string): Disposable {
  const lock = lockFile(path.join(root, '.lock'))
  if (lock === undefined) throw new BackupError(`Another backup into ${root} is going on.`)
  return lock
}

function refuseOtherKey(root: string, key: { own: string | null; given: string | null }): void {
  if (key.own === key.given) return
  if (key.own === null) {
    throw new BackupError(
      `The backups in ${root} are not encrypted. Unset BACKUP_KEY_FILE, or name another folder.`,
    )
  }
  throw new BackupError(
    `The backups in ${root} are encrypted with the key ${key.own}. Set BACKUP_KEY_FILE to the file of that key.`,
  )
}

/** Writes a small file that is there whole or not at all. */
async function writeWhole(file: string, content: object): Promise<void> {
  const folder = path.dirname(file)
  await mkdir(folder, { recursive: true })
  const partial = partialIn(folder)
  try {
    await writeSynced(partial, bytesOf(Buffer.from(`${JSON.stringify(content)}\n`)))
    await rename(partial, file)
  } finally {
    await rm(partial, { force: true })
  }
  await syncFolder(folder)
}

async function* bytesOf(bytes: Buffer): AsyncGenerator<Buffer> {
  yield await Promise.resolve(bytes)
}

function noneIfAbsent(error: unknown): string[] {
  if (!isNotThere(error)) throw error
  return []
}
