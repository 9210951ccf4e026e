import { sql } from 'kysely'

import type { Db } from '../../platform/database/database.ts'
import type { Actor } from '../../platform/http/actor.ts'
import type { ImageRow } from '../images/queries.ts'
import { findStand, insertReview, type ReviewRow } from '../reviews/queries.ts'

/**
 * Withdraws the results of an image that one other system received, in the transaction of the
 * change.
 */
export type Withdraw = (trx: Db, said: { image: ImageRow; review: ReviewRow }) => Promise<void>

/**
 * Whether results of the image were sent to other systems, or are about to be, and are still valid.
 * @param kinds kinds of outbox messages that carry results
 */
export async function wasTold(db: Db, imageId: number, kinds: readonly string[]): Promise<boolean> {
  const stand = await findStand(db, imageId)
  if (stand === null || stand.standing === 'withdrawn') return false
  const { rows } = await sql<{ told: boolean }>`select
    exists (select from outbox where image_id = ${imageId} and kind = any(${kinds})
      and cancelled_at is null)
    or exists (select from pacs_sending where image_id = ${imageId} and kind = 'results')
    as told`.execute(db)
  return rows[0]?.told === true
}

/** The review that withdraws results sent for another patient. */
export async function rejectAsOthers(
  trx: Db,
  imageId: number,
  { actor, at }: { readonly actor: Actor; readonly at: Date },
): Promise<ReviewRow | undefined> {
  const stand = await findStand(trx, imageId)
  if (stand === null) return undefined
  const note = 'The patient ID was corrected.'
  const said = { analysis_id: stand.analysisId, decision: 'rejected', note } as const
  return insertReview(trx, said, { actor, at })
}
