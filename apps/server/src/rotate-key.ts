// Makes a new secret key while the server is stopped. docs/encryption.md explains it.
import { access } from 'node:fs/promises'

import { loadConfig, type Config } from './config.ts'
import { resealAuthenticators } from './features/account/second-factor/authenticator.ts'
import { proofOf, sealAudit } from './features/audit/seal.ts'
import { resealPasswords } from './features/datasets/sealed-passwords.ts'
import { resealWebhooks } from './features/webhooks/sealed-secrets.ts'
import { openOwner } from './open-owner.ts'
import { refuseRunning } from './refuse-running.ts'
import { systemClock } from './platform/clock.ts'
import { connectDatabase, withClient } from './platform/database/database.ts'
import { isUpToDate } from './platform/database/migrate.ts'
import { addKey, openSecrets } from './platform/secrets.ts'

/** If it is interrupted, the former key still opens and proves everything that is not done. */
async function run(config: Config): Promise<void> {
  const { secretKeyFile } = config
  await access(secretKeyFile)
  await using resources = new AsyncDisposableStack()
  const owner = await openOwner(config, resources)
  if (!(await withClient(owner, isUpToDate))) {
    throw new Error('An earlier version of Fovea wrote the database. Start this version once.')
  }
  const { db } = resources.use(connectDatabase({ ...owner, max: 1 }))
  // A running server would go on with the former key.
  await refuseRunning(db)
  const proofWith = async () =>
    proofOf({ ...config, db, secrets: await openSecrets(secretKeyFile), clock: systemClock })
  await sealAudit(await proofWith())
  await addKey(secretKeyFile)
  const secrets = await openSecrets(secretKeyFile)
  const passwords = await resealPasswords(db, secrets)
  const apps = await resealAuthenticators(db, secrets)
  const webhooks = await resealWebhooks(db, secrets)
  await sealAudit(await proofWith())
  process.stdout.write(
    `${secretKeyFile} has a new key. ${passwords.sealed} passwords and the secrets of ${apps.sealed} authenticator apps and ${webhooks.sealed} webhooks are sealed with it. Replace your copies of the file: its former keys still prove earlier entries of the audit trail.\n`,
  )
  if (passwords.lost + apps.lost + webhooks.lost === 0) return
  process.stderr.write(
    `${passwords.lost} passwords, ${apps.lost} authenticator apps and ${webhooks.lost} webhooks were sealed with keys that the file does not have. Enter the passwords again in the settings of their datasets; users of the apps sign in with a recovery code and add their app again. Give the webhooks new secrets.\n`,
  )
  process.exitCode = 1
}

try {
  await run(loadConfig(process.env))
} catch (error) {
  process.stderr.write(`The key was not changed, or not everywhere: ${String(error)}\n`)
  process.exitCode = 2
}
