import { isDatabaseAway } from '../database/database.ts'
import { StorageAway } from '../files/storage-error.ts'
import { HelperUnavailable } from '../helper-pool.ts'
import { HelperEnded } from '../helper-process.ts'

/**
 * Whether work failed for external reasons: the database, the object store or a process that it needs was gone. Such
 * a failure does not count against the work's tries.
 */
export function isPassing(error: unknown): boolean {
  if (error instanceof HelperEnded) return error.by === 'died' && !error.isCrash
  if (error instanceof StorageAway) return true
  return error instanceof HelperUnavailable || isDatabaseAway(error)
}
