import { randomBytes } from 'node:crypto'

import { verifyAuthenticationResponse, verifyRegistrationResponse } from '@simplewebauthn/server'
import type { Selectable } from 'kysely'

import type { addPasskey, Assertion } from '#contract/passkeys'
import type { PasskeySignIn } from '#contract/pending-sign-in'
import type { z } from 'zod'

import type { Db } from '../../../platform/database/database.ts'
import type { Schema } from '../../../platform/database/schema.ts'
import type { RelyingParty } from './relying-party.ts'

type PasskeyRow = Selectable<Schema['passkey']>

/** How long the browser's dialog stays open. */
const dialogMs = 120_000
const challengeBytes = 32
/** Ed25519, ECDSA with P-256 and SHA-256, RSA with SHA-256 (COSE): what authenticators support. */
const algorithms = [-8, -7, -257]

/** The passkeys of an account, the oldest first. */
export function listPasskeys(db: Db, userId: number): Promise<PasskeyRow[]> {
  return db.selectFrom('passkey').selectAll().where('user_id', '=', userId).orderBy('id').execute()
}

/** A number that is used once, in base64url. */
export function newChallenge(): string {
  return randomBytes(challengeBytes).toString('base64url')
}

/** The request to the browser to make a passkey. */
export function creationOptions(
  site: RelyingParty,
  wanted: {
    challenge: string
    user: { id: number; username: string; name: string }
    known: readonly PasskeyRow[]
  },
) {
  const { challenge, user, known } = wanted
  return {
    rp: { id: site.id, name: site.name },
    user: {
      id: Buffer.from(`account ${user.id}`).toString('base64url'),
      name: user.username,
      displayName: user.name === '' ? user.username : user.name,
    },
    challenge,
    pubKeyCredParams: algorithms.map((alg) => ({ type: 'public-key' as const, alg })),
    timeout: dialogMs,
    excludeCredentials: known.map((row) => ({
      type: 'public-key' as const,
      id: row.credential_id,
    })),
    authenticatorSelection: {
      residentKey: 'preferred' as const,
      userVerification: 'preferred' as const,
    },
  }
}

/** The request to the browser to use one of these passkeys, or, if there are none, any of this site. */
export function requestOptions(
  site: RelyingParty,
  { challenge, known }: { challenge: string; known: readonly PasskeyRow[] },
): PasskeySignIn['options'] {
  return {
    challenge,
    rpId: site.id,
    timeout: dialogMs,
    userVerification: known.length === 0 ? 'required' : 'preferred',
    allowCredentials: known.map((row) => ({
      type: 'public-key',
      id: row.credential_id,
      transports: row.transports,
    })),
  }
}

/** Keeps a passkey. @returns false if the browser's answer does not prove it */
export async function keepPasskey(
  db: Db,
  site: RelyingParty,
  made: Pick<z.output<(typeof addPasskey)['body']>, 'name' | 'credential'> & {
    userId: number
    challenge: string
    at: Date
  },
): Promise<boolean> {
  const { registrationInfo: proved } = await verifyRegistrationResponse({
    response: made.credential,
    expectedChallenge: made.challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    requireUserVerification: false,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => ({ registrationInfo: undefined }))
  if (proved === undefined) return false
  const { id, publicKey, counter } = proved.credential
  const row = await db
    .insertInto('passkey')
    .values({
      user_id: made.userId,
      name: made.name,
      credential_id: id,
      public_key: Buffer.from(publicKey),
      counter,
      transports: made.credential.response.transports,
      added_at: made.at,
    })
    .onConflict((conflict) => conflict.column('credential_id').doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

/**
 * Uses a passkey. An attempt that began before the last use of its passkey is refused, so that none is
 * used twice.
 * @returns the id of its account; undefined if it is unknown or the browser's answer does not prove it
 */
export async function takePasskey(
  db: Db,
  site: RelyingParty,
  attempt: {
    credential: Assertion
    challenge: string
    begunAt: Date
    /**
     * Who gave the password; null: nobody. Then the authenticator must have recognised its owner, by a PIN
     * or a finger.
     */
    owner: number | null
    now: Date
  },
): Promise<number | undefined> {
  const { credential, challenge, begunAt, owner, now } = attempt
  const row = await db
    .selectFrom('passkey')
    .selectAll()
    .where('credential_id', '=', credential.id)
    .executeTakeFirst()
  if (row === undefined || (owner !== null && row.user_id !== owner)) return undefined
  const proof = await verifyAuthenticationResponse({
    response: credential,
    expectedChallenge: challenge,
    expectedOrigin: site.origin,
    expectedRPID: site.id,
    credential: {
      id: row.credential_id,
      publicKey: new Uint8Array(row.public_key),
      counter: row.counter,
    },
    requireUserVerification: owner === null,
  }).catch(() => undefined)
  if (proof?.verified !== true) return undefined
  const { numUpdatedRows } = await db
    .updateTable('passkey')
    .set({ counter: proof.authenticationInfo.newCounter, last_used_at: now })
    .where('id', '=', row.id)
    .where((eb) => eb.or([eb('last_used_at', 'is', null), eb('last_used_at', '<', begunAt)]))
    .executeTakeFirst()
  return numUpdatedRows > 0n ? row.user_id : undefined
}
