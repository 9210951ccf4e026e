import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'

import { z } from 'zod'

import { lockFile } from '../../files/file-lock.ts'
import { EmbeddedDatabaseError, reasonOf } from './error.ts'

const Owner = z.object({ process: z.int(), since: z.string() })

/**
 * Reserves the folder for this process, until disposed of or until the process ends.
 * @throws {EmbeddedDatabaseError} that names the process that holds it
 */
export function lockFolder(folder: string): Disposable {
  const ownerFile = path.join(folder, 'owner.json')
  const lock = takeLock(path.join(folder, 'lock'))
  if (lock === undefined) throw refusal(folder, ownerFile)
  writeFileSync(
    ownerFile,
    `${JSON.stringify({ process: process.pid, since: new Date().toISOString() })}\n`,
  )
  return lock
}

function takeLock(file: string): Disposable | undefined {
  try {
    return lockFile(file)
  } catch (error) {
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
