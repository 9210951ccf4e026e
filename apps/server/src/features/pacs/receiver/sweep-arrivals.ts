import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import type { Db } from '../../../platform/database/database.ts'
import { arrivalsFolder } from './arrivals.ts'

const partial = '.dcm.part'

/**
 * Repairs the state after a stop at any moment, before anything is received: an object whose row
 * marks it as complete gets its name; any other was never acknowledged and is removed. Another process may
 * still be receiving the newest ones.
 */
export async function sweepArrivals(
  db: Db,
  dataFolder: string,
  { isAlone = true }: { readonly isAlone?: boolean } = {},
): Promise<void> {
  const folder = arrivalsFolder(dataFolder)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.endsWith(partial))) {
    const file = path.join(folder, name)
    if (!isAlone && (await isRecent(file))) continue
    const row = await findArrival(db, name.slice(0, -partial.length))
    const isWhole = row !== undefined && row.sha256.equals(await hashOf(file))
    if (isWhole) await rename(file, file.slice(0, -'.part'.length))
    else await rm(file, { force: true })
  }
}

/** Longer than the receiver waits for the rest of an object. */
const recentMs = 600_000

async function isRecent(file: string): Promise<boolean> {
  const found = await stat(file).catch(() => undefined)
  return found === undefined || Date.now() - found.mtimeMs < recentMs
}

function findArrival(db: Db, id: string): Promise<{ sha256: Buffer } | undefined> {
  return db
    .selectFrom('dicom_arrival')
    .select('sha256')
    .where((eb) => eb(eb.cast<string>('id', 'text'), '=', id))
    .executeTakeFirst()
}

async function hashOf(file: string): Promise<Buffer> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest()
}
