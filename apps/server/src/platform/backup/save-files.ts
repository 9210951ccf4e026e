import { createReadStream } from 'node:fs'
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'

import { isNotThere, walkFolder } from '../files/walk-folder.ts'
import { BackupError } from './backup-folder.ts'
import type { SavedFile } from './manifest.ts'
import type { Objects } from './objects.ts'

/** Saved as rows, made again when needed, or of running processes. */
const leftOut = new Set(['database', 'renditions', 'temporary'])

interface Saving {
  readonly objects: Objects
  readonly dataFolder: string
  /** A file that is kept apart from backups. */
  readonly secretKeyFile: string
}

/** Files by their paths, relative to the data folder. */
export type SavedFiles = ReadonlyMap<string, SavedFile>

/**
 * Saves the files of the data folder. Those whose size and time are the ones known are not read
 * again. Files that disappear meanwhile are left out.
 */
export async function saveFiles(saving: Saving, known: SavedFiles): Promise<SavedFiles> {
  const saved = new Map<string, SavedFile>()
  for await (const file of filesOf(saving)) {
    const found = await saveFile(saving, { file, before: known.get(file) }).catch(
      (error: unknown) => {
        if (!isNotThere(error)) throw error
        return undefined
      },
    )
    if (found !== undefined) saved.set(file, found)
  }
  return saved
}

async function* filesOf({ dataFolder, secretKeyFile }: Saving): AsyncGenerator<string> {
  for (const entry of await readdir(dataFolder, { withFileTypes: true })) {
    const { name } = entry
    if (leftOut.has(name) || name.startsWith('.')) continue
    if (entry.isFile() && path.join(dataFolder, name) !== secretKeyFile) yield name
    if (entry.isDirectory()) yield* filesBelow(dataFolder, name)
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
  { objects, dataFolder }: Saving,
  { file, before }: { file: string; before: SavedFile | undefined },
): Promise<SavedFile> {
  const source = path.join(dataFolder, file)
  const { size, mtimeMs } = await stat(source)
  const isKnown =
    before?.size === size && before.modified === mtimeMs && (await objects.has(before.sha256))
  if (isKnown) return before
  const content = await objects.put(createReadStream(source) as AsyncIterable<Buffer>)
  return { path: file, ...content, modified: mtimeMs }
}
