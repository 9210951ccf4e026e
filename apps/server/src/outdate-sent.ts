import { outdateSentMessages } from './features/fhir/outdated-messages.ts'
import type { Corrected } from './features/images/keep-clock-times.ts'
import { outdateSentResults } from './features/pacs/sending/outdated-results.ts'
import type { Clock } from './platform/clock.ts'
import type { Db } from './platform/database/database.ts'

/**
 * Lists messages with a wrong time for sending again. Order systems got the day of the study alone,
 * which no correction changes.
 */
export function outdateSent(clock: Clock) {
  return async (trx: Db, { timed, changed }: Corrected): Promise<void> => {
    await outdateSentResults(trx, timed, clock())
    await outdateSentMessages(trx, changed, clock())
  }
}
