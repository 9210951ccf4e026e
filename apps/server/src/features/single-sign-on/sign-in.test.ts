import { expect, test } from 'vitest'

import { login, logout, type User } from '#contract/account'
import { getInfo } from '#contract/info'
import { finishSingleSignOn, startSingleSignOn } from '#contract/single-sign-on'

import { clientOf } from '../../testing/client.ts'
import { goodPassword } from '../../testing/given.ts'
import { haveOidcPeer } from '../../testing/oidc-peer.ts'
import { startApp } from '../../testing/start-app.ts'
import {
  auditOf,
  begin,
  finish,
  kim,
  ownProvider,
  providerOfFile,
  signIn,
  startWith,
  statusOf,
} from './testing/with-provider.ts'

const isHere = haveOidcPeer()
const givenProvider = providerOfFile()

test.skipIf(!isHere)('a person signs in and out through the identity provider', async () => {
  const provider = await givenProvider()
  const started = await startWith(provider)
  const { root } = started
  await provider.people({ 'sub-kim': { ...kim, email: 'kim@hospital.example' } })
  const { client, browser, user } = await signIn(started, provider)
  expect(user).toMatchObject({
    username: 'kim',
    name: 'Kim Minji',
    is_admin: false,
    external: true,
    email: 'kim@hospital.example',
  } satisfies Partial<User>)
  expect(await statusOf(client)).toBe(200)
  expect((await auditOf(root, 'finishSingleSignOn'))[0]).toMatchObject({
    username: 'kim',
    outcome: 200,
    detail: { account: 'new' },
  })

  const again = await signIn(started, provider)
  expect(again.user.id).toBe(user.id)

  const out = await client.call(logout)
  expect(await statusOf(client)).toBe(401)
  expect(await statusOf(again.client)).toBe(200)
  const url = out.body.sign_out_url ?? ''
  expect(url).toContain(provider.issuer)
  expect(await browser.signOut(url)).toBe('http://localhost/auth')
})

test.skipIf(!isHere)('an answer counts once, and only in the browser that asked', async () => {
  const provider = await givenProvider()
  const started = await startWith(provider)
  const { app, root } = started
  const elsewhere = { key: 'singleSignOn.notStartedHere', code: 'sign_in_failed' }

  const first = await begin(started, provider)
  expect((await finish(clientOf(app), first.answer)).body).toMatchObject(elsewhere)
  const other = await begin(started, provider)
  expect((await finish(other.client, first.answer)).body).toMatchObject(elsewhere)
  const forged = first.answer.replace(/state=[^&]+/, 'state=forged')
  expect((await finish(first.client, forged)).body).toMatchObject(elsewhere)

  const used = await begin(started, provider)
  const cookies = new Map(used.client.cookies)
  expect((await used.finish()).status).toBe(200)
  expect((await finish(used.client, used.answer)).body).toMatchObject(elsewhere)
  // Even with the cookie of then, the provider does not take a code twice.
  const headers = { cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; ') }
  const replayed = await clientOf(app).call(finishSingleSignOn, {
    body: { answer: used.answer },
    headers,
  })
  expect(replayed.body).toMatchObject({ key: 'singleSignOn.refusedFovea' })

  const slow = await begin(started, provider)
  started.advance(601)
  expect((await slow.finish()).body).toMatchObject(elsewhere)
  expect(await auditOf(root, 'finishSingleSignOn')).toContainEqual(
    expect.objectContaining({ outcome: 401, username: '', detail: { account: 'unknown' } }),
  )
})

test.skipIf(!isHere)('a provider that does not tell the truth is not believed', async () => {
  const provider = await givenProvider()
  const started = await startWith(provider)
  await provider.fail('deny')
  expect((await (await begin(started, provider)).finish()).body).toMatchObject({
    key: 'singleSignOn.cancelled',
  })
  await provider.fail('other nonce')
  expect((await (await begin(started, provider)).finish()).body).toMatchObject({
    key: 'singleSignOn.notValid',
  })
  await provider.fail('')
  const wrongSecret = await startWith(provider, { clientSecret: 'another' })
  expect((await (await begin(wrongSecret, provider)).finish()).body).toMatchObject({
    key: 'singleSignOn.refusedFovea',
    params: { error: 'invalid_client', address: 'http://localhost/auth/callback' },
  })
  await provider.fail('other issuer')
  const { visitor } = await startWith(provider)
  expect((await visitor.call(startSingleSignOn)).body).toMatchObject({
    key: 'singleSignOn.otherIssuer',
  })
})

test.skipIf(!isHere)('clocks that differ are named as the cause', async () => {
  const provider = await ownProvider({ secondsAhead: -7200 })
  const started = await startWith(provider)
  expect((await (await begin(started, provider)).finish()).body).toMatchObject({
    key: 'singleSignOn.clockOff',
  })
})

test.skipIf(!isHere)('hosts that the operator does not list are not called', async () => {
  const provider = await givenProvider()
  const { visitor, given } = await startApp({ identityProvider: provider.settings() })
  await given.user('root', { isAdmin: true })
  expect((await visitor.call(startSingleSignOn)).body).toMatchObject({
    key: 'singleSignOn.hostNotListed',
  })
})

test.skipIf(!isHere)('nobody signs in before there is a local administrator', async () => {
  const provider = await givenProvider()
  const { visitor, given } = await startApp({
    identityProvider: provider.settings({ rights: { administrators: ['doctors'] } }),
    outboundHosts: [new URL(provider.issuer).host],
  })
  await given.user('lee')
  expect((await visitor.call(startSingleSignOn)).body).toMatchObject({
    code: 'forbidden',
    key: 'singleSignOn.noLocalAdmin',
  })
  expect((await visitor.call(getInfo)).body.single_sign_on).toBeNull()
  await given.user('root', { isAdmin: true })
  expect((await visitor.call(startSingleSignOn)).status).toBe(200)
  expect((await visitor.call(getInfo)).body.single_sign_on).toEqual({ name: null, only: false })
})

test.skipIf(!isHere)(
  'with an emergency administrator, other passwords are switched off',
  async () => {
    const provider = await givenProvider()
    const started = await startApp({
      identityProvider: provider.settings({ emergencyAdmin: 'Root' }),
      outboundHosts: [new URL(provider.issuer).host],
    })
    const { visitor, given } = started
    const lee = await given.user('lee', { isAdmin: true })
    // Not before the emergency administrator exists: a mistyped name locks nobody out.
    expect(await statusOf(lee)).toBe(200)
    await given.user('root', { isAdmin: true })
    expect(await statusOf(lee)).toBe(401)
    const body = { username: 'lee', password: goodPassword }
    expect((await visitor.call(login, { body })).body).toMatchObject({
      key: 'singleSignOn.localSwitchedOff',
    })
    expect((await visitor.call(getInfo)).body.single_sign_on).toEqual({ name: null, only: true })
    const root = { username: 'ROOT', password: goodPassword }
    expect((await visitor.call(login, { body: root })).status).toBe(200)
  },
)
