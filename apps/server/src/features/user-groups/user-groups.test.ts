import { expect, test } from 'vitest'

import { listDatasets, listMembers, shareDataset } from '#contract/datasets'
import { createSite } from '#contract/sites'
import {
  createUserGroup,
  deleteUserGroup,
  listGroupNames,
  listSharedGroups,
  listUserGroups,
  updateUserGroup,
} from '#contract/user-groups'
import { deleteUser, updateUser } from '#contract/users'

import { startApp } from '../../testing/start-app.ts'

async function withGroup() {
  const started = await startApp()
  const { given } = started
  const admin = await given.user('admin', { isAdmin: true })
  const [kim, lee] = [await given.user('kim'), await given.user('lee')]
  const { id } = await given.dataset(kim)
  const { body: group } = await admin.call(createUserGroup, {
    body: { name: 'Retina clinic', users: ['LEE'] },
  })
  return { ...started, admin, kim, lee, group, params: { id } }
}

test('members of a group have its role in the datasets shared with it, unless theirs is higher', async () => {
  const { admin, kim, lee, given, group, params, db } = await withGroup()
  await given.user('park')
  await admin.call(updateUserGroup, { params: group, body: { users: ['lee', 'park'] } })
  const body = {
    users: [{ username: 'park', role: 'clinician' as const }],
    groups: [{ id: group.id, role: 'grader' as const }],
  }
  expect((await kim.call(shareDataset, { params, body })).status).toBe(200)
  const members = (await kim.call(listMembers, { params })).body
  expect(members).toMatchObject([
    { username: 'kim', role: 'owner', given: null, groups: [] },
    { username: 'lee', role: 'grader', given: null, groups: ['Retina clinic'] },
    { username: 'park', role: 'clinician', given: 'clinician', groups: ['Retina clinic'] },
  ])
  const seen = async () => (await lee.call(listDatasets, { query: { show: 'shared' } })).body
  expect((await seen()).datasets).toMatchObject([{ role: 'grader' }])
  expect((await kim.call(listSharedGroups, { params })).body).toEqual([
    { id: group.id, name: 'Retina clinic', members: 2, role: 'grader' },
  ])

  // Without groups, those of the dataset stay.
  await kim.call(shareDataset, { params, body: { users: [] } })
  expect((await seen()).datasets).toHaveLength(1)
  await kim.call(shareDataset, { params, body: { users: [], groups: [] } })
  expect((await seen()).datasets).toEqual([])
  const trail = await db
    .selectFrom('audit_event')
    .select('detail')
    .where('action', '=', 'shareDataset')
    .orderBy('id')
    .execute()
  expect(trail.map(({ detail }) => detail['roles'])).toMatchObject([
    [{ username: 'park' }, { group: 'Retina clinic', from: null, to: 'grader' }],
    [{ username: 'park' }],
    [{ group: 'Retina clinic', from: 'grader', to: null }],
  ])
})

test('administrators rename, fill and delete groups; others see their names alone', async () => {
  const { admin, kim, lee, group, params, db } = await withGroup()
  await kim.call(shareDataset, {
    params,
    body: { users: [], groups: [{ id: group.id, role: 'viewer' }] },
  })
  const renamed = await admin.call(updateUserGroup, { params: group, body: { name: 'Glaucoma' } })
  expect(renamed.body).toEqual({ id: group.id, name: 'Glaucoma', users: ['lee'], datasets: 1 })
  expect((await admin.call(listUserGroups)).body).toEqual([renamed.body])
  expect((await lee.call(listGroupNames)).body).toEqual([
    { id: group.id, name: 'Glaucoma', members: 1 },
  ])
  expect((await admin.call(createUserGroup, { body: { name: 'glaucoma' } })).status).toBe(409)
  const unknown = await admin.call(updateUserGroup, { params: group, body: { users: ['nobody'] } })
  expect(unknown.body).toMatchObject({ code: 'invalid_input', key: 'datasets.unknownUsers' })
  expect((await admin.call(deleteUserGroup, { params: group })).status).toBe(200)
  expect((await lee.call(listMembers, { params })).status).toBe(404)
  const trail = await db
    .selectFrom('audit_event')
    .select(['action', 'object_type', 'detail'])
    .where('action', 'like', '%UserGroup')
    .where('outcome', '<', 400)
    .orderBy('id')
    .execute()
  expect(trail).toMatchObject([
    { action: 'createUserGroup', object_type: 'group', detail: { name: 'Retina clinic' } },
    { action: 'updateUserGroup', detail: { name: 'Glaucoma', joined: [], left: [] } },
    { action: 'deleteUserGroup', detail: { name: 'Glaucoma', users: ['lee'] } },
  ])
})

test('a deleted account is in no group, and an unknown group is refused', async () => {
  const { admin, kim, group, params } = await withGroup()
  await admin.call(deleteUser, { params: { username: 'lee' } })
  expect((await admin.call(listUserGroups)).body).toMatchObject([{ users: [] }])
  const body = { users: [], groups: [{ id: group.id + 1, role: 'viewer' as const }] }
  const refused = await kim.call(shareDataset, { params, body })
  expect(refused.body).toMatchObject({ code: 'invalid_input', key: 'userGroups.unknown' })
})

test('a group belongs to a site: others do not find it, and nobody of another site joins it', async () => {
  const { admin, given } = await withGroup()
  const site = async (name: string) => (await admin.call(createSite, { body: { name } })).body.id
  const [north, south] = [await site('North'), await site('South')]
  const nora = await given.user('nora', { isAdmin: true, siteId: north })
  const sam = await given.user('sam', { isAdmin: true, siteId: south })
  const { body: group } = await nora.call(createUserGroup, {
    body: { name: 'Retina clinic', users: ['nora'] },
  })
  expect((await sam.call(updateUserGroup, { params: group, body: {} })).status).toBe(404)
  expect((await sam.call(deleteUserGroup, { params: group })).status).toBe(404)
  const foreign = await nora.call(updateUserGroup, { params: group, body: { users: ['sam'] } })
  expect(foreign.body).toMatchObject({ key: 'datasets.unknownUsers' })
  const { id } = await given.dataset(sam)
  const body = { users: [], groups: [{ id: group.id, role: 'viewer' as const }] }
  const shared = await sam.call(shareDataset, { params: { id }, body })
  expect(shared.body).toMatchObject({ key: 'userGroups.unknown' })

  // Who moves to another site leaves the groups of the first.
  await admin.call(updateUser, { params: { username: 'nora' }, body: { site_id: south } })
  const nell = await given.user('nell', { isAdmin: true, siteId: north })
  expect((await nell.call(listUserGroups)).body).toMatchObject([{ users: [] }])
})
