import { randomInt } from 'node:crypto'

import { recoveryCodeCount } from '#contract/second-factor'

import type { Db } from '../../../platform/database/database.ts'
import { hashPassword, verifyPassword } from '../../../platform/password-hash.ts'

/** Without letters and digits that look alike: 31 signs, so ten of them have 49 bits. */
const signs = '23456789abcdefghjkmnpqrstuvwxyz'
const half = 5

/** New codes, such as 'k7m2x-9qwer', in place of the former ones. Only their hashes are kept. */
export async function makeRecoveryCodes(db: Db, userId: number): Promise<string[]> {
  const codes = Array.from({ length: recoveryCodeCount }, () => `${text(half)}-${text(half)}`)
  const hashes = await Promise.all(codes.map((code) => hashPassword(plain(code))))
  await dropRecoveryCodes(db, userId)
  await db
    .insertInto('recovery_code')
    .values(hashes.map((hash) => ({ user_id: userId, code_hash: hash })))
    .execute()
  return codes
}

export async function countRecoveryCodes(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('recovery_code')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow()
  return count
}

/** Without a factor, an account needs none. */
export async function dropRecoveryCodes(db: Db, userId: number): Promise<void> {
  await db.deleteFrom('recovery_code').where('user_id', '=', userId).execute()
}

/** Uses a code up. @returns false if there is no such code, or it was used before */
export async function takeRecoveryCode(db: Db, userId: number, code: string): Promise<boolean> {
  const typed = plain(code)
  if (typed.length !== 2 * half) return false
  const codes = await db
    .selectFrom('recovery_code')
    .select(['id', 'code_hash'])
    .where('user_id', '=', userId)
    .execute()
  for (const { id, code_hash: hash } of codes) {
    if (!(await verifyPassword(typed, hash))) continue
    const { numDeletedRows } = await db
      .deleteFrom('recovery_code')
      .where('id', '=', id)
      .executeTakeFirst()
    return numDeletedRows > 0n
  }
  return false
}

function text(length: number): string {
  return Array.from({ length }, () => signs[randomInt(signs.length)]).join('')
}

/** A code however it is typed: with or without its hyphen, in either case. */
function plain(code: string): string {
  return code.toLowerCase().replaceAll(/[^0-9a-z]/g, '')
}
