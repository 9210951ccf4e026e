import { afterAll, beforeEach, expect, onTestFinished, test } from 'vitest'

import { changePassword, getCurrentUser, login, logout, type User } from '#contract/account'
import { createAccessToken } from '#contract/access-tokens'
import { listAudit } from '#contract/audit'
import { getDatasetData, listMembers, shareDataset } from '#contract/datasets'
import { searchStudies } from '#contract/dicomweb'
import { getInfo } from '#contract/info'
import type { GivenRole } from '#contract/roles'
import { finishSingleSignOn, linkSingleSignOn, startSingleSignOn } from '#contract/single-sign-on'
import { createUserGroup } from '#contract/user-groups'
import { deleteUser, setSubscription, updateUser } from '#contract/users'

import { freePort } from '../../platform/free-port.ts'
import { type Client, clientOf } from '../../testing/client.ts'
import { goodPassword } from '../../testing/given.ts'
import { haveOidcPeer, type OidcPeer, startOidcPeer } from '../../testing/oidc-peer.ts'
import { startApp, type TestApp } from '../../testing/start-app.ts'
import { confirmSessions } from './keep-confirming.ts'

type PeerSettings = Parameters<OidcPeer['settings']>[0]

const isHere = haveOidcPeer()
const kim = { preferred_username: 'kim', name: 'Kim Minji', groups: ['doctors'] }

/** For all tests but those with a provider of their own. */
const shared = isHere ? await startOidcPeer() : undefined
afterAll(() => shared?.stop())
beforeEach(() => shared?.fail(''))

function sharedPeer(): OidcPeer {
  if (shared === undefined) throw new Error('The identity provider is not installed.')
  return shared
}

async function ownPeer(options: Parameters<typeof startOidcPeer>[0]): Promise<OidcPeer> {
  const peer = await startOidcPeer(options)
  onTestFinished(() => peer.stop())
  return peer
}

/** The server with its identity provider, and a local administrator. */
async function start(settings: PeerSettings = {}, provider = sharedPeer()) {
  const started = await startApp({
    identityProvider: provider.settings(settings),
    outboundHosts: [new URL(provider.issuer).host],
  })
  const root = await started.given.user('root', { isAdmin: true })
  await provider.people({ 'sub-kim': kim })
  return { ...started, provider, root }
}

/** Begins a sign-in in a new browser, and completes it at the provider. */
async function begin({ app }: TestApp, provider: OidcPeer, subject = 'sub-kim') {
  const client = clientOf(app)
  const { body } = await client.call(startSingleSignOn)
  const browser = await provider.browser(subject)
  const answer = await browser.signIn(body.url)
  return { client, browser, answer, finish: () => finish(client, answer) }
}

function finish(client: Client, answer: string) {
  return client.call(finishSingleSignOn, { body: { answer } })
}

async function signIn(started: TestApp, provider: OidcPeer, subject?: string) {
  const begun = await begin(started, provider, subject)
  const { status, body } = await begun.finish()
  expect(status).toBe(200)
  return { ...begun, user: body.user }
}

/** Five minutes pass, and the sessions are confirmed. */
async function passMinutes({ advance, db, parts }: TestApp): Promise<void> {
  advance(301)
  const { singleSignOn, clock } = parts
  if (singleSignOn === null) throw new Error('There is no identity provider.')
  await confirmSessions({ db, clock, singleSignOn })
}

async function statusOf(client: Client): Promise<number> {
  return (await client.call(getCurrentUser)).status
}

async function auditOf(admin: Client, action: string) {
  const { body } = await admin.call(listAudit, { query: { action } })
  return body.events
}

test.skipIf(!isHere)('a person signs in and out through the identity provider', async () => {
  const started = await start()
  const { provider, root } = started
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

test.skipIf(!isHere)('groups give rights, and take them away without a new sign-in', async () => {
  const peer = sharedPeer()
  const datasets: { dataset: number; role: GivenRole; groups: string[] }[] = []
  const started = await start({ rights: { administrators: ['it'], datasets } }, peer)
  const { root, given, provider } = started
  const byGroup = await given.dataset(root, { name: 'by group' })
  const byHand = await given.dataset(root, { name: 'by hand' })
  datasets.push(
    { dataset: byGroup.id, role: 'viewer', groups: ['doctors', 'readers'] },
    { dataset: byGroup.id, role: 'clinician', groups: ['it'] },
    { dataset: byHand.id, role: 'grader', groups: ['doctors'] },
    { dataset: 999_999, role: 'grader', groups: ['doctors'] },
  )
  await provider.people({ 'sub-kim': { ...kim, groups: ['doctors', 'it'] } })
  const { client, user } = await signIn(started, provider)
  expect(user.is_admin).toBe(true)
  const role = async () =>
    (await root.call(listMembers, { params: { id: byGroup.id } })).body.find(
      ({ username }) => username === 'kim',
    )?.role
  expect(await role()).toBe('clinician')

  await provider.people({ 'sub-kim': { ...kim, groups: ['doctors'] } })
  await passMinutes(started)
  expect((await client.call(getCurrentUser)).body.user.is_admin).toBe(false)
  expect(await role()).toBe('viewer')
  const see = async (id: number) =>
    (await client.call(getDatasetData, { params: { id }, query: { limit: 1 } })).status
  expect(await see(byGroup.id)).toBe(200)

  // The owner saves the list of members as it is shown, and adds nobody.
  const users = ['kim']
  await root.call(shareDataset, { params: { id: byGroup.id }, body: { users } })
  await provider.people({ 'sub-kim': { ...kim, groups: [] } })
  await passMinutes(started)
  expect(await see(byGroup.id)).toBe(404)
  expect((await auditOf(root, 'followGroups')).map(({ detail }) => detail)).toEqual([
    { left: [byGroup.id, byHand.id] },
    { isAdmin: false, joined: [{ dataset: byGroup.id, role: 'viewer' }] },
  ])

  await root.call(shareDataset, { params: { id: byHand.id }, body: { users } })
  await passMinutes(started)
  expect(await see(byHand.id)).toBe(200)
})

test.skipIf(!isHere)('groups of the provider make members of user groups', async () => {
  const userGroups = [{ group: 'retina clinic', groups: ['doctors'] }]
  const started = await start({ rights: { userGroups } })
  const { provider, root, given } = started
  const { body: group } = await root.call(createUserGroup, { body: { name: 'Retina clinic' } })
  const { id } = await given.dataset(root)
  const groups = [{ id: group.id, role: 'viewer' as const }]
  await root.call(shareDataset, { params: { id }, body: { users: [], groups } })
  const { client } = await signIn(started, provider)
  const status = async () => (await client.call(getDatasetData, { params: { id } })).status
  expect(await status()).toBe(200)
  await provider.people({ 'sub-kim': { ...kim, groups: [] } })
  await passMinutes(started)
  expect(await status()).toBe(404)
  expect((await auditOf(root, 'followGroups')).map(({ detail }) => detail)).toEqual([
    { leftGroups: ['Retina clinic'] },
  ])
})

test.skipIf(!isHere)('an account disabled at the provider loses its session', async () => {
  const started = await start()
  const { provider, root } = started
  const { client } = await signIn(started, provider)
  await passMinutes(started)
  expect(await statusOf(client)).toBe(200)
  await provider.people({})
  await passMinutes(started)
  expect(await statusOf(client)).toBe(401)
  expect((await auditOf(root, 'confirmationRefused'))[0]).toMatchObject({ username: 'kim' })
})

test.skipIf(!isHere)('sessions outlive a provider that is down, but nobody signs in', async () => {
  const started = await start()
  const { provider } = started
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

test.skipIf(!isHere)('a person outside the groups that may sign in is refused', async () => {
  const started = await start({ rights: { members: ['staff'] } })
  const { provider } = started
  const refused = await begin(started, provider)
  expect((await refused.finish()).body).toMatchObject({
    code: 'forbidden',
    key: 'singleSignOn.notAllowed',
  })
  await provider.people({ 'sub-kim': { ...kim, groups: ['staff'] } })
  const { client } = await signIn(started, provider)
  await provider.people({ 'sub-kim': kim })
  await passMinutes(started)
  expect(await statusOf(client)).toBe(401)
})

test.skipIf(!isHere)('an answer counts once, and only in the browser that asked', async () => {
  const started = await start()
  const { app, provider, root } = started
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
  const peer = sharedPeer()
  const started = await start({}, peer)
  await peer.fail('deny')
  expect((await (await begin(started, peer)).finish()).body).toMatchObject({
    key: 'singleSignOn.cancelled',
  })
  await peer.fail('other nonce')
  expect((await (await begin(started, peer)).finish()).body).toMatchObject({
    key: 'singleSignOn.notValid',
  })
  await peer.fail('')
  const wrongSecret = await start({ clientSecret: 'another' }, peer)
  expect((await (await begin(wrongSecret, peer)).finish()).body).toMatchObject({
    key: 'singleSignOn.refusedFovea',
    params: { error: 'invalid_client', address: 'http://localhost/auth/callback' },
  })
  await peer.fail('other issuer')
  const { visitor } = await start({}, peer)
  expect((await visitor.call(startSingleSignOn)).body).toMatchObject({
    key: 'singleSignOn.otherIssuer',
  })
})

test.skipIf(!isHere)('clocks that differ are named as the cause', async () => {
  const peer = await ownPeer({ secondsAhead: -7200 })
  const started = await start({}, peer)
  expect((await (await begin(started, peer)).finish()).body).toMatchObject({
    key: 'singleSignOn.clockOff',
  })
})

test.skipIf(!isHere)('hosts that the operator does not list are not called', async () => {
  const peer = sharedPeer()
  const { visitor, given } = await startApp({ identityProvider: peer.settings() })
  await given.user('root', { isAdmin: true })
  expect((await visitor.call(startSingleSignOn)).body).toMatchObject({
    key: 'singleSignOn.hostNotListed',
  })
})

test.skipIf(!isHere)('nobody signs in before there is a local administrator', async () => {
  const peer = sharedPeer()
  const { visitor, given } = await startApp({
    identityProvider: peer.settings({ rights: { administrators: ['doctors'] } }),
    outboundHosts: [new URL(peer.issuer).host],
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

test.skipIf(!isHere)('the last local administrator stays one', async () => {
  const started = await start({ rights: { administrators: ['doctors'] } })
  const { provider, root } = started
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

test.skipIf(!isHere)('accounts are not merged by name, and a taken name is told', async () => {
  const started = await start()
  const { provider, given } = started
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
  const started = await start()
  const { provider, root } = started
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

test.skipIf(!isHere)('an access token ends a day after the last confirmation', async () => {
  const started = await start()
  const { provider, root, given, app } = started
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

test.skipIf(!isHere)(
  'with an emergency administrator, other passwords are switched off',
  async () => {
    const peer = sharedPeer()
    const started = await startApp({
      identityProvider: peer.settings({ emergencyAdmin: 'Root' }),
      outboundHosts: [new URL(peer.issuer).host],
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

test.skipIf(!isHere)('signing out at the provider ends the session here', async () => {
  const port = await freePort()
  const peer = await ownPeer({ backChannel: `http://127.0.0.1:${port}` })
  const started = await start({}, peer)
  await started.app.listen({ port, host: '127.0.0.1' })
  const { client, browser } = await signIn(started, peer)
  const { client: elsewhere } = await signIn(started, peer)
  const address = `${peer.issuer}/session/end?client_id=fovea&post_logout_redirect_uri=http://localhost/auth`
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
    const started = await start()
    const { app, given, provider, root } = started
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
    const started = await start()
    const { given, provider, root } = started
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
