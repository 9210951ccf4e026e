import { expect, test } from 'vitest'

import { changePassword, getCurrentUser, login } from '#contract/account'
import { getDatasetData } from '#contract/datasets'
import { linkSingleSignOn } from '#contract/single-sign-on'
import { deleteUser, setSubscription, updateUser } from '#contract/users'

import { type Client, clientOf } from '../../testing/client.ts'
import { goodPassword } from '../../testing/given.ts'
import { haveOidcPeer, type OidcPeer } from '../../testing/oidc-peer.ts'
import {
  auditOf,
  begin,
  finish,
  providerOfFile,
  signIn,
  startWith,
  statusOf,
} from './testing/with-provider.ts'

const isHere = haveOidcPeer()
const givenProvider = providerOfFile()

test.skipIf(!isHere)('accounts are not merged by name, and a taken name is told', async () => {
  const provider = await givenProvider()
  const started = await startWith(provider)
  const { given } = started
  await given.user('Kim')
  expect((await (await begin(started, provider)).finish()).body).toMatchObject({
    code: 'name_taken',
    params: { username: 'kim' },
  })
  await provider.people({
    'sub-lee': { preferred_username: 'lee@hospital.example' },
    'sub-han': { preferred_username: '한가람' },
    'sub-none': { name: 'Nobody' },
  })
  expect((await signIn(started, provider, 'sub-lee')).user.username).toBe('lee')
  expect((await (await begin(started, provider, 'sub-han')).finish()).body).toMatchObject({
    key: 'singleSignOn.unusableUsername',
  })
  expect((await (await begin(started, provider, 'sub-none')).finish()).body).toMatchObject({
    key: 'singleSignOn.noUsername',
  })
})

test.skipIf(!isHere)('an account that has expired here does not sign in', async () => {
  const provider = await givenProvider()
  const started = await startWith(provider)
  const { root } = started
  const { client } = await signIn(started, provider)
  const params = { username: 'kim' }
  await root.call(setSubscription, { params, body: { newSubDate: '2020-01-01' } })
  expect(await statusOf(client)).toBe(401)
  const refused = await (await begin(started, provider)).finish()
  expect(refused.body).toMatchObject({ code: 'account_expired' })
  expect((await auditOf(root, 'finishSingleSignOn'))[0]).toMatchObject({
    username: 'kim',
    outcome: 401,
  })
})

test.skipIf(!isHere)('the last local administrator stays one', async () => {
  const provider = await givenProvider()
  const started = await startWith(provider, { rights: { administrators: ['doctors'] } })
  const { root } = started
  const { client } = await signIn(started, provider)
  const params = { username: 'root' }
  expect((await client.call(updateUser, { params, body: { isAdmin: false } })).status).toBe(409)
  expect((await client.call(deleteUser, { params })).status).toBe(409)
  const own = await client.call(updateUser, {
    params: { username: 'kim' },
    body: { password: goodPassword },
  })
  expect(own.body).toMatchObject({ key: 'singleSignOn.passwordElsewhere' })
  const body = { password: 'x', new_password: goodPassword, confirm_password: goodPassword }
  expect((await client.call(changePassword, { body })).status).toBe(409)
  expect((await root.call(deleteUser, { params: { username: 'kim' } })).status).toBe(200)
  expect(await statusOf(client)).toBe(401)
})

/** Links the account of a signed-in user with that of a person at the provider. */
async function link(client: Client, provider: OidcPeer, { password = goodPassword, by = client }) {
  const begun = await client.call(linkSingleSignOn, { body: { password } })
  if (begun.status !== 200) return begun
  const browser = await provider.browser('sub-kim')
  return finish(by, await browser.signIn(begun.body.url))
}

test.skipIf(!isHere)(
  'a local account is linked with a person by its user, and keeps its data',
  async () => {
    const provider = await givenProvider()
    const started = await startWith(provider)
    const { app, given, root } = started
    const mine = await given.user('minji')
    const dataset = await given.dataset(mine)
    expect((await link(mine, provider, { password: 'wrong' })).status).toBe(401)
    expect((await link(mine, provider, {})).status).toBe(200)

    const { client, user } = await signIn(started, provider)
    expect(user).toMatchObject({ id: mine.id, username: 'minji', external: true })
    const query = { params: { id: dataset.id } }
    expect((await client.call(getDatasetData, query)).status).toBe(200)
    const credentials = { username: 'minji', password: goodPassword }
    expect((await clientOf(app).call(login, { body: credentials })).status).toBe(401)
    const details = (await auditOf(root, 'finishSingleSignOn')).map(({ detail }) => detail)
    expect(details).toContainEqual(expect.objectContaining({ account: 'linked' }))
  },
)

test.skipIf(!isHere)(
  'an account is not linked by others, twice, or if it must stay local',
  async () => {
    const provider = await givenProvider()
    const started = await startWith(provider)
    const { given, root } = started
    const lee = await given.user('lee')
    const stolen = await link(lee, provider, { by: root })
    expect(stolen.status).not.toBe(200)
    expect((await link(root, provider, {})).status).toBe(409)
    await signIn(started, provider)
    const known = await link(lee, provider, {})
    expect(known).toMatchObject({ status: 409, body: { params: { username: 'kim' } } })
    expect((await lee.call(getCurrentUser)).body.user.external).toBe(false)
  },
)
