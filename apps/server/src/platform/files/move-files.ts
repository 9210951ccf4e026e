import { createHash } from 'node:crypto'
import { pipeline } from 'node:stream/promises'

import { lookAhead } from '../look-ahead.ts'
import { storedFolders, type FileStore } from './file-store.ts'

/** Result of moving the files of a store. */
export interface Moved {
  /** Files that were copied now, and those that an earlier run had copied. */
  copied: number
  kept: number
  bytes: number
}

/** A file that cannot be read, or whose copy is not the same. */
export class MoveError extends Error {}

/**
 * Copies every file to another store and reads each copy back to compare it with the digest of the source.
 * Changes nothing in the source. After an interruption, copies that are whole stay, once their digests are
 * compared.
 * @param told called after each file
 * @throws {MoveError}
 */
export async function moveFiles(
  from: FileStore,
  to: FileStore,
  told: (moved: Moved) => void = () => undefined,
): Promise<Moved> {
  const moved: Moved = { copied: 0, kept: 0, bytes: 0 }
  for await (const { moving } of lookAhead(movesOf(from, to), ahead)) {
    const { size, isNew } = await moving
    moved[isNew ? 'copied' : 'kept'] += 1
    moved.bytes += size
    told(moved)
  }
  return moved
}

/** Files moved at the same time as another. */
const ahead = 7

interface MovedFile {
  readonly size: number
  readonly isNew: boolean
}

/** Starts to move each file. */
async function* movesOf(
  from: FileStore,
  to: FileStore,
): AsyncGenerator<{ moving: Promise<MovedFile> }> {
  for await (const key of keysOf(from)) {
    const moving = moveFile(from, to, key)
    // Awaited later, or never if another fails first.
    moving.catch(() => undefined)
    yield { moving }
  }
}

async function* keysOf(store: FileStore): AsyncGenerator<string> {
  for (const folder of storedFolders) {
    for await (const { path, isReadable } of store.walk(folder)) {
      const key = path === '' ? folder : `${folder}/${path}`
      if (!isReadable) throw new MoveError(`This account cannot list ${key}.`)
      // Still being received when the server stopped: the next start decides about it.
      const isPartial = folder === 'arrivals' && path.endsWith('.part')
      if (!isPartial) yield key
    }
  }
}

async function moveFile(from: FileStore, to: FileStore, key: string): Promise<MovedFile> {
  const { size, sha256 } = await measure(from, key)
  const isThere = (await to.find(key))?.size === size
  if (isThere && (await to.isSound(key, sha256))) return { size, isNew: false }
  await from.withLocalPath(key, (source) => to.put(key, source))
  if (await to.isSound(key, sha256, 'anew')) return { size, isNew: true }
  throw new MoveError(`The copy of ${key} differs from it. Start again.`)
}

async function measure(store: FileStore, key: string): Promise<{ size: number; sha256: Buffer }> {
  const hash = createHash('sha256')
  const { content, size } = await store.read(key)
  await pipeline(content, hash)
  return { size, sha256: hash.digest() }
}
