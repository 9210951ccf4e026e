import { mkdir, readdir, readFile, rename, rm } from 'node:fs/promises'
import path from 'node:path'
import { gunzipSync, gzipSync } from 'node:zlib'

import { z } from 'zod'

import { keepSweepingPartials, partialIn } from '../files/partials.ts'
import { isNotThere } from '../files/walk-folder.ts'
import { fingerprintOf } from './backup-key.ts'
import { Manifest } from './manifest.ts'
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
 * Opens the folder, or makes it one for backups if it is empty and `create` is set.
 * @throws {BackupError}
 */
export async function openBackupFolder(
  root: string,
  { key, create }: { key: Buffer | undefined; create: boolean },
): Promise<BackupFolder> {
  const expected = key === undefined ? null : fingerprintOf(key)
  const cover = await readCover(root)
  if (cover === undefined && !create) throw new BackupError(`${root} has no backups.`)
  if (cover === undefined) await writeCover(root, expected)
  else refuseOtherKey(root, { own: cover.key, given: expected })
  const folder = path.join(root, 'backups')
  const objects = openObjects(path.join(root, 'objects'), key)
  const sweeping = create ? keepSweepingPartials(root, { isAlone: false }) : undefined
  return {
    objects,
    async names() {
      const names = await readdir(folder).catch(noneIfAbsent)
      return names
        .filter((name) => name.endsWith('.json') && !name.startsWith('.'))
        .map((name) => name.slice(0, -'.json'.length))
        .toSorted()
    },
    async read(name) {
      const text = await readFile(path.join(folder, `${name}.json`), 'utf8').catch(noneIfAbsent)
      if (typeof text !== 'string') throw new BackupError(`${root} has no backup ${name}.`)
      const { manifest } = Entry.parse(JSON.parse(text))
      const packed = await Array.fromAsync(objects.read(manifest))
      return Manifest.parse(JSON.parse(gunzipSync(Buffer.concat(packed)).toString('utf8')))
    },
    async add(manifest) {
      const { sha256 } = await objects.put(bytesOf(gzipSync(JSON.stringify(manifest))))
      const name = manifest.at.replaceAll(':', '-')
      await writeWhole(path.join(folder, `${name}.json`), { manifest: sha256 })
      return name
    },
    async [Symbol.asyncDispose]() {
      await sweeping?.[Symbol.asyncDispose]()
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
