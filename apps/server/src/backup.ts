// Saves database and files into a folder of backups. Changes nothing else but the record that the
// page System shows, and may run beside the server. docs/operation.md explains how to start it.
import { access } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import path from 'node:path'

import type { PoolConfig } from 'pg'

import type { BackupMade } from '#contract/system'

import { loadConfig, type Config } from './config.ts'
import { storedReferences } from './features/integrity/references.ts'
import { openOwner } from './open-owner.ts'
import {
  BackupError,
  openBackupFolder,
  type BackupFolder,
} from './platform/backup/backup-folder.ts'
import { fingerprintOf, readBackupKey } from './platform/backup/backup-key.ts'
import { makeBackup } from './platform/backup/make-backup.ts'
import { systemClock } from './platform/clock.ts'
import { connectDatabase, withClient } from './platform/database/database.ts'
import { isUpToDate } from './platform/database/migrate.ts'
import { openFiles } from './platform/files/open-files.ts'
import { openSecrets, presentOf } from './platform/secrets.ts'

const usage = `npm run backup -- --to FOLDER [--keep NUMBER]
with the settings of the server in the environment; --keep removes all but the newest backups`
const mostNamed = 20

async function run(config: Config): Promise<void> {
  const text = { type: 'string' } as const
  const { to, keep } = parseArgs({ options: { to: text, keep: text } }).values
  if (to === undefined || (keep !== undefined && !/^[1-9]\d*$/.test(keep))) {
    throw new BackupError(usage)
  }
  const { dataFolder, secretKeyFile } = config
  // Otherwise a new key would be created.
  await access(secretKeyFile)
  const root = path.resolve(to)
  if (`${root}${path.sep}`.startsWith(`${dataFolder}${path.sep}`)) {
    throw new BackupError(`${root} is in the data folder. Name a folder on another disk.`)
  }
  await using resources = new AsyncDisposableStack()
  const key = await readBackupKey(config.backupKeyFile)
  const folder = resources.use(await openBackupFolder(root, { key, write: true }))
  const secrets = await openSecrets(secretKeyFile)
  const owner = await openOwner(config, resources)
  // Nothing is fetched to be kept.
  const places = { ...config, temporaryFolder: dataFolder }
  const { files: stored } = resources.use(await openFiles(places, () => undefined))
  const { name, manifest } = await makeBackup(folder, {
    owner,
    dataFolder,
    bucket: config.bucket === null ? null : stored,
    secretKeyFile,
    secretKey: fingerprintOf(presentOf(secrets.keysFor('backup'))),
    product: config.product.version,
    clock: systemClock,
    references: storedReferences,
    growing: ['audit-heads.log'],
  })
  const { files, missing, database } = manifest
  process.stdout.write(`${name}: ${database.tables.length} tables and ${files.length} files.
The secret key ${secretKeyFile} is not in it. Keep a copy apart: without it, the passwords of order systems and PACS are lost, and the audit trail cannot be verified.
`)
  await record(owner, {
    files: files.length,
    files_missing: missing.length,
    encrypted: key !== undefined,
  })
  if (missing.length > 0) tellMissing(missing)
  else if (keep !== undefined) await removeOld(folder, Number(keep))
}

/** Records the backup in the database, unless an earlier version of Fovea wrote that. */
async function record(owner: PoolConfig, made: Omit<BackupMade, 'made_at'>): Promise<void> {
  if (!(await withClient(owner, isUpToDate))) return
  await using connected = connectDatabase({ ...owner, max: 1 })
  await connected.db
    .insertInto('backup_made')
    .values({ ...made, made_at: systemClock() })
    .execute()
}

/** Old backups stay then: they may have the files. */
function tellMissing(missing: readonly string[]): void {
  const named = missing.slice(0, mostNamed).map((file) => `  ${file}\n`)
  process.stderr.write(
    `${missing.length} files that the database refers to are missing or damaged; old backups are kept:\n${named.join('')}`,
  )
  process.exitCode = 1
}

async function removeOld(folder: BackupFolder, keep: number): Promise<void> {
  try {
    process.stdout.write(`Old backups removed: ${await folder.prune(keep)}.\n`)
  } catch (error) {
    process.stderr.write(`The backup is complete, but removing old ones failed: ${String(error)}\n`)
    process.exitCode = 1
  }
}

try {
  await run(loadConfig(process.env))
} catch (error) {
  const why = error instanceof BackupError ? error.message : String(error)
  const isFull = error instanceof Error && 'code' in error && error.code === 'ENOSPC'
  process.stderr.write(
    isFull
      ? 'No backup was made: the disk is full. Earlier backups are unchanged. Free space and start again; copied files are not copied again.\n'
      : `No backup was made: ${why}\n`,
  )
  process.exitCode = 2
}
