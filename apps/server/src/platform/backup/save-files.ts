import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

import { storedFolders, type FileStore, type StoredFile } from '../files/file-store.ts'
import { isNotThere, notThere, walkFolder } from '../files/walk-folder.ts'
import { BackupError } from './backup-folder.ts'
import type { SavedFile } from './manifest.ts'
import type { Objects } from './objects.ts'

/** Saved as rows, made again when needed, or of running processes. */
const leftOut: ReadonlySet<string> = new Set(['database', 'renditions', 'cache', 'temporary'])

interface Saving {
  readonly objects: Objects
  readonly dataFolder: string
  /** Where other files than those of the machine are; null: in the data folder. */
  readonly bucket: FileStore | null
  /** A file that is kept apart from backups. */
  readonly secretKeyFile: string
}

/** Files by their paths, relative to the data folder. */
export type SavedFiles = ReadonlyMap<string, SavedFile>

/**
 * Saves the files of the data folder and of the bucket. Those whose size and time are the ones known are not read
 * again. Files that disappear meanwhile are left out.
 */
export async function saveFiles(saving: Saving, known: SavedFiles): Promise<SavedFiles> {
  const saved = new Map<string, SavedFile>()
  for await (const { file, source } of filesOf(saving)) {
    const found = await saveFile(saving, { file, source, before: known.get(file) }).catch(
      (error: unknown) => {
        if (!isNotThere(error)) throw error
        return undefined
      },
    )
    if (found !== undefined) saved.set(file, found)
  }
  return saved
}

interface FoundFile {
  readonly file: string
  readonly source: Source
}

async function* filesOf(saving: Saving): AsyncGenerator<FoundFile> {
  const { dataFolder, secretKeyFile, bucket } = saving
  const source = onDisk(dataFolder)
  for (const entry of await readdir(dataFolder, { withFileTypes: true })) {
    const { name } = entry
    if (leftOut.has(name) || name.startsWith('.')) continue
    // Moved to the bucket, and left behind.
    if (bucket !== null && storedFolders.includes(name)) continue
    if (entry.isFile() && path.join(dataFolder, name) !== secretKeyFile)
      yield { file: name, source }
    if (!entry.isDirectory()) continue
    for await (const file of filesBelow(dataFolder, name)) yield { file, source }
  }
  if (bucket === null) return
  for (const folder of storedFolders) {
    for await (const { path: name, stored } of bucket.walk(folder))
      yield { file: `${folder}/${name}`, source: inBucket(bucket, stored) }
  }
}

/** A place of files, by their paths in the backup. */
interface Source {
  /** Size in bytes and time of the last change in milliseconds. @throws ENOENT */
  readonly find: (file: string) => Promise<{ size: number; modified: number }>
  readonly open: (file: string) => Promise<AsyncIterable<Buffer>>
}

function onDisk(dataFolder: string): Source {
  return {
    async find(file) {
      const { size, mtimeMs } = await stat(path.join(dataFolder, file))
      return { size, modified: mtimeMs }
    },
    open: (file) =>
      Promise.resolve(createReadStream(path.join(dataFolder, file)) as AsyncIterable<Buffer>),
  }
}

/** @param listed what a listing has just said of the file */
function inBucket(bucket: FileStore, listed: StoredFile | undefined): Source {
  return {
    async find(file) {
      const found = listed ?? (await bucket.find(file))
      if (found === undefined) throw notThere(file)
      return { size: found.size, modified: found.modifiedAt.getTime() }
    },
    open: async (file) => (await bucket.read(file)).content as AsyncIterable<Buffer>,
  }
}

async function* filesBelow(dataFolder: string, folder: string): AsyncGenerator<string> {
  for await (const found of walkFolder(path.join(dataFolder, folder), null)) {
    const file = found.path === '' ? folder : `${folder}/${found.path}`
    if (!found.isReadable)
      throw new BackupError(`This account cannot list ${file} in ${dataFolder}.`)
    // Objects that are being received get their final name when they are whole.
    if (!file.endsWith('.part')) yield file
  }
}

async function saveFile(
  { objects }: Saving,
  { file, source, before }: FoundFile & { before: SavedFile | undefined },
): Promise<SavedFile> {
  const { size, modified } = await source.find(file)
  const isKnown =
    before?.size === size && before.modified === modified && (await objects.has(before.sha256))
  if (isKnown) return before
  const content = await objects.put(await source.open(file))
  return { path: file, ...content, modified }
}
