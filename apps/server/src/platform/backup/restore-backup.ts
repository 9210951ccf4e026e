import { access, mkdir, readdir, rm, utimes, writeFile } from 'node:fs/promises'
import path from 'node:path'

import type { PoolConfig } from 'pg'

import { removeEmbeddedPostgres } from '../database/embedded/embedded.ts'
import { isNotThere } from '../files/walk-folder.ts'
import { BackupError, type BackupFolder } from './backup-folder.ts'
import { loadDatabase } from './load-database.ts'
import { contentsOf, type Manifest, type SavedFile } from './manifest.ts'
import { writeSynced, type Objects } from './objects.ts'

/** Marks a data folder into which a backup is being restored. */
const marker = 'restore-unfinished'

/** The folder of the embedded database. */
const database = 'database'

/** @throws {BackupError} if restoring into this data folder was interrupted, or is going on */
export async function refuseHalfRestored(dataFolder: string): Promise<void> {
  const isHalf = await access(path.join(dataFolder, marker)).then(
    () => true,
    () => false,
  )
  if (!isHalf) return
  throw new BackupError(
    `A backup has not been restored completely into ${dataFolder}. Run npm run restore again.`,
  )
}

/** Reads all contents of a backup. @throws if one is missing or damaged */
export async function verifyBackup({ objects }: BackupFolder, manifest: Manifest): Promise<void> {
  for (const { sha256 } of contentsOf(manifest)) await objects.verify(sha256)
}

/**
 * Begins to restore into a data folder that is empty but for the secret key, or that an interrupted
 * restore has left.
 * @throws {BackupError} if it has other files
 * @throws {EmbeddedDatabaseError} if another process is restoring into it
 */
export async function beginRestore(dataFolder: string, secretKeyFile: string): Promise<void> {
  await mkdir(dataFolder, { recursive: true })
  const names = await readdir(dataFolder)
  const others = names.filter((name) => path.join(dataFolder, name) !== secretKeyFile)
  if (others.length > 0 && !others.includes(marker)) {
    throw new BackupError(
      `${dataFolder} is not empty. Name an empty folder in DATA_DIR, or move its files away.`,
    )
  }
  await writeFile(path.join(dataFolder, marker), '', { mode: 0o600 })
  // First, because it refuses if another restore is going on.
  if (others.includes(database)) await removeEmbeddedPostgres(path.join(dataFolder, database))
  for (const name of others.filter((each) => each !== marker && each !== database)) {
    await rm(path.join(dataFolder, name), { recursive: true })
  }
}

/** Restores files and rows; only then does the server start on the folder. */
export async function restoreBackup(
  { objects }: BackupFolder,
  manifest: Manifest,
  target: { dataFolder: string; owner: PoolConfig },
): Promise<void> {
  for (const file of manifest.files) await restoreFile(objects, target.dataFolder, file)
  await loadDatabase(target.owner, manifest, objects)
  await rm(path.join(target.dataFolder, marker))
}

async function restoreFile(objects: Objects, dataFolder: string, file: SavedFile): Promise<void> {
  const target = path.join(dataFolder, file.path)
  await mkdir(path.dirname(target), { recursive: true })
  await writeSynced(target, objects.read(file.sha256)).catch((error: unknown) => {
    if (!isNotThere(error)) throw error
    throw new BackupError(`The backup has lost the content of ${file.path}.`, { cause: error })
  })
  const modified = file.modified / 1000
  await utimes(target, modified, modified)
}
