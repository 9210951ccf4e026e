import { inBackground, pause } from '../../platform/background.ts'
import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/database/database.ts'
import { visitor } from '../../platform/http/actor.ts'
import { log } from '../../platform/log.ts'
import { recordAudit } from '../audit/queries.ts'

const everyMs = 30_000

/** Removes expired sessions; each leaves a row in the audit trail. */
export function endExpired(db: Db, now: Date): Promise<void> {
  return inTransaction(db, async (trx) => {
    const ended = await trx
      .deleteFrom('session')
      .using('app_user')
      .whereRef('app_user.id', '=', 'session.user_id')
      .where((eb) => eb.or([eb('expires_at', '<', now), eb('ends_at', '<', now)]))
      .returning(['session.user_id', 'session.address', 'app_user.username'])
      .execute()
    for (const { user_id: id, address, username } of ended) {
      await recordAudit(trx, {
        actor: { ...visitor, id, username },
        address,
        action: 'sessionExpired',
        type: 'user',
        id,
        outcome: 200,
        accessSeconds: 0,
      })
    }
  })
}

/** Removes expired sessions regularly until disposed of. */
export function keepEndingExpired({ db, clock }: { db: Db; clock: Clock }): AsyncDisposable {
  return inBackground(async (signal) => {
    while (!signal.aborted) {
      await endExpired(db, clock()).catch((error: unknown) => log.error('ending sessions', error))
      await pause(signal, everyMs)
    }
  })
}
