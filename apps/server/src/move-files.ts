// Copies the files of an installation from its data folder into a bucket, or back, while the server
// is stopped. docs/operating.md explains how to start it.
import path from 'node:path'
import { parseArgs } from 'node:util'

import { loadConfig, type Config } from './config.ts'
import { explainFailure } from './explain-failure.ts'
import { openOwner } from './open-owner.ts'
import { connectDatabase } from './platform/database/database.ts'
import { nameOfBucket } from './platform/files/bucket-address.ts'
import { openDiskStore } from './platform/files/disk-store.ts'
import { moveFiles, type Moved } from './platform/files/move-files.ts'
import { openFiles } from './platform/files/open-files.ts'
import { createPrivately } from './platform/files/private-folder.ts'
import { openTemporaryFolder } from './platform/files/temporary-folder.ts'
import { refuseRunning } from './refuse-running.ts'
import { ConfigError } from './settings-files.ts'

const usage = `npm run move-files -- --to bucket|disk
with the settings of the server in the environment, and with STORAGE_URL`
/** Files between two lines of progress. */
const tellEvery = 1000

async function run(config: Config): Promise<void> {
  const { to } = parseArgs({ options: { to: { type: 'string' } } }).values
  const { bucket, dataFolder } = config
  if (bucket === null || (to !== 'bucket' && to !== 'disk')) throw new ConfigError(usage)
  createPrivately(config)
  await using resources = new AsyncDisposableStack()
  const owner = await openOwner(config, resources)
  // A running server would store files in the old place.
  await refuseRunning(resources.use(connectDatabase({ ...owner, max: 1 })).db)
  const temporary = resources.use(
    await openTemporaryFolder(path.join(dataFolder, 'temporary'), { isAlone: false }),
  )
  const places = { ...config, temporaryFolder: temporary.path }
  const { files: inBucket } = resources.use(await openFiles(places, () => undefined))
  const onDisk = openDiskStore(dataFolder)
  const [from, target] = to === 'bucket' ? [onDisk, inBucket] : [inBucket, onDisk]
  const { copied, kept, bytes } = await moveFiles(from, target, tell)
  const [left, next] =
    to === 'bucket'
      ? [dataFolder, 'Start the server with STORAGE_URL.']
      : [nameOfBucket(bucket), 'Start the server without STORAGE_URL.']
  process.stdout.write(
    `${copied + kept} files (${megabytes(bytes)} MB) are there, and the same; ${copied} were copied now. ${next} Then run npm run check-data, and remove the files in ${left} once it finds the data intact.\n`,
  )
}

function tell({ copied, kept, bytes }: Moved): void {
  if ((copied + kept) % tellEvery > 0) return
  process.stdout.write(`${copied + kept} files, ${megabytes(bytes)} MB\n`)
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 1e6)
}

try {
  await run(loadConfig(process.env))
} catch (error) {
  process.stderr.write(`Not done: ${explainFailure(error)}\n`)
  process.exitCode = 2
}
process.exit()
