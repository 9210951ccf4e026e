import type { Db } from '../../../platform/database/database.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { stepOf } from './totp.ts'

const purpose = 'second factor: authenticator'
/** Binds a sealed secret to its account: it cannot be moved to another one. */
const purposeFor = (userId: number): string => `${purpose} of ${userId}`

/** Keeps the secret of an authenticator app, in place of a former one, and uses its first code up. */
export async function keepAuthenticator(
  db: Db,
  secrets: Secrets,
  app: { userId: number; secret: Buffer; step: number; at: Date },
): Promise<void> {
  const { userId, secret, step, at } = app
  const kept = {
    secret: secrets.seal(secret.toString('base64'), purposeFor(userId)),
    added_at: at,
    last_step: step,
  }
  await db
    .insertInto('authenticator')
    .values({ user_id: userId, ...kept })
    .onConflict((conflict) => conflict.column('user_id').doUpdateSet(kept))
    .execute()
}

export function findAuthenticator(db: Db, userId: number) {
  return db.selectFrom('authenticator').selectAll().where('user_id', '=', userId).executeTakeFirst()
}

/** Uses a code up. @returns false if it is wrong, or was used before */
export async function takeCode(
  db: Db,
  secrets: Secrets,
  attempt: { userId: number; code: string; now: Date },
): Promise<boolean> {
  const { userId, code, now } = attempt
  const sealed = (await findAuthenticator(db, userId))?.secret
  const secret = sealed === undefined ? undefined : secrets.open(sealed, purposeFor(userId))
  if (secret === undefined) return false
  const step = stepOf(Buffer.from(secret, 'base64'), code.replaceAll(/\s/g, ''), now)
  if (step === undefined) return false
  const { numUpdatedRows } = await db
    .updateTable('authenticator')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Seals all secrets with the present key. @returns how many, and how many no key opens */
export async function resealAuthenticators(
  db: Db,
  secrets: Secrets,
): Promise<{ sealed: number; lost: number }> {
  const rows = await db.selectFrom('authenticator').select(['user_id', 'secret']).execute()
  let lost = 0
  for (const { user_id: userId, secret: sealed } of rows) {
    const secret = secrets.open(sealed, purposeFor(userId))
    if (secret === undefined) lost += 1
    else {
      await db
        .updateTable('authenticator')
        .set({ secret: secrets.seal(secret, purposeFor(userId)) })
        .where('user_id', '=', userId)
        .execute()
    }
  }
  return { sealed: rows.length - lost, lost }
}
