import { sql, type RawBuilder } from 'kysely'

import { SecondFactorRule } from '#contract/second-factor'

import type { Db } from '../../platform/database/database.ts'

/** As a condition on `app_user`: the account has a second factor. */
export const hasSecondFactor: RawBuilder<boolean> = sql`(
  exists (select from authenticator where authenticator.user_id = app_user.id)
  or exists (select from passkey where passkey.user_id = app_user.id))`

const key = 'second factor'

type Requirement = SecondFactorRule['required_for']

/** Whose local accounts of the installation must have one: nobody's, unless an administrator decides otherwise. */
export async function findSecondFactorRule(db: Db): Promise<Requirement> {
  const row = await db
    .selectFrom('setting')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  return row === undefined ? 'nobody' : SecondFactorRule.parse(row.value).required_for
}

/** Whose local accounts of a site must have one; null: the installation's rule. */
export async function findSiteRule(db: Db, siteId: number | null): Promise<Requirement> {
  if (siteId === null) return findSecondFactorRule(db)
  const { second_factor_for } = await db
    .selectFrom('site')
    .select('second_factor_for')
    .where('id', '=', siteId)
    .executeTakeFirstOrThrow()
  return second_factor_for
}

interface Change {
  /** Null: in the whole installation. */
  readonly siteId: number | null
  readonly required_for: Requirement
  readonly by: number | null
  readonly at: Date
}

export async function keepSecondFactorRule(db: Db, change: Change): Promise<void> {
  const { siteId, by, at, required_for } = change
  if (siteId !== null) {
    await db
      .updateTable('site')
      .set({ second_factor_for: required_for })
      .where('id', '=', siteId)
      .execute()
    return
  }
  const row = { value: JSON.stringify({ required_for }), changed_by: by, changed_at: at }
  await db
    .insertInto('setting')
    .values({ key, ...row })
    .onConflict((conflict) => conflict.column('key').doUpdateSet(row))
    .execute()
}

interface Account {
  readonly is_admin: boolean
  readonly issuer: string | null
  readonly site_id: number | null
}

/**
 * Whether the account must have a second factor, by the rule of the installation or of its site.
 * Accounts of the identity provider need none here.
 */
export async function needsSecondFactor(db: Db, account: Account): Promise<boolean> {
  if (account.issuer !== null) return false
  const rules = new Set([await findSecondFactorRule(db), await findSiteRule(db, account.site_id)])
  if (rules.has('everybody')) return true
  return account.is_admin && rules.has('administrators')
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
    .select(['is_admin', 'issuer', 'site_id', hasSecondFactor.as('has_second_factor')])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  return !account.has_second_factor && (await needsSecondFactor(db, account))
}
