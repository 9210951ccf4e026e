import { inBackground, pause } from '../../platform/background.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { log } from '../../platform/log.ts'
import { webhookOutboxMessage } from './outbox-message.ts'

const everyMs = 3_600_000
/** How long messages are kept that will not be sent any more, in days. */
const keptDays = 30
/** Rows deleted in one statement. */
const batch = 1000

/** Deletes messages to webhooks that were delivered, given up or cancelled long ago. */
export async function pruneDeliveries(db: Db, now: Date): Promise<void> {
  const before = new Date(now.getTime() - keptDays * 86_400_000)
  for (;;) {
    const { numDeletedRows } = await db
      .deleteFrom('outbox')
      .where('id', 'in', (eb) =>
        eb
          .selectFrom('outbox')
          .select('id')
          .where('kind', '=', webhookOutboxMessage.name)
          .where((old) =>
            old.or([
              old('delivered_at', '<', before),
              old('dead_at', '<', before),
              old('cancelled_at', '<', before),
            ]),
          )
          .limit(batch),
      )
      .executeTakeFirstOrThrow()
    if (numDeletedRows < batch) return
  }
}

/** Deletes old messages to webhooks regularly until disposed of. */
export function keepPruningDeliveries({ db, clock }: { db: Db; clock: Clock }): AsyncDisposable {
  return inBackground(async (signal) => {
    while (!signal.aborted) {
      await pruneDeliveries(db, clock()).catch((error: unknown) =>
        log.error('pruning deliveries', error),
      )
      await pause(signal, everyMs)
    }
  })
}
