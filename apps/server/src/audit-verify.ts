// Checks the audit trail against its seals, the key and the file of heads. Changes nothing, and may
// run beside the server. docs/audit-trail.md explains how to start it and how to read its findings.
import { access } from 'node:fs/promises'

import type { TrailFinding } from '#contract/audit'

import { loadConfig, type Config } from './config.ts'
import { checkWholeTrail } from './features/audit/check-trail.ts'
import { proofOf } from './features/audit/seal.ts'
import { openOwner } from './open-owner.ts'
import { systemClock } from './platform/clock.ts'
import { connectDatabase } from './platform/database/database.ts'
import { openSecrets } from './platform/secrets.ts'

const words: Readonly<Record<TrailFinding['kind'], string>> = {
  changed: 'were changed',
  removed: 'were removed',
  removed_at_end: 'were removed at the end',
  emptied: 'are gone: nothing is left up to there',
  resealed: 'were sealed again, or without the key',
  heads_changed: 'have a line in the file of heads that was not written with the key',
  heads_missing: 'were sealed, but the file of heads is gone or was begun anew',
}

async function run(config: Config): Promise<void> {
  // Otherwise a new key would be created, which proves nothing.
  await access(config.secretKeyFile)
  await using resources = new AsyncDisposableStack()
  const connection = await openOwner(config, resources)
  const { db } = resources.use(connectDatabase({ ...connection, max: 2 }))
  const secrets = await openSecrets(config.secretKeyFile)
  const proof = proofOf({ ...config, db, secrets, clock: systemClock })
  const { checked, findings } = await checkWholeTrail(proof)
  for (const finding of findings) process.stdout.write(lineOf(finding))
  const isIntact = findings.length === 0
  const verdict = isIntact ? 'The audit trail is intact' : 'THE AUDIT TRAIL IS NOT INTACT'
  process.stdout.write(`${verdict}: ${checked} entries are as they were sealed.\n`)
  if (!isIntact) process.exitCode = 1
}

function lineOf({ kind, from_seal: from, to_seal: to, entry }: TrailFinding): string {
  const where = entry === null ? '' : ` (at entry ${entry})`
  return `${kind}: seals ${from} to ${to} ${words[kind]}${where}\n`
}

try {
  await run(loadConfig(process.env))
} catch (error) {
  process.stderr.write(`The check could not be made: ${String(error)}\n`)
  process.exitCode = 2
}
