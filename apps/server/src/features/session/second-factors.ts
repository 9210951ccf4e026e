import { sql, type RawBuilder } from 'kysely'

import { SecondFactorRule } from '#contract/second-factor'

import type { Db } from '../../platform/database/database.ts'

/** As a condition on `app_user`: the account has a second factor. */
export const hasSecondFactor: RawBuilder<boolean> = sql`(
  exists (select from authenticator where authenticator.user_id = app_user.id)
  or exists (select from passkey where passkey.user_id = app_user.id))`

const key = 'second factor'

/** Whose local accounts must have a second factor: nobody's, unless an administrator decides otherwise. */
export async function findSecondFactorRule(db: Db): Promise<SecondFactorRule> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row === undefined ? { required_for: 'nobody' } : SecondFactorRule.parse(row.value)
}

export async function keepSecondFactorRule(
  db: Db,
  rule: SecondFactorRule & { readonly by: number | null; readonly at: Date },
): Promise<void> {
  const { by, at, required_for } = rule
  const row = { value: JSON.stringify({ required_for }), changed_by: by, changed_at: at }
  await db
    .insertInto('setting')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

/** Whether the account must have a second factor. Accounts of the identity provider need none here. */
export async function needsSecondFactor(
  db: Db,
  account: { readonly is_admin: boolean; readonly issuer: string | null },
): Promise<boolean> {
  if (account.issuer !== null) return false
  const { required_for: group } = await findSecondFactorRule(db)
  return { nobody: false, administrators: account.is_admin, everybody: true }[group]
}

/** Whether the account has a second factor. */
export async function hasFactor(db: Db, userId: number): Promise<boolean> {
  const { has } = await db
    .selectFrom('app_user')
    .select(hasSecondFactor.as('has'))
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return has
}

/** Whether the account must have a second factor, and has none. */
export async function lacksSecondFactor(db: Db, userId: number): Promise<boolean> {
  const account = await db
    .selectFrom('app_user')
    .select(['is_admin', 'issuer', hasSecondFactor.as('has_second_factor')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return !account.has_second_factor && (await needsSecondFactor(db, account))
}
