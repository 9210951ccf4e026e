// Restores a backup into an empty data folder, while the server is stopped. docs/operation.md
// explains how to start it.
import { access } from 'node:fs/promises'
import { parseArgs } from 'node:util'
import path from 'node:path'

import { loadConfig, type Config } from './config.ts'
import { openOwner } from './open-owner.ts'
import { BackupError, openBackupFolder } from './platform/backup/backup-folder.ts'
import { fingerprintOf, readBackupKey } from './platform/backup/backup-key.ts'
import { refuseFilledDatabase } from './platform/backup/load-database.ts'
import type { Manifest } from './platform/backup/manifest.ts'
import { beginRestore, restoreBackup, verifyBackup } from './platform/backup/restore-backup.ts'
import { createPrivately } from './platform/files/private-folder.ts'
import { openSecrets } from './platform/secrets.ts'

const usage = `npm run restore -- --from FOLDER [--backup NAME] [--verify]
with the settings of the server in the environment; --verify only reads the backup`

const text = { type: 'string' } as const
const options = { from: text, backup: text, verify: { type: 'boolean', default: false } } as const

async function run(config: Config): Promise<void> {
  const { from, backup, verify } = parseArgs({ options }).values
  if (from === undefined) throw new BackupError(usage)
  await using resources = new AsyncDisposableStack()
  const key = await readBackupKey(config.backupKeyFile)
  const folder = resources.use(await openBackupFolder(path.resolve(from), { key, create: false }))
  const name = backup ?? (await folder.names()).at(-1)
  if (name === undefined) throw new BackupError(`${from} has no complete backup.`)
  const manifest = await folder.read(name)
  if (verify) {
    await verifyBackup(folder, manifest)
    process.stdout.write(`${name} is whole.\n`)
    return
  }
  const { dataFolder, secretKeyFile } = config
  createPrivately(config)
  await beginRestore(dataFolder, secretKeyFile)
  const owner = await openOwner(config, resources)
  await refuseFilledDatabase(owner)
  await restoreBackup(folder, manifest, { dataFolder, owner })
  process.stdout.write(`${name} is restored into ${dataFolder}.\n`)
  await tellAboutKey(manifest, secretKeyFile)
  process.stdout.write(
    `Changes after ${manifest.at} are lost. Datasets, images and patients deleted for good after that time are back: delete them again.\n`,
  )
}

async function tellAboutKey({ secret_key }: Manifest, secretKeyFile: string): Promise<void> {
  const hasKey = await access(secretKeyFile).then(
    () => true,
    () => false,
  )
  if (hasKey) {
    const secrets = await openSecrets(secretKeyFile)
    if (fingerprintOf(secrets.keyFor('backup')) === secret_key) return
  }
  process.stdout.write(
    `${secretKeyFile} ${hasKey ? 'is another key than that of the backup' : 'does not exist'}. Put the key of the saved installation there before the first start: without it, stored passwords are lost, and the audit trail cannot be verified.\n`,
  )
}

try {
  await run(loadConfig(process.env))
} catch (error) {
  const why = error instanceof BackupError ? error.message : String(error)
  process.stderr.write(`Not done: ${why}\n`)
  process.exitCode = 2
}
