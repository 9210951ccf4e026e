import { readdir } from 'node:fs/promises'
import path from 'node:path'

import type { FoundPath, StoredFile } from './file-store.ts'

/** A file or folder within a folder; others, such as links, are neither. */
export interface FolderEntry {
  readonly name: string
  /** Absent if the listing does not say. */
  readonly stored?: StoredFile
  isFile(): boolean
  isDirectory(): boolean
}

/** The entries of a folder, given its path below the root; undefined if reading is refused. */
type ReadEntries = (folder: string) => Promise<FolderEntry[] | undefined>

/** Walks a folder of this machine as {@link walkTree} does. */
export function walkFolder(root: string, after: string | null): AsyncGenerator<FoundPath> {
  return walkTree((folder) => readEntries(path.join(root, folder)), after)
}

/**
 * Walks folders in the order of names, depth first, holding the names of one folder of each depth. Skips
 * hidden entries.
 */
export async function* walkTree(
  read: ReadEntries,
  after: string | null,
): AsyncGenerator<FoundPath> {
  yield* walkBelow(read, '', after === null ? [] : after.split('/'))
}

async function* walkBelow(
  read: ReadEntries,
  folder: string,
  [begin, ...deeper]: readonly string[],
): AsyncGenerator<FoundPath> {
  const entries = await read(folder)
  if (entries === undefined) {
    yield { path: folder, isReadable: false }
    return
  }
  for (const entry of inOrder(entries)) {
    if (begin !== undefined && entry.name < begin) continue
    const isBegin = entry.name === begin
    const inside = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* walkBelow(read, inside, isBegin ? deeper : [])
    else if (entry.isFile() && !isBegin) yield foundFile(inside, entry)
  }
}

function foundFile(inside: string, { stored }: FolderEntry): FoundPath {
  return { path: inside, isReadable: true, ...(stored !== undefined && { stored }) }
}

/** Non-hidden entries, in the order of the names' code units. */
function inOrder(entries: readonly FolderEntry[]): FolderEntry[] {
  return entries
    .filter(({ name }) => !name.startsWith('.'))
    .toSorted((a, b) => (a.name === b.name ? 0 : a.name < b.name ? -1 : 1))
}

async function readEntries(folder: string): Promise<FolderEntry[] | undefined> {
  try {
    return await readdir(folder, { withFileTypes: true })
  } catch (error) {
    return isNotThere(error) ? [] : undefined
  }
}

export function isNotThere(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR'
}

/** The error for a file that does not exist, as the file system has it. */
export function notThere(file: string): Error {
  return Object.assign(new Error(`There is no file ${file}.`), { code: 'ENOENT' })
}
