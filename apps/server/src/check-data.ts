// Reads every file that the database refers to, and checks the seals of the audit trail. Changes
// nothing but the result that the page System shows, and may run beside the server.
// docs/operation.md explains how to start it.
import { access } from 'node:fs/promises'

import type { PoolConfig } from 'pg'

import { loadConfig, type Config } from './config.ts'
import { checkWholeTrail } from './features/audit/check-trail.ts'
import { proofOf } from './features/audit/seal.ts'
import { checkFiles, type FileFinding } from './features/integrity/check-files.ts'
import { storedReferences } from './features/integrity/references.ts'
import { openOwner } from './open-owner.ts'
import { systemClock } from './platform/clock.ts'
import { connectDatabase, withClient, type Db } from './platform/database/database.ts'
import { isUpToDate } from './platform/database/migrate.ts'
import { openFiles } from './platform/files/open-files.ts'
import { openSecrets } from './platform/secrets.ts'

async function run(config: Config): Promise<void> {
  // Otherwise a new key would be created, which proves nothing.
  await access(config.secretKeyFile)
  await using resources = new AsyncDisposableStack()
  const owner = await openOwner(config, resources)
  if (!(await withClient(owner, isUpToDate))) {
    throw new Error('An earlier version of Fovea wrote the database. Start this version once.')
  }
  const { db } = resources.use(connectDatabase({ ...owner, max: 2 }))
  const result = { ...(await checkStoredFiles(config, owner)), ...(await checkAudit(config, db)) }
  await db
    .insertInto('data_check')
    .values({ ...result, checked_at: systemClock() })
    .execute()
  const isIntact = result.files_missing + result.files_damaged + result.audit_findings === 0
  const verdict = isIntact ? 'The data are intact' : 'THE DATA ARE NOT INTACT'
  process.stdout.write(
    `${verdict}: ${result.files} files and ${result.audit_entries} audit entries were checked.\n`,
  )
  if (!isIntact) process.exitCode = 1
}

async function checkStoredFiles(config: Config, owner: PoolConfig) {
  // Nothing is fetched to be kept.
  const temporaryFolder = config.dataFolder
  using storage = await openFiles({ ...config, temporaryFolder }, () => undefined)
  const references = await withClient(owner, storedReferences)
  const found: Record<FileFinding['kind'], number> = { missing: 0, damaged: 0 }
  for await (const { kind, path } of checkFiles(storage.files, references)) {
    found[kind] += 1
    process.stdout.write(`${kind}: ${path}\n`)
  }
  return {
    files: references.length,
    files_missing: found.missing,
    files_damaged: found.damaged,
  }
}

async function checkAudit(config: Config, db: Db) {
  const secrets = await openSecrets(config.secretKeyFile)
  const proof = proofOf({ ...config, db, secrets, clock: systemClock })
  const { checked, findings } = await checkWholeTrail(proof)
  if (findings.length > 0) {
    process.stdout.write('The audit trail is not intact: npm run audit-verify names the entries.\n')
  }
  return { audit_entries: checked, audit_findings: findings.length }
}

try {
  await run(loadConfig(process.env))
} catch (error) {
  process.stderr.write(`The check could not be made: ${String(error)}\n`)
  process.exitCode = 2
}
