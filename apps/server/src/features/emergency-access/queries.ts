import { sql, type SqlBool } from 'kysely'

import { beginEmergencyAccess } from '#contract/emergency-access'
import { nameOf } from '#contract/endpoints'

import type { Db } from '../../platform/database/database.ts'
import { needing, type Actor } from '../../platform/http/actor.ts'
import { ofOwnSite, permittedDatasets } from '../datasets/queries.ts'

export async function mayBegin(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('app_user')
    .select('id')
    .where('id', '=', userId)
    .where('has_emergency_access', '=', true)
    .executeTakeFirst()
  return row !== undefined
}

/** How often a user has begun since a time, also about patients who do not exist. */
export async function countBegun(db: Db, userId: number, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('audit_event')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .where('action', '=', nameOf(beginEmergencyAccess))
    .where('outcome', '=', beginEmergencyAccess.status)
    .where('at', '>', since)
    .executeTakeFirstOrThrow()
  return count
}

interface Beginning {
  readonly userId: number
  readonly patientId: string
  readonly reason: string
  readonly begunAt: Date
  readonly endsAt: Date
}

/**
 * Opens the datasets of the actor's site that have photographs of the patient and that the actor
 * may not see.
 * @returns their ids and owners
 */
export async function insertAccesses(
  db: Db,
  actor: Actor,
  { userId, patientId, reason, begunAt, endsAt }: Beginning,
): Promise<{ id: number; ownerId: number | null }[]> {
  const rows = await db
    .selectFrom('dataset')
    .select(['dataset.id', 'dataset.owner_id as ownerId'])
    .where('dataset.deleted_at', 'is', null)
    .where('dataset.is_example', '=', false)
    .where(ofOwnSite(actor))
    .where(
      sql<SqlBool>`exists (select from image where image.dataset_id = dataset.id
        and image.deleted_at is null and image.patient_id = ${patientId})`,
    )
    .where(
      'dataset.id',
      'not in',
      permittedDatasets(db, needing(actor, 'view')).select('dataset.id'),
    )
    .execute()
  if (rows.length === 0) return []
  await db
    .insertInto('emergency_access')
    .values(
      rows.map(({ id }) => ({
        user_id: userId,
        dataset_id: id,
        patient_id: patientId,
        reason,
        begun_at: begunAt,
        ends_at: endsAt,
      })),
    )
    .execute()
  return rows
}

/** Accesses to the actor's own datasets that the actor has not confirmed to have seen. */
export function unseenBy(db: Db, actor: Actor) {
  return permittedDatasets(db, needing(actor, 'view'))
    .innerJoin('emergency_access', 'emergency_access.dataset_id', 'dataset.id')
    .innerJoin('app_user', 'app_user.id', 'emergency_access.user_id')
    .where('dataset.owner_id', '=', actor.id)
    .where('emergency_access.seen_at', 'is', null)
    .select([
      'emergency_access.id',
      'app_user.username',
      'app_user.name',
      'dataset.id as dataset_id',
      'dataset.name as dataset_name',
      'emergency_access.patient_id',
      'emergency_access.reason',
      'emergency_access.begun_at',
      'emergency_access.ends_at',
    ])
    .orderBy('emergency_access.id', 'desc')
}
