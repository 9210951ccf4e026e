import { argon2, createHash, randomBytes } from 'node:crypto'
import { promisify } from 'node:util'

import cookie from '@fastify/cookie'
import fastify from 'fastify'
import { expect, onTestFinished, test } from 'vitest'

import { getCurrentUser, login } from '#contract/account'

import { setSessionCookie } from '../../apps/server/src/platform/http/cookies.ts'
import { hashPassword, verifyPassword } from '../../apps/server/src/platform/password-hash.ts'
import { clientOf } from '../../apps/server/src/testing/client.ts'
import { goodPassword } from '../../apps/server/src/testing/given.ts'
import { startApp } from '../../apps/server/src/testing/start-app.ts'

const text = (bytes: Buffer): string => bytes.toString('base64').replaceAll('=', '')

/** With one MiB and one pass, in the stored form of hashes. */
async function weakHash(password: string): Promise<string> {
  const nonce = randomBytes(16)
  const cost = { parallelism: 1, tagLength: 32, memory: 1024, passes: 1 }
  const tag = await promisify(argon2)('argon2id', { message: password, nonce, ...cost })
  return `$argon2id$v=19$m=1024,t=1,p=1$${text(nonce)}$${text(tag)}`
}

test('8: a password is kept by argon2id with its own salt, at least 19 MiB and two passes', async () => {
  const hashes = [await hashPassword(goodPassword), await hashPassword(goodPassword)]
  expect(new Set(hashes).size).toBe(2)
  for (const hash of hashes) {
    const [, algorithm, , parameters = '', salt = ''] = hash.split('$')
    expect(algorithm).toBe('argon2id')
    const [memory = 0, passes = 0] = [...parameters.matchAll(/\d+/g)].map(Number)
    expect(memory).toBeGreaterThanOrEqual(19 * 1024)
    expect(passes).toBeGreaterThanOrEqual(2)
    expect(Buffer.from(salt, 'base64').length).toBeGreaterThanOrEqual(16)
    expect(await verifyPassword(goodPassword, hash)).toBe(true)
    expect(await verifyPassword(`${goodPassword} `, hash)).toBe(false)
  }
})

test('8: a password kept by weaker parameters is hashed anew at the next sign-in', async () => {
  const { given, db, visitor } = await startApp()
  const { username } = await given.user()
  const weak = await weakHash(goodPassword)
  await db
    .updateTable('app_user')
    .set({ password_hash: weak })
    .where('username', '=', username)
    .execute()
  const body = { username, password: goodPassword }
  expect((await visitor.call(login, { body })).status).toBe(200)
  const { password_hash: kept } = await db
    .selectFrom('app_user')
    .select('password_hash')
    .where('username', '=', username)
    .executeTakeFirstOrThrow()
  expect(kept).toContain('m=19456,t=2')
})

test('11, 12: sign-in gives a new session of 256 random bits, kept as a hash; the one before ends', async () => {
  const { given, db, app } = await startApp()
  const kim = await given.user('kim')
  const [before = ''] = kim.cookies.values()
  const thief = clientOf(app)
  const asThief = { headers: { cookie: `fovea_session=${before}` } }
  expect((await thief.call(getCurrentUser, asThief)).status).toBe(200)
  await kim.call(login, { body: { username: 'kim', password: goodPassword } })
  const [after = ''] = kim.cookies.values()
  expect(after).not.toBe(before)
  expect(Buffer.from(after, 'base64url').length).toBeGreaterThanOrEqual(16)
  const again = { headers: { cookie: `fovea_session=${before}` } }
  expect((await clientOf(app).call(getCurrentUser, again)).status).toBe(401)

  const rows = await db.selectFrom('session').selectAll().execute()
  expect(JSON.stringify(rows)).not.toContain(after)
  const digests = [after, Buffer.from(after, 'base64url')].map((token) =>
    createHash('sha256').update(token).digest('hex'),
  )
  expect(digests).toContain(rows.at(-1)?.token_hash.toString('hex'))
})

test.each([
  [false, /^fovea_session=/],
  [true, /^__Host-\S+; Path=\/; HttpOnly; Secure/],
])(
  '15: no script and no other site gets the cookie; under TLS (%s) it is bound to TLS and the host',
  async (isSecure, form) => {
    const app = fastify()
    onTestFinished(() => app.close())
    await app.register(cookie)
    app.get('/', (_, reply) => {
      setSessionCookie(reply, 'token', isSecure)
      return reply.send('')
    })
    const told = String((await app.inject('/')).headers['set-cookie'])
    expect(told).toMatch(/; Path=\/; HttpOnly;.* SameSite=Strict/)
    expect(told).toMatch(form)
  },
)
