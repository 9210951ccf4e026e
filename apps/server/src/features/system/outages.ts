import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import { inTransaction, type Db } from '../../platform/database/database.ts'
import { postNotice, type Notice, type NoticeDeps } from '../users/mail-notice.ts'
import { listOperators } from '../users/queries.ts'

/** The storage, or a peer by its host and port. */
interface Affected {
  readonly kind: 'storage' | 'peer'
  readonly subject: string
}

export interface OutageDeps extends NoticeDeps {
  readonly db: Db
}

/** An outage not seen again within this time was another one, unless it has been mailed. */
const forgottenMs = 3600_000

/**
 * Keeps that something is out of order, and mails the administrators of the installation once, if
 * it has lasted long enough.
 */
export function beginOutage(
  deps: OutageDeps,
  affected: Affected,
  { lastingMs, notice }: { lastingMs: number; notice: Notice },
): Promise<void> {
  const now = deps.clock()
  const isAnother = sql<boolean>`outage.noticed_at is null
    and outage.last_seen_at < ${new Date(now.getTime() - forgottenMs)}::timestamptz`
  return inTransaction(deps.db, async (trx) => {
    await trx
      .insertInto('outage')
      .values({ ...affected, since: now, last_seen_at: now })
      .onConflict((conflict) =>
        conflict.columns(['kind', 'subject']).doUpdateSet({
          last_seen_at: now,
          since: sql<Date>`case when ${isAnother} then excluded.since else outage.since end`,
        }),
      )
      .execute()
    const due = await trx
      .updateTable('outage')
      .set({ noticed_at: now })
      .where((eb) => eb.and({ ...affected }))
      .where('noticed_at', 'is', null)
      .where('since', '<=', new Date(now.getTime() - lastingMs))
      .returning('kind')
      .executeTakeFirst()
    if (due !== undefined) await noticeOperators(trx, deps, notice)
  })
}

/** Keeps that something works again, and mails those who were told otherwise. */
export function endOutage(deps: OutageDeps, affected: Affected, notice?: Notice): Promise<void> {
  return inTransaction(deps.db, async (trx) => {
    const ended = await trx
      .deleteFrom('outage')
      .where((eb) => eb.and({ ...affected }))
      .returning('noticed_at')
      .executeTakeFirst()
    const wasTold = ended !== undefined && ended.noticed_at !== null
    if (wasTold && notice !== undefined) await noticeOperators(trx, deps, notice)
  })
}

async function noticeOperators(db: Db, deps: NoticeDeps, notice: Notice): Promise<void> {
  for (const userId of await listOperators(db)) {
    await postNotice(db, deps, notice, { userId, event: randomUUID() })
  }
}
