import { DatabaseSync } from 'node:sqlite'

const SQLITE_BUSY = 5

/**
 * Locks a file, which is created if absent, until disposed of. Uses SQLite as the portable interface
 * to the system's file locks: they end with their process, however it ends, and hold between
 * containers that share a volume, where process numbers mean nothing.
 * @returns undefined if another process holds the lock
 * @throws if the file cannot be written, or its file system has no locks
 */
export function lockFile(file: string): Disposable | undefined {
  let lock: DatabaseSync | undefined
  try {
    lock = new DatabaseSync(file)
    lock.exec('BEGIN EXCLUSIVE')
    return lock
  } catch (error) {
    lock?.close()
    const isBusy = error instanceof Error && 'errcode' in error && error.errcode === SQLITE_BUSY
    if (isBusy) return undefined
    throw error
  }
}
