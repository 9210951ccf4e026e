import { expect, test } from 'vitest'

import { getCurrentUser } from '#contract/account'
import { getDatasetData, listMembers, shareDataset } from '#contract/datasets'
import type { GivenRole } from '#contract/roles'
import { createUserGroup } from '#contract/user-groups'

import { haveOidcPeer } from '../../testing/oidc-peer.ts'
import {
  auditOf,
  begin,
  kim,
  passMinutes,
  providerOfFile,
  signIn,
  startWith,
  statusOf,
} from './testing/with-provider.ts'

const isHere = haveOidcPeer()
const givenProvider = providerOfFile()

test.skipIf(!isHere)('groups give rights, and take them away without a new sign-in', async () => {
  const provider = await givenProvider()
  const datasets: { dataset: number; role: GivenRole; groups: string[] }[] = []
  const started = await startWith(provider, { rights: { administrators: ['it'], datasets } })
  const { root, given } = started
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
  const provider = await givenProvider()
  const userGroups = [{ group: 'retina clinic', groups: ['doctors'] }]
  const started = await startWith(provider, { rights: { userGroups } })
  const { root, given } = started
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

test.skipIf(!isHere)('a person outside the groups that may sign in is refused', async () => {
  const provider = await givenProvider()
  const started = await startWith(provider, { rights: { members: ['staff'] } })
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
