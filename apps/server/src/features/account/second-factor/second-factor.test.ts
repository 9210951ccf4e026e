import { expect, test } from 'vitest'

import { changePassword, getCurrentUser, getPreferences, login } from '#contract/account'
import { listAudit } from '#contract/audit'
import { listDatasets } from '#contract/datasets'
import { PendingSignIn } from '#contract/pending-sign-in'
import { choosePassword, createPasswordLink } from '#contract/password-links'
import { createSite } from '#contract/sites'
import {
  addAuthenticator,
  beginAuthenticator,
  confirmFactorRemoval,
  finishSignIn,
  getSecondFactor,
  removeAuthenticator,
  removeSecondFactors,
  renewRecoveryCodes,
  getSecondFactorRule,
  setSecondFactorRule,
} from '#contract/second-factor'

import { bytesOf } from '../../../testing/base32.ts'
import { clientOf, type Client } from '../../../testing/client.ts'
import { goodPassword } from '../../../testing/given.ts'
import { startApp } from '../../../testing/start-app.ts'
import { codeOf, stepAt } from './totp.ts'

/** A server with an administrator and kim, whose app and clock are the test's. */
async function withKim() {
  const started = await startApp()
  const { app, given, parts } = started
  const admin = await given.user('admin', { isAdmin: true })
  const kim = await given.user('kim')
  const codeFor = (secret: Buffer, steps = 0) => codeOf(secret, stepAt(parts.clock()) + steps)
  const add = async (client: Client) => {
    const { body: begun } = await client.call(beginAuthenticator, {
      body: { password: goodPassword },
    })
    const secret = bytesOf(begun.secret)
    const { status, body } = await client.call(addAuthenticator, {
      body: { setup: begun.setup, code: codeFor(secret) },
    })
    expect(status).toBe(200)
    return { secret, recoveryCodes: body.recovery_codes ?? [] }
  }
  const signIn = async (code: string, client = clientOf(app)) => {
    const pending = await begin(client)
    return client.call(finishSignIn, { body: { pending, code } })
  }
  return { ...started, admin, kim, codeFor, add, signIn }
}

/** The first step of kim's sign-in. */
async function begin(client: Client, password = goodPassword): Promise<string> {
  const refused = await client.call(login, { body: { username: 'kim', password } })
  expect(refused.status).toBe(401)
  expect(refused.body.code).toBe('second_factor_required')
  return PendingSignIn.parse(refused.body.current).pending
}

test('with an authenticator app, a password alone starts no session', async () => {
  const { app, kim, add, codeFor, advance } = await withKim()
  const { secret } = await add(kim)
  const browser = clientOf(app)
  const pending = await begin(browser)
  expect(browser.cookies.size).toBe(0)
  expect((await browser.call(listDatasets, {})).status).toBe(401)

  advance(30)
  const finished = await browser.call(finishSignIn, { body: { pending, code: codeFor(secret) } })
  expect(finished.body.user).toMatchObject({ username: 'kim', duty: null })
  expect((await browser.call(listDatasets, {})).status).toBe(200)
})

test('a code is accepted once, and those of the neighbouring steps too', async () => {
  const { kim, add, signIn, codeFor, advance } = await withKim()
  const { secret } = await add(kim)
  expect((await signIn(codeFor(secret))).status).toBe(401)
  advance(60)
  const late = codeFor(secret, -1)
  expect((await signIn(` ${late.slice(0, 3)} ${late.slice(3)}`)).status).toBe(200)
  expect((await signIn(late)).status).toBe(401)
  expect((await signIn(codeFor(secret, 1))).status).toBe(200)
  expect((await signIn(codeFor(secret))).status).toBe(401)
  advance(60)
  expect((await signIn(codeFor(secret, -2))).status).toBe(401)
})

test('of two who use a code at once, one signs in', async () => {
  const { app, kim, add, codeFor, advance } = await withKim()
  const { secret } = await add(kim)
  advance(60)
  const browsers = [clientOf(app), clientOf(app)]
  const pendings = await Promise.all(browsers.map((browser) => begin(browser)))
  const code = codeFor(secret)
  const answers = await Promise.all(
    browsers.map((browser, i) =>
      browser.call(finishSignIn, { body: { pending: pendings[i] ?? '', code } }),
    ),
  )
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '401'])
})

test('guessed codes lock the account, and the right password between them does not help', async () => {
  const { app, kim, add } = await withKim()
  await add(kim)
  const browser = clientOf(app)
  for (let guess = 0; guess < 5; guess += 1) {
    const pending = await begin(browser)
    const refused = await browser.call(finishSignIn, { body: { pending, code: '000000' } })
    expect(refused.body.fields).toHaveProperty('code')
  }
  const locked = await browser.call(login, { body: { username: 'kim', password: goodPassword } })
  expect(locked.status).toBe(429)
})

test('each of ten recovery codes works once', async () => {
  const { db, kim, add, signIn } = await withKim()
  const { recoveryCodes } = await add(kim)
  expect(new Set(recoveryCodes).size).toBe(10)
  const [first = '', second = ''] = recoveryCodes
  expect((await signIn(first)).status).toBe(200)
  expect((await signIn(first)).status).toBe(401)
  expect((await signIn(second.toUpperCase().replace('-', ''))).status).toBe(200)
  expect((await kim.call(getSecondFactor)).body.recovery_codes).toBe(8)
  const kept = await db.selectFrom('recovery_code').select('code_hash').execute()
  expect(kept.every(({ code_hash: hash }) => hash.startsWith('$argon2id$'))).toBe(true)

  const renewed = await kim.call(renewRecoveryCodes, { body: { password: goodPassword } })
  expect((await signIn(recoveryCodes[2] ?? '')).status).toBe(401)
  expect((await signIn(renewed.body.recovery_codes?.[0] ?? '')).status).toBe(200)
})

test('a pending sign-in ends after five minutes, and with a changed password', async () => {
  const { app, admin, kim, add, codeFor, advance } = await withKim()
  const { secret } = await add(kim)
  advance(60)
  const browser = clientOf(app)
  const slow = await begin(browser)
  advance(301)
  const late = await browser.call(finishSignIn, { body: { pending: slow, code: codeFor(secret) } })
  expect(late.body.code).toBe('sign_in_failed')

  const pending = await begin(browser)
  const { body: link } = await admin.call(createPasswordLink, { params: { username: 'kim' } })
  const token = new URL(link.url).hash.slice(1)
  const chosen = 'Kestrel-47-umber'
  await browser.call(choosePassword, {
    body: { token, new_password: chosen, confirm_password: chosen },
  })
  const refused = await browser.call(finishSignIn, { body: { pending, code: codeFor(secret) } })
  expect(refused.body.code).toBe('sign_in_failed')
  // The link replaces the password, not the second factor.
  await begin(browser, chosen)
})

test('the factors of an account change only with its password', async () => {
  const { kim, add } = await withKim()
  await add(kim)
  const body = { password: 'Wrong-Horse-7' }
  for (const call of [beginAuthenticator, removeAuthenticator, renewRecoveryCodes]) {
    const refused = await kim.call(call, { body })
    expect(refused.body.fields).toHaveProperty('password')
  }
  expect((await kim.call(getSecondFactor)).body.authenticator).not.toBeNull()
  const removed = await kim.call(removeAuthenticator, { body: { password: goodPassword } })
  expect(removed.status).toBe(200)
  expect((await kim.call(getSecondFactor)).body).toEqual({
    authenticator: null,
    passkeys: [],
    passkeys_possible: false,
    recovery_codes: 0,
    required: false,
  })
})

test('the setup of one account is of no use to another, nor after ten minutes', async () => {
  const { given, kim, codeFor, advance } = await withKim()
  const lee = await given.user('lee')
  const { body: begun } = await kim.call(beginAuthenticator, { body: { password: goodPassword } })
  const confirm = (client: Client) =>
    client.call(addAuthenticator, {
      body: { setup: begun.setup, code: codeFor(bytesOf(begun.secret)) },
    })
  expect((await confirm(lee)).status).toBe(409)
  advance(601)
  expect((await confirm(kim)).status).toBe(409)
})

test('an administrator requires a second factor, which is added before anything else', async () => {
  const { app, admin, kim, add } = await withKim()
  await admin.call(setSecondFactorRule, { body: { required_for: 'everybody' } })
  // Open work goes on until the next sign-in.
  expect((await kim.call(listDatasets, {})).status).toBe(200)

  const browser = clientOf(app)
  const signedIn = await browser.call(login, {
    body: { username: 'kim', password: goodPassword },
  })
  expect(signedIn.body.user.duty).toBe('add_second_factor')
  const refused = await browser.call(listDatasets, {})
  expect(refused.status).toBe(403)
  expect(refused.body.code).toBe('second_factor_setup_required')
  const body = {
    password: goodPassword,
    new_password: 'Kestrel-47-umber',
    confirm_password: 'Kestrel-47-umber',
  }
  expect((await browser.call(changePassword, { body })).status).toBe(403)
  expect((await browser.call(getPreferences)).status).toBe(200)

  await add(browser)
  expect((await browser.call(listDatasets, {})).status).toBe(200)
  expect((await browser.call(getCurrentUser)).body.user.duty).toBeNull()
  const last = await browser.call(removeAuthenticator, { body: { password: goodPassword } })
  expect(last.status).toBe(409)
  expect((await browser.call(getSecondFactor)).body.authenticator).not.toBeNull()
})

test('required for administrators, others need none', async () => {
  const { app, admin } = await withKim()
  await admin.call(setSecondFactorRule, { body: { required_for: 'administrators' } })
  const dutyOf = async (username: string) => {
    const answer = await clientOf(app).call(login, { body: { username, password: goodPassword } })
    return answer.body.user.duty
  }
  expect(await dutyOf('kim')).toBeNull()
  expect(await dutyOf('admin')).toBe('add_second_factor')
})

test('required by the administrator of a site for its accounts', async () => {
  const { app, admin, given } = await withKim()
  const { id: siteId } = (await admin.call(createSite, { body: { name: 'North' } })).body
  const north = await given.user('north', { isAdmin: true, siteId })
  await given.user('lee', { siteId })
  await north.call(setSecondFactorRule, { body: { required_for: 'everybody' } })
  const dutyOf = async (username: string) => {
    const answer = await clientOf(app).call(login, { body: { username, password: goodPassword } })
    return answer.body.user.duty
  }
  expect(await dutyOf('lee')).toBe('add_second_factor')
  expect(await dutyOf('kim')).toBeNull()

  await admin.call(setSecondFactorRule, { body: { required_for: 'administrators' } })
  await north.call(setSecondFactorRule, { body: { required_for: 'nobody' } })
  expect(await dutyOf('lee')).toBeNull()
  expect(await dutyOf('north')).toBe('add_second_factor')
  const shown = { required_for: 'nobody', at_least: 'administrators' }
  expect((await north.call(getSecondFactorRule)).body).toEqual(shown)
})

test('an administrator removes the factors of somebody, who is told so until it is confirmed', async () => {
  const { app, admin, kim, add, advance } = await withKim()
  const { recoveryCodes } = await add(kim)
  const removed = await admin.call(removeSecondFactors, { params: { username: 'kim' } })
  expect(removed.body.message).toBe('The second factors of kim were removed.')
  expect((await kim.call(getCurrentUser)).status).toBe(401)
  const signIn = () =>
    clientOf(app).call(login, { body: { username: 'kim', password: goodPassword } })
  expect((await signIn()).body.user.second_factor_removed_at).not.toBeNull()
  const again = clientOf(app)
  const body = { username: 'kim', password: goodPassword }
  expect((await again.call(login, { body })).body.user.second_factor_removed_at).not.toBeNull()
  expect((await again.call(getCurrentUser)).body.user.second_factor_removed_at).not.toBeNull()
  await again.call(confirmFactorRemoval, { body: {} })
  expect((await again.call(getCurrentUser)).body.user.second_factor_removed_at).toBeNull()

  const { events } = (await admin.call(listAudit, {})).body
  const told = events.map(({ action, username, outcome }) => `${username}: ${action} ${outcome}`)
  expect(told).toContain('admin: removeSecondFactors 200')
  expect(told).toContain('kim: addAuthenticator 200')
  expect(JSON.stringify(events)).not.toContain(recoveryCodes[0])
  advance(1)
})

test('the audit trail tells the two steps of a sign-in', async () => {
  const { admin, kim, add, signIn } = await withKim()
  await kim.call(login, { body: { username: 'kim', password: goodPassword } })
  const { recoveryCodes } = await add(kim)
  await signIn('000000')
  await signIn(recoveryCodes[0] ?? '')
  const { events } = (await admin.call(listAudit, { query: { username: 'kim' } })).body
  const steps = events
    .filter(({ action }) => action === 'login' || action === 'finishSignIn')
    .map(({ action, outcome, detail }) => [action, outcome, detail])
  expect(steps.toReversed()).toEqual([
    ['login', 200, {}],
    ['login', 401, { second_factor: 'requested' }],
    ['finishSignIn', 401, {}],
    ['login', 401, { second_factor: 'requested' }],
    ['finishSignIn', 200, {}],
  ])
})
