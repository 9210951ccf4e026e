import type { Dirent } from 'node:fs'
import { readdir } from 'node:fs/promises'
import path from 'node:path'

import type { FoundPath } from './file-store.ts'

/**
 * Walks a folder in the order of names, depth first, holding the names of one folder of each depth.
 */
export async function* walkFolder(root: string, after: string | null): AsyncGenerator<FoundPath> {
  yield* walkBelow(root, '', after === null ? [] : after.split('/'))
}

async function* walkBelow(
  root: string,
  folder: string,
  [begin, ...deeper]: readonly string[],
): AsyncGenerator<FoundPath> {
  const entries = await readEntries(path.join(root, folder))
  if (entries === undefined) {
    yield { path: folder, isReadable: false }
    return
  }
  for (const entry of entries) {
    if (begin !== undefined && entry.name < begin) continue
    const isBegin = entry.name === begin
    const inside = folder === '' ? entry.name : `${folder}/${entry.name}`
    if (entry.isDirectory()) yield* walkBelow(root, inside, isBegin ? deeper : [])
    else if (entry.isFile() && !isBegin) yield { path: inside, isReadable: true }
  }
}

/** Non-hidden entries, in the order of the names' code units; undefined if reading is refused. */
async function readEntries(folder: string): Promise<Dirent[] | undefined> {
  try {
    const entries = await readdir(folder, { withFileTypes: true })
    return entries
      .filter(({ name }) => !name.startsWith('.'))
      .toSorted((a, b) => (a.name < b.name ? -1 : 1))
  } catch (error) {
    return isNotThere(error) ? [] : undefined
  }
}

export function isNotThere(error: unknown): boolean {
  const code = error instanceof Error && 'code' in error ? error.code : undefined
  return code === 'ENOENT' || code === 'ENOTDIR'
}
