import { expect, test } from 'vitest'

import { getInfo } from '#contract/info'
import { login } from '#contract/account'
import { listDatasets } from '#contract/datasets'
import {
  addPasskey,
  beginPasskey,
  beginPasskeySignIn,
  removePasskey,
  signInByPasskey,
} from '#contract/passkeys'
import { PendingSignIn } from '#contract/pending-sign-in'
import { getSecondFactor, setSecondFactorRule } from '#contract/second-factor'

import { clientOf, type Client } from '../../../testing/client.ts'
import { goodPassword } from '../../../testing/given.ts'
import { softKey, type SoftKey } from '../../../testing/soft-key.ts'
import { startApp } from '../../../testing/start-app.ts'

const origin = 'https://fovea.hospital.example'

async function withKim() {
  const started = await startApp({ publicUrl: origin })
  const admin = await started.given.user('admin', { isAdmin: true })
  const kim = await started.given.user('kim')
  return { ...started, admin, kim }
}

/** Adds the key to the account of the client. */
async function add(client: Client, key: SoftKey, name = 'Desk') {
  const { body: begun } = await client.call(beginPasskey, { body: { password: goodPassword } })
  const credential = key.register(begun.options)
  return client.call(addPasskey, { body: { setup: begun.setup, name, credential } })
}

/** Signs in without a password. */
async function signIn(client: Client, key: SoftKey) {
  const { body } = await client.call(beginPasskeySignIn)
  const credential = key.sign(body.options)
  return client.call(signInByPasskey, { body: { attempt: body.attempt, credential } })
}

async function secondStepOf(client: Client, username = 'kim') {
  const refused = await client.call(login, { body: { username, password: goodPassword } })
  expect(refused.body.code).toBe('second_factor_required')
  return PendingSignIn.parse(refused.body.current)
}

test('a passkey signs in without a password, and its use is counted and shown', async () => {
  const { app, kim } = await withKim()
  const key = softKey(origin)
  expect((await add(kim, key)).body.recovery_codes).toHaveLength(10)
  const browser = clientOf(app)
  const answer = await signIn(browser, key)
  expect(answer.body.user).toMatchObject({ username: 'kim', duty: null })
  expect((await browser.call(listDatasets, {})).status).toBe(200)
  const [passkey] = (await kim.call(getSecondFactor)).body.passkeys
  expect(passkey).toMatchObject({ name: 'Desk' })
  expect(passkey?.last_used_at).not.toBeNull()
})

test('a passkey is the second factor after the password, also without a PIN', async () => {
  const { app, kim } = await withKim()
  const key = softKey(origin, { recognisesOwner: false })
  await add(kim, key)
  const browser = clientOf(app)
  const { authenticator, passkey } = await secondStepOf(browser)
  expect(authenticator).toBe(false)
  expect(passkey?.options.allowCredentials.map(({ id }) => id)).toEqual([key.id])
  if (passkey === null) throw new Error('no passkey is asked for')
  const credential = key.sign(passkey.options)
  const finished = await browser.call(signInByPasskey, {
    body: { attempt: passkey.attempt, credential },
  })
  expect(finished.status).toBe(200)

  // Alone it is one factor only.
  expect((await signIn(clientOf(app), key)).status).toBe(401)
})

test('an answer is accepted once', async () => {
  const { app, kim } = await withKim()
  const key = softKey(origin)
  await add(kim, key)
  const browser = clientOf(app)
  const { body: begun } = await browser.call(beginPasskeySignIn)
  const body = { attempt: begun.attempt, credential: key.sign(begun.options) }
  expect((await browser.call(signInByPasskey, { body })).status).toBe(200)
  expect((await clientOf(app).call(signInByPasskey, { body })).status).toBe(401)
})

test('answers for another site, another challenge, of another key or too late are refused', async () => {
  const { app, kim, given, advance } = await withKim()
  const key = softKey(origin)
  await add(kim, key)
  const browser = clientOf(app)
  const phished = softKey('https://fovea.hospita1.example', { like: key })
  expect((await signIn(browser, phished)).status).toBe(401)
  expect((await signIn(browser, softKey(origin))).status).toBe(401)

  const [first, second] = [
    (await browser.call(beginPasskeySignIn)).body,
    (await browser.call(beginPasskeySignIn)).body,
  ]
  const swapped = { attempt: first.attempt, credential: key.sign(second.options) }
  expect((await browser.call(signInByPasskey, { body: swapped })).status).toBe(401)
  const late = { attempt: first.attempt, credential: key.sign(first.options) }
  advance(301)
  expect((await browser.call(signInByPasskey, { body: late })).status).toBe(401)

  // After kim's password, lee's passkey.
  const lee = await given.user('lee')
  const leesKey = softKey(origin)
  await add(lee, leesKey)
  const { passkey } = await secondStepOf(browser)
  if (passkey === null) throw new Error('no passkey is asked for')
  const mixed = { attempt: passkey.attempt, credential: leesKey.sign(passkey.options) }
  expect((await browser.call(signInByPasskey, { body: mixed })).status).toBe(401)
})

test('a passkey belongs to one account, and is removed with its password', async () => {
  const { kim, given } = await withKim()
  const key = softKey(origin)
  await add(kim, key)
  const lee = await given.user('lee')
  expect((await add(lee, key)).status).toBe(400)

  const [passkey] = (await kim.call(getSecondFactor)).body.passkeys
  const remove = (client: Client, password: string) =>
    client.call(removePasskey, { params: { id: passkey?.id ?? 0 }, body: { password } })
  expect((await remove(lee, goodPassword)).status).toBe(404)
  expect((await remove(kim, 'Wrong-Horse-7')).status).toBe(401)
  expect((await remove(kim, goodPassword)).status).toBe(200)
  expect((await kim.call(getSecondFactor)).body).toMatchObject({ passkeys: [], recovery_codes: 0 })
})

test('a passkey is the required second factor', async () => {
  const { app, admin } = await withKim()
  await admin.call(setSecondFactorRule, { body: { required_for: 'everybody' } })
  const browser = clientOf(app)
  const signedIn = await browser.call(login, { body: { username: 'kim', password: goodPassword } })
  expect(signedIn.body.user.duty).toBe('add_second_factor')
  expect((await add(browser, softKey(origin))).status).toBe(200)
  expect((await browser.call(listDatasets, {})).status).toBe(200)
})

test.each([undefined, 'http://10.1.2.3:8080', 'http://[::1]:8080'])(
  'with the public address %s there are no passkeys',
  async (publicUrl) => {
    const { given, visitor } = await startApp(publicUrl === undefined ? {} : { publicUrl })
    const kim = await given.user('kim')
    const refused = await kim.call(beginPasskey, { body: { password: goodPassword } })
    expect(refused.status).toBe(409)
    expect((await kim.call(getSecondFactor)).body.passkeys_possible).toBe(false)
    expect((await visitor.call(beginPasskeySignIn)).status).toBe(409)
    expect((await visitor.call(getInfo)).body.passkeys).toBe(false)
  },
)
