import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { z } from 'zod'

import { EmbeddedDatabaseError, reasonOf } from './error.ts'

const Owner = z.object({ process: z.int(), since: z.string() })
const SQLITE_BUSY = 5

/**
 * Reserves the folder for this process, or refuses and names the process that holds it. Uses SQLite as the
 * portable interface to the system's file locks: they end with their process, however it ends, and hold
 * between containers that share a volume, where process numbers mean nothing.
 */
export function lockFolder(folder: string): Disposable {
  const ownerFile = path.join(folder, 'owner.json')
  const lock = takeLock(path.join(folder, 'lock'), () => refusal(folder, ownerFile))
  writeFileSync(
    ownerFile,
    `${JSON.stringify({ process: process.pid, since: new Date().toISOString() })}\n`,
  )
  return lock
}

function takeLock(file: string, refuse: () => Error): DatabaseSync {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    if (error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY) {
      throw refuse()
    }
    throw new EmbeddedDatabaseError(
      `The database folder cannot be locked: ${file}: ${reasonOf(error)}. It must be writable by ` +
        'the account that starts Fovea and lie on a file system that supports locks.',
      { cause: error },
    )
  }
}

function refusal(folder: string, ownerFile: string): Error {
  return new EmbeddedDatabaseError(
    `The database in ${folder} is already in use by another Fovea${describeOwner(ownerFile)}. Use ` +
      'that one, stop it first, or start this one on a folder of its own with DATA_DIR.',
  )
}

function describeOwner(ownerFile: string): string {
  try {
    const owner = Owner.parse(JSON.parse(readFileSync(ownerFile, 'utf8')))
    return ` (process ${owner.process}, running since ${owner.since})`
  } catch {
    return ''
  }
}
