import { type RawBuilder, sql, type SqlBool } from 'kysely'

import type { Db } from '../../platform/database/database.ts'

/** Whether there is an administrator with a password of its own. */
export async function hasLocalAdmin(db: Db): Promise<boolean> {
  const found = await localAdmins(db).limit(1).executeTakeFirst()
  return found !== undefined
}

/**
 * Whether passwords are switched off for everybody but the emergency administrator: once that
 * account is an administrator with a password, so that nobody is locked out by a mistyped name.
 */
export async function isEmergencyOnly(db: Db, emergencyAdmin: string | null): Promise<boolean> {
  if (emergencyAdmin === null) return false
  const found = await localAdmins(db)
    .where(sql`lower(username)`, '=', emergencyAdmin.toLowerCase())
    .executeTakeFirst()
  return found !== undefined
}

function localAdmins(db: Db) {
  return db
    .selectFrom('app_user')
    .select('id')
    .where('deleted_at', 'is', null)
    .where('is_admin', '=', true)
    .where('site_id', 'is', null)
    .where('issuer', 'is', null)
}

/** The same as a condition on `app_user`: the account is not one whose password is switched off. */
export function isNotSwitchedOff(emergencyAdmin: string | null): RawBuilder<SqlBool> {
  if (emergencyAdmin === null) return sql`true`
  const name = emergencyAdmin.toLowerCase()
  return sql`(app_user.issuer is not null or lower(app_user.username) = ${name} or not exists (
    select from app_user emergency
    where lower(emergency.username) = ${name} and emergency.deleted_at is null
    and emergency.is_admin and emergency.site_id is null and emergency.issuer is null))`
}
