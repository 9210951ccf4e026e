// Reads every file that the database refers to, and checks the seals of the audit trail. Changes
// nothing, and may run beside the server. docs/operation.md explains how to start it.
import { access } from 'node:fs/promises'

import { loadConfig, type Config } from './config.ts'
import { checkWholeTrail } from './features/audit/check-trail.ts'
import { proofOf } from './features/audit/seal.ts'
import { checkFiles } from './features/integrity/check-files.ts'
import { storedReferences } from './features/integrity/references.ts'
import { openOwner } from './open-owner.ts'
import { systemClock } from './platform/clock.ts'
import { connectDatabase, withClient } from './platform/database/database.ts'
import { openDiskStore } from './platform/files/disk-store.ts'
import { openSecrets } from './platform/secrets.ts'

async function run(config: Config): Promise<void> {
  // Otherwise a new key would be created, which proves nothing.
  await access(config.secretKeyFile)
  await using resources = new AsyncDisposableStack()
  const owner = await openOwner(config, resources)
  const references = await withClient(owner, storedReferences)
  let found = 0
  for await (const { kind, path } of checkFiles(openDiskStore(config.dataFolder), references)) {
    found += 1
    process.stdout.write(`${kind}: ${path}\n`)
  }
  const { db } = resources.use(connectDatabase({ ...owner, max: 2 }))
  const secrets = await openSecrets(config.secretKeyFile)
  const trail = await checkWholeTrail(proofOf({ ...config, db, secrets, clock: systemClock }))
  if (trail.findings.length > 0) {
    found += trail.findings.length
    process.stdout.write('The audit trail is not intact: npm run audit-verify names the entries.\n')
  }
  const verdict = found === 0 ? 'The data are intact' : 'THE DATA ARE NOT INTACT'
  process.stdout.write(
    `${verdict}: ${references.length} files and ${trail.checked} audit entries were checked.\n`,
  )
  if (found > 0) process.exitCode = 1
}

try {
  await run(loadConfig(process.env))
} catch (error) {
  process.stderr.write(`The check could not be made: ${String(error)}\n`)
  process.exitCode = 2
}
