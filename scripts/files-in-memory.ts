import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs'

const memory = '/dev/shm'
/** The most that a run of the tests stores at a time, with room for other programs. */
const neededBytes = 4 * 2 ** 30

/**
 * Puts temporary files of this process and its children into memory, if there is room, until it ends.
 * Each server test creates and removes a database of a thousand files, which costs a disk's file system
 * more time than the test.
 */
export function keepFilesInMemory(): void {
  if (process.env['TMPDIR'] !== undefined || !hasRoom()) return
  const folder = mkdtempSync(`${memory}/fovea-tests-`)
  // The account of the embedded database must be able to enter.
  chmodSync(folder, 0o755)
  process.env['TMPDIR'] = folder
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }))
}

function hasRoom(): boolean {
  try {
    const { bavail, bsize } = statfsSync(memory)
    return bavail * bsize >= neededBytes
  } catch {
    return false
  }
}
