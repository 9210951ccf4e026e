import path from 'node:path'

import { StorageAway } from '../storage-error.ts'
import { notThere } from '../walk-folder.ts'
import { factsOf, isPassing } from './client.ts'

/** Longest key that Amazon's interface permits, in bytes. */
const longestKey = 1024

/** The name of the object of a key. @throws if the key leads out of the prefix, or is too long */
export function objectKey(prefix: string, key: string): string {
  const inside = path.posix.normalize(key).replace(/\/$/u, '')
  if (inside === '.' || inside.startsWith('..') || inside.startsWith('/') || key.includes('\0')) {
    throw new Error(`The key ${JSON.stringify(key)} leads out of the file store.`)
  }
  const name = prefix + inside
  if (Buffer.byteLength(name) > longestKey) {
    throw new Error(`An object store takes names of at most ${longestKey} bytes: ${name}`)
  }
  return name
}

function isMissing(error: unknown): boolean {
  const { name, status } = factsOf(error)
  return name === 'NoSuchKey' || name === 'NotFound' || (status === 404 && name !== 'NoSuchBucket')
}

/** Sends a request about a file and translates its errors. @throws {StorageAway} or ENOENT */
export async function ask<T>(key: string, request: Promise<T>): Promise<T> {
  try {
    return await request
  } catch (error) {
    if (isMissing(error)) throw notThere(key)
    if (!isPassing(error)) throw error
    throw new StorageAway('The object store does not answer.', { cause: error })
  }
}
