// Restores a backup into an empty data folder, while the server is stopped. docs/operation.md
// explains how to start it.
import { access, readFile } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import path from 'node:path'

import type { PoolConfig } from 'pg'

import { loadConfig, type Config } from './config.ts'
import { erasePatientsAgain } from './features/patients/erase-again.ts'
import { stillThere } from './features/undo/still-there.ts'
import { openOwner } from './open-owner.ts'
import { BackupError, openBackupFolder } from './platform/backup/backup-folder.ts'
import { fingerprintOf, readBackupKey } from './platform/backup/backup-key.ts'
import { parseErasures, savedErasures, type Erasure } from './platform/backup/erasures.ts'
import { refuseFilledDatabase } from './platform/backup/load-database.ts'
import type { Manifest } from './platform/backup/manifest.ts'
import { beginRestore, restoreBackup, verifyBackup } from './platform/backup/restore-backup.ts'
import { connectDatabase } from './platform/database/database.ts'
import { EmbeddedDatabaseError } from './platform/database/embedded/error.ts'
import { openDiskStore } from './platform/files/disk-store.ts'
import { createPrivately } from './platform/files/private-folder.ts'
import { openSecrets } from './platform/secrets.ts'

const usage = `npm run restore -- --from FOLDER [--backup NAME] [--erasures FILE] [--verify]
with the settings of the server in the environment; --verify only reads the backup. FILE is
erasures.log of the lost data folder, if there is one`

const text = { type: 'string' } as const
const options = {
  from: text,
  backup: text,
  erasures: text,
  verify: { type: 'boolean', default: false },
} as const

async function run(config: Config): Promise<void> {
  const { from, backup, erasures, verify } = parseArgs({ options }).values
  if (from === undefined) throw new BackupError(usage)
  await using resources = new AsyncDisposableStack()
  const key = await readBackupKey(config.backupKeyFile)
  const folder = resources.use(await openBackupFolder(path.resolve(from), { key, write: false }))
  const newest = (await folder.names()).at(-1)
  if (newest === undefined) throw new BackupError(`${from} has no complete backup.`)
  const name = backup ?? newest
  const manifest = await folder.read(name)
  if (verify) {
    await verifyBackup(folder, manifest)
    process.stdout.write(`${name} is whole.\n`)
    return
  }
  const { dataFolder, secretKeyFile } = config
  const erased = await savedErasures(folder, await folder.read(newest))
  if (erasures !== undefined) erased.push(...parseErasures(await readFile(erasures, 'utf8')))
  createPrivately(config)
  await beginRestore(dataFolder, secretKeyFile)
  const owner = await openOwner(config, resources)
  await refuseFilledDatabase(owner)
  await restoreBackup(folder, manifest, { dataFolder, owner })
  process.stdout.write(`${name} is restored into ${dataFolder}.\n`)
  if (config.bucket !== null) {
    process.stdout.write(
      'Its files are in the data folder: run npm run move-files -- --to bucket before the start.\n',
    )
  }
  await tellAboutKey(manifest, secretKeyFile)
  process.stdout.write(`Changes after ${manifest.at} are lost.\n`)
  await eraseAgain(owner, dataFolder, erased)
}

/** Erases patients again, and lists other restored rows that people had deleted for good. */
async function eraseAgain(
  owner: PoolConfig,
  dataFolder: string,
  erasures: readonly Erasure[],
): Promise<void> {
  await using database = connectDatabase({ ...owner, max: 1 })
  const patients = erasures.filter((each) => each.kind === 'patient')
  const files = openDiskStore(dataFolder)
  const erased = await erasePatientsAgain(database.db, files, patients)
  if (erased > 0)
    process.stdout.write(`${erased} images and documents of erased patients were erased again.\n`)
  const rows = erasures.filter((each) => each.kind !== 'patient')
  const back = await stillThere(database.db, rows)
  const lines = back.map(({ kind, id, name, at }) => `  ${kind} ${id}: ${name} (${at})\n`)
  process.stdout.write(
    back.length === 0
      ? 'Nothing that the newest backup records as deleted for good is back.\n'
      : `These were deleted for good, and are back. Delete them again:\n${lines.join('')}`,
  )
  process.stdout.write('Repeat the deletions made after the newest backup, too.\n')
}

async function tellAboutKey({ secret_key }: Manifest, secretKeyFile: string): Promise<void> {
  const hasKey = await access(secretKeyFile).then(
    () => true,
    () => false,
  )
  if (hasKey) {
    const secrets = await openSecrets(secretKeyFile)
    const known = secrets.keysFor('backup').map((key) => fingerprintOf(key))
    if (known.includes(secret_key)) return
  }
  process.stdout.write(
    `${secretKeyFile} ${hasKey ? 'is another key than that of the backup' : 'does not exist'}. Put the key of the saved installation there before the first start: without it, stored passwords are lost, and the audit trail cannot be verified.\n`,
  )
}

try {
  await run(loadConfig(process.env))
} catch (error) {
  const isForeseen = error instanceof BackupError || error instanceof EmbeddedDatabaseError
  const why = isForeseen ? error.message : String(error)
  process.stderr.write(`Not done: ${why}\n`)
  process.exitCode = 2
}
