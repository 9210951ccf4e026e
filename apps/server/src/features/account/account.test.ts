import { expect, test } from 'vitest'

import { changePassword, getCurrentUser, login, logout, register } from '#contract/account'
import { healthcheck, getInfo } from '#contract/info'
import { getEvents } from '#contract/live'
import { listUsers } from '#contract/users'

import { clientOf } from '../../testing/client.ts'
import { goodPassword } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

const kim = { username: 'kim', password: goodPassword, confirm_password: goodPassword, name: 'Kim' }

test('the first account becomes the administrator, and registration is closed afterwards', async () => {
  const { visitor, app } = await startApp()
  expect((await visitor.call(getInfo)).body).toMatchObject({
    total_users: 0,
    allow_registration: true,
  })
  const first = await visitor.call(register, { body: kim })
  expect(first.status).toBe(201)
  expect(first.body.user).toMatchObject({
    username: 'kim',
    is_admin: true,
    subscription_expiration: '2999-01-01',
  })
  expect((await visitor.call(getCurrentUser)).body.user.username).toBe('kim')

  const second = await clientOf(app).call(register, { body: { ...kim, username: 'lee' } })
  expect(second.status).toBe(403)
  expect(second.body.message).toBe('You are not allowed to register new accounts')
  expect((await visitor.call(getInfo)).body).toMatchObject({
    total_users: 1,
    allow_registration: false,
  })
})

test('of fifty concurrent registrations on an empty server, one becomes administrator', async () => {
  const { app, db } = await startApp({ allowRegistration: true })
  const answers = await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      clientOf(app).call(register, { body: { ...kim, username: `user${i}` } }),
    ),
  )
  expect(answers.every((answer) => answer.status === 201)).toBe(true)
  const admins = await db.selectFrom('app_user').where('is_admin', '=', true).selectAll().execute()
  expect(admins).toHaveLength(1)
})

test('a weak password is refused with every rule that it breaks', async () => {
  const { visitor } = await startApp()
  const answer = await visitor.call(register, {
    body: { ...kim, password: 'abc', confirm_password: 'abc' },
  })
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toHaveProperty('password')
})

test('the same username in another case is taken', async () => {
  const { visitor, app } = await startApp({ allowRegistration: true })
  await visitor.call(register, { body: kim })
  const answer = await clientOf(app).call(register, { body: { ...kim, username: 'KIM' } })
  expect(answer.status).toBe(409)
  expect(answer.body.message).toBe('This username is already taken.')
})

test('signing in works with long passwords and in either Unicode form', async () => {
  const { visitor, app } = await startApp({ allowRegistration: true })
  const password = `Aa1!${'가'.normalize('NFC').repeat(120)}`
  await visitor.call(register, { body: { ...kim, password, confirm_password: password } })
  const decomposed = await clientOf(app).call(login, {
    body: { username: 'kim', password: password.normalize('NFD') },
  })
  expect(decomposed.status).toBe(200)
  const cut = await clientOf(app).call(login, {
    body: { username: 'kim', password: password.slice(0, 80) },
  })
  expect(cut.status).toBe(401)
})

test('an unknown user and a wrong password get the same answer', async () => {
  const { visitor, given } = await startApp()
  await given.user('kim')
  const wrong = await visitor.call(login, { body: { username: 'kim', password: 'Wrong-Horse-7' } })
  const unknown = await visitor.call(login, {
    body: { username: 'nobody', password: 'Wrong-Horse-7' },
  })
  expect(wrong.status).toBe(401)
  expect(unknown.status).toBe(401)
  expect(unknown.body).toEqual(wrong.body)
})

test('a mistyped current password is reported as such, and the session continues', async () => {
  const { given } = await startApp()
  const kimsBrowser = await given.user('kim')
  const answer = await kimsBrowser.call(changePassword, {
    body: { password: 'Wrong-Horse-7', new_password: 'quiet7', confirm_password: 'quiet7' },
  })
  expect(answer.status).toBe(401)
  expect(answer.body).toMatchObject({
    message: 'Your current password is wrong.',
    key: 'account.currentPasswordWrong',
    fields: { password: 'Your current password is wrong.' },
  })
  expect(Number(answer.headers['x-session-lifetime'])).toBeGreaterThan(0)
  expect((await kimsBrowser.call(getCurrentUser)).status).toBe(200)
})

test('repeated failures lock the account for a while, even for the right password', async () => {
  const { visitor, given, advance } = await startApp()
  await given.user('kim')
  const attempt = (password: string) => visitor.call(login, { body: { username: 'kim', password } })
  for (let i = 0; i < 5; i += 1) expect((await attempt('Wrong-Horse-7')).status).toBe(401)
  const locked = await attempt(goodPassword)
  expect(locked.status).toBe(429)
  expect(locked.body.message).toMatch(/^Too many failed attempts\. Try again in \d+ s\.$/)
  advance(3)
  expect((await attempt(goodPassword)).status).toBe(200)
})

test('an idle session ends after the lifetime that the server states', async () => {
  const { given, advance } = await startApp({ sessionSeconds: 600 })
  const kimsBrowser = await given.user('kim')
  advance(300)
  const poll = await kimsBrowser.call(healthcheck, { query: { poll: 'true' } })
  expect(Number(poll.headers['x-session-lifetime'])).toBeLessThanOrEqual(300)
  const renewed = await kimsBrowser.call(healthcheck)
  expect(Number(renewed.headers['x-session-lifetime'])).toBe(600)
  advance(599)
  expect((await kimsBrowser.call(healthcheck, { query: { poll: 'true' } })).headers).toHaveProperty(
    'x-session-lifetime',
  )
  advance(2)
  expect((await kimsBrowser.call(getCurrentUser)).status).toBe(401)
})

test('activity cannot keep a session beyond twelve hours', async () => {
  const { given, advance } = await startApp()
  const kimsBrowser = await given.user('kim')
  for (let i = 0; i < 24; i += 1) {
    advance(1790)
    await kimsBrowser.call(getCurrentUser)
  }
  advance(300)
  expect((await kimsBrowser.call(getCurrentUser)).status).toBe(401)
})

test('signing out ends the session on the server', async () => {
  const { given, app } = await startApp()
  const kimsBrowser = await given.user('kim')
  const [[name, value] = ['', '']] = kimsBrowser.cookies
  await kimsBrowser.call(logout)
  const replay = await app.inject({ url: getCurrentUser.path, cookies: { [name]: value } })
  expect(replay.statusCode).toBe(401)
})

test('changing the password needs the current one and ends the other sessions', async () => {
  const { given, app } = await startApp()
  const desk = await given.user('kim')
  const laptop = clientOf(app)
  await laptop.call(login, { body: { username: 'kim', password: goodPassword } })
  const body = { password: 'Wrong-Horse-7', new_password: 'abcdef', confirm_password: 'abcdef' }
  expect((await desk.call(changePassword, { body })).status).toBe(401)
  expect(
    (await desk.call(changePassword, { body: { ...body, password: goodPassword } })).status,
  ).toBe(200)
  expect((await desk.call(getCurrentUser)).status).toBe(200)
  expect((await laptop.call(getCurrentUser)).status).toBe(401)
  expect(
    (await clientOf(app).call(login, { body: { username: 'kim', password: 'abcdef' } })).status,
  ).toBe(200)
})

test('an expired account cannot sign in, and its open session ends', async () => {
  const { given, app, db } = await startApp()
  const kimsBrowser = await given.user('kim')
  await db.updateTable('app_user').set({ subscription_expiration: '2020-01-01' }).execute()
  expect((await kimsBrowser.call(getCurrentUser)).status).toBe(401)
  const answer = await clientOf(app).call(login, {
    body: { username: 'kim', password: goodPassword },
  })
  expect(answer.body).toMatchObject({
    code: 'account_expired',
    message: 'Your account has expired.',
  })
})

test('a state-changing request from another site’s page is refused', async () => {
  const { given } = await startApp()
  const kimsBrowser = await given.user('kim')
  const crossSite = { 'sec-fetch-site': 'cross-site' }
  expect((await kimsBrowser.call(logout, { headers: crossSite })).status).toBe(403)
  const foreign = { origin: 'https://evil.example' }
  expect((await kimsBrowser.call(logout, { headers: foreign })).status).toBe(403)
  expect((await kimsBrowser.call(getCurrentUser)).status).toBe(200)
})

test('with sign-in switched off everybody is the anonymous user, and administration is closed', async () => {
  const { visitor } = await startApp({ loginEnabled: false })
  const answer = await visitor.call(getCurrentUser)
  expect(answer.body.user).toMatchObject({
    username: 'anonymous',
    name: 'Anonymous User',
    anonymous: true,
    is_admin: false,
  })
  expect(answer.headers).not.toHaveProperty('x-session-lifetime')
  expect((await visitor.call(listUsers)).status).toBe(403)
})

test('without a session only the calls for visitors are answered', async () => {
  const { visitor } = await startApp()
  expect((await visitor.call(healthcheck)).status).toBe(200)
  expect((await visitor.call(getEvents)).status).toBe(401)
  expect((await visitor.call(getCurrentUser)).body).toMatchObject({
    code: 'not_signed_in',
    message: 'Please sign in.',
  })
})

test('invented names never delay a right password from the same address', async () => {
  const { visitor, given } = await startApp()
  await given.user('kim')
  for (let i = 0; i < 80; i += 1) {
    const body = { username: `invented${i}`, password: 'Wrong-Horse-7' }
    expect((await visitor.call(login, { body })).status).toBe(401)
  }
  const body = { username: 'kim', password: goodPassword }
  expect((await visitor.call(login, { body })).status).toBe(200)
})

test('a client that tries one password on many accounts is stopped for an hour', async () => {
  const { app, visitor, given, db, advance } = await startApp()
  await given.user('kim')
  await db
    .insertInto('app_user')
    .values(Array.from({ length: 50 }, (_, i) => ({ username: `nurse${i}`, password_hash: '-' })))
    .execute()
  const spray = (i: number) =>
    visitor.call(login, { body: { username: `nurse${i}`, password: 'Wrong-Horse-7' } })
  for (let i = 0; i < 50; i += 1) expect((await spray(i)).status).toBe(401)
  const body = { username: 'kim', password: goodPassword }
  expect((await visitor.call(login, { body })).status).toBe(429)
  const elsewhere = await app.inject({
    method: 'POST',
    url: login.path,
    payload: body,
    remoteAddress: '10.0.0.9',
  })
  expect(elsewhere.statusCode).toBe(200)
  advance(3601)
  expect((await visitor.call(login, { body })).status).toBe(200)
})

test("behind proxies the address is the one that the outermost trusted proxy saw, not the client's claim", async () => {
  const { app, given, db } = await startApp({ http: { trustProxy: 1 } })
  await given.user('kim')
  for (let i = 0; i < 2; i += 1) {
    await app.inject({
      method: 'POST',
      url: login.path,
      payload: { username: 'kim', password: 'Wrong-Horse-7' },
      headers: { 'x-forwarded-for': `6.6.6.${i}, 10.0.0.9` },
    })
  }
  const from = await db.selectFrom('sign_in_failure_from').select('address').execute()
  expect(from).toEqual([{ address: '10.0.0.9' }])
})
