import { readdir, rename, rm, stat } from 'node:fs/promises'
import path from 'node:path'

import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { hashFile } from '../../../platform/files/hash-file.ts'
import { arrivalFile, arrivalKey, arrivalsFolder } from './arrivals.ts'

type ArrivalStore = Pick<FileStore, 'put' | 'walk' | 'find' | 'remove'>

const partial = '.dcm.part'

interface Sweeping {
  /** False if other processes receive into the same folder, which may still be receiving the newest objects. */
  readonly isAlone?: boolean
  readonly bucket?: ArrivalStore | null
}

/**
 * Repairs the state after a stop at any moment, before anything is received: an object whose row
 * marks it as complete gets its name, or its place in the bucket; any other was never acknowledged and is
 * removed.
 */
export async function sweepArrivals(
  db: Db,
  dataFolder: string,
  { isAlone = true, bucket = null }: Sweeping = {},
): Promise<void> {
  const folder = arrivalsFolder(dataFolder)
  const names = await readdir(folder).catch(() => [])
  for (const name of names.filter((each) => each.endsWith(partial))) {
    const file = path.join(folder, name)
    if (!isAlone && (await isRecent(file))) continue
    const id = name.slice(0, -partial.length)
    const row = await findArrival(db, id)
    const isWhole = row !== undefined && row.sha256.equals(await hashFile(file))
    if (isWhole && bucket === null) await rename(file, arrivalFile(dataFolder, id))
    else if (isWhole) await bucket?.put(arrivalKey(id), file)
    await rm(file, { force: true })
  }
  if (bucket !== null) await sweepBucket(db, bucket)
}

/** Removes objects of which the row could not be stored: their senders send them again. */
async function sweepBucket(db: Db, bucket: ArrivalStore): Promise<void> {
  for await (const { path: name } of bucket.walk('arrivals')) {
    const key = `arrivals/${name}`
    const found = await bucket.find(key)
    const isOld = found !== undefined && Date.now() - found.modifiedAt.getTime() > orphanMs
    if (isOld && (await findArrival(db, path.parse(name).name)) === undefined)
      await bucket.remove(key)
  }
}

/** Longer than it takes to store a row. */
const orphanMs = 3600_000
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
