import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chmod, cp, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'

import { onTestFinished } from 'vitest'

import { withClient } from '../apps/server/src/platform/database/database.ts'
import { programEnvironment } from '../apps/server/src/testing/program-environment.ts'
import { createEmptyDatabase } from '../apps/server/src/testing/test-database.ts'

const runFile = promisify(execFile)

/** The data of an earlier version on a PostgreSQL of their own, and a key for backups. */
export async function givenInstallation(version = '2026-11-25-3ba2cdd') {
  const fixture = path.join(import.meta.dirname, 'fixtures/upgrade', version)
  const database = await createEmptyDatabase()
  onTestFinished(() => database[Symbol.asyncDispose]())
  const { owner, connection } = database
  const statements = await readFile(path.join(fixture, 'database.sql'), 'utf8')
  await withClient(owner, (client) => client.query(statements))
  const home = await temporaryFolder()
  const dataFolder = path.join(home, 'data')
  await cp(path.join(fixture, 'files'), dataFolder, { recursive: true })
  const keyFile = path.join(home, 'backup.key')
  await writeFile(keyFile, randomBytes(32).toString('base64'))
  const settings = {
    DATABASE_URL: connection.connectionString,
    DATABASE_OWNER_URL: owner.connectionString,
    // The fixture may have been made long ago.
    AUDIT_RETENTION_DAYS: '36500',
    BACKUP_KEY_FILE: keyFile,
  }
  return { settings, owner, dataFolder, backups: path.join(home, 'backups') }
}

export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), 'fovea-backup-'))
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }))
  await chmod(folder, 0o755)
  return folder
}

/** Runs a command of the operator. @returns its output */
export async function command(
  name: 'backup' | 'check-data' | 'main' | 'move-files' | 'restore' | 'rotate-key',
  options: readonly string[],
  settings: Record<string, string>,
): Promise<string> {
  const { stdout } = await runFile(process.execPath, [`apps/server/src/${name}.ts`, ...options], {
    env: { ...programEnvironment, ...settings },
  })
  return stdout
}

/** @returns the name of the backup */
export async function backup(settings: Record<string, string>, backups: string): Promise<string> {
  const told = await command('backup', ['--to', backups], settings)
  return told.slice(0, told.indexOf(': '))
}
