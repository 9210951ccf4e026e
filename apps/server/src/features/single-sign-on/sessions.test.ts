import { expect, test } from 'vitest'

import { createAccessToken } from '#contract/access-tokens'
import { shareDataset } from '#contract/datasets'
import { searchStudies } from '#contract/dicomweb'

import { freePort } from '../../platform/free-port.ts'
import { clientOf } from '../../testing/client.ts'
import { haveOidcPeer } from '../../testing/oidc-peer.ts'
import {
  auditOf,
  begin,
  ownProvider,
  passMinutes,
  providerOfFile,
  signIn,
  startWith,
  statusOf,
} from './testing/with-provider.ts'

const isHere = haveOidcPeer()
const givenProvider = providerOfFile()

test.skipIf(!isHere)('an account disabled at the provider loses its session', async () => {
  const provider = await givenProvider()
  const started = await startWith(provider)
  const { root } = started
  const { client } = await signIn(started, provider)
  await passMinutes(started)
  expect(await statusOf(client)).toBe(200)
  await provider.people({})
  await passMinutes(started)
  expect(await statusOf(client)).toBe(401)
  expect((await auditOf(root, 'confirmationRefused'))[0]).toMatchObject({ username: 'kim' })
})

test.skipIf(!isHere)('sessions outlive a provider that is down, but nobody signs in', async () => {
  const provider = await givenProvider()
  const started = await startWith(provider)
  const { client } = await signIn(started, provider)
  const begun = await begin(started, provider)
  await provider.fail('down')
  await passMinutes(started)
  expect(await statusOf(client)).toBe(200)
  expect((await begun.finish()).body).toMatchObject({
    code: 'unavailable',
    key: 'singleSignOn.outOfReach',
  })
})

test.skipIf(!isHere)('an access token ends a day after the last confirmation', async () => {
  const provider = await givenProvider()
  const started = await startWith(provider)
  const { root, given, app } = started
  const dataset = await given.dataset(root, { name: 'shared' })
  const { client } = await signIn(started, provider)
  await root.call(shareDataset, { params: { id: dataset.id }, body: { users: ['kim'] } })
  const { body } = await client.call(createAccessToken, { body: { name: 'viewer' } })
  const read = async () => {
    const headers = { authorization: `Bearer ${body.token}` }
    return (await clientOf(app).call(searchStudies, { params: { id: dataset.id }, headers })).status
  }
  expect(await read()).toBe(200)
  started.advance(24 * 3600 + 1)
  expect(await read()).toBe(401)
  await signIn(started, provider)
  expect(await read()).toBe(200)
})

test.skipIf(!isHere)('signing out at the provider ends the session here', async () => {
  const port = await freePort()
  const provider = await ownProvider({ backChannel: `http://127.0.0.1:${port}` })
  const started = await startWith(provider)
  await started.app.listen({ port, host: '127.0.0.1' })
  const { client, browser } = await signIn(started, provider)
  const { client: elsewhere } = await signIn(started, provider)
  const address = `${provider.issuer}/session/end?client_id=fovea&post_logout_redirect_uri=http://localhost/auth`
  expect(await browser.signOut(address)).toBe('http://localhost/auth')
  await expect.poll(() => statusOf(client)).toBe(401)
  expect(await statusOf(elsewhere)).toBe(200)
  expect((await auditOf(started.root, 'endProviderSession'))[0]).toMatchObject({ username: 'kim' })

  const forged = await fetch(`http://127.0.0.1:${port}/api/user/single-sign-on/logout`, {
    method: 'POST',
    body: new URLSearchParams({ logout_token: 'e30.e30.x' }),
  })
  expect(forged.status).toBe(400)
  expect(await statusOf(elsewhere)).toBe(200)
})
