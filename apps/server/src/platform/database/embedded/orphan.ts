import { execFile } from 'node:child_process'
import { readFile, rm } from 'node:fs/promises'
import path from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'

import { EmbeddedDatabaseError, ignoring } from './error.ts'

const run = promisify(execFile)
const STOP_TIMEOUT_MS = 60_000
const POLL_MS = 20

/**
 * Stops a database that a dead owner left running on this folder, and removes a stale process file. The
 * caller holds the folder's lock, so no living Fovea owns the database found.
 */
export async function stopOrphan(clusterFolder: string): Promise<void> {
  const file = path.join(clusterFolder, 'postmaster.pid')
  const pid = await postmasterOf(file)
  if (pid === undefined) return
  if (await runsOn(pid, clusterFolder)) process.kill(pid, 'SIGINT')
  const deadline = performance.now() + STOP_TIMEOUT_MS
  while (await runsOn(pid, clusterFolder)) {
    if (performance.now() > deadline) {
      throw new EmbeddedDatabaseError(
        `An earlier database (process ${pid}) still runs on ${clusterFolder} and does not stop. ` +
          'End that process, then start again.',
      )
    }
    await sleep(POLL_MS)
  }
  await rm(file, { force: true })
}

async function postmasterOf(file: string): Promise<number | undefined> {
  const content = await readFile(file, 'utf8').catch(ignoring('ENOENT'))
  const pid = Number.parseInt(content ?? '', 10)
  return Number.isSafeInteger(pid) && pid > 1 ? pid : undefined
}

/** The process number alone proves nothing: another program may have it now. */
async function runsOn(pid: number, clusterFolder: string): Promise<boolean> {
  const command = await commandLineOf(pid)
  return command.includes('postgres') && command.includes(clusterFolder)
}

async function commandLineOf(pid: number): Promise<string> {
  try {
    if (process.platform === 'linux') return await readFile(`/proc/${pid}/cmdline`, 'utf8')
    const { stdout } = await run('ps', ['-o', 'command=', '-p', String(pid)])
    return stdout
  } catch {
    return ''
  }
}
