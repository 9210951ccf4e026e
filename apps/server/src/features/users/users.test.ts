import { expect, test } from 'vitest'

import { getCurrentUser, login, searchDirectory } from '#contract/account'
import { getDatasetData, listDatasets } from '#contract/datasets'
import { createUser, deleteUser, listUsers, setSubscription, updateUser } from '#contract/users'

import { clientOf } from '../../testing/client.ts'
import { goodPassword } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

async function withAdmin() {
  const started = await startApp()
  const admin = await started.given.user('admin', { isAdmin: true })
  return { ...started, admin }
}

const newUser = { username: 'lee.j', password: 'secret', name: 'Lee' }

test('an administrator creates an account, which then signs in with the password given', async () => {
  const { admin, app } = await withAdmin()
  const created = await admin.call(createUser, { body: { ...newUser, group: 'Graders' } })
  expect(created.status).toBe(201)
  expect(created.body.user).toMatchObject({ username: 'lee.j', group: 'Graders', is_admin: false })
  expect(JSON.stringify(created.body)).not.toContain('argon2')
  const body = { username: 'lee.j', password: 'secret' }
  expect((await clientOf(app).call(login, { body })).status).toBe(200)
})

test.each([
  [{ username: 'lee' }, 'username'],
  [{ username: 'lee j' }, 'username'],
  [{ name: ' ' }, 'name'],
  [{ is_admin: true }, 'request'],
])('the new account with %j is refused', async (change, field) => {
  const { admin } = await withAdmin()
  const answer = await admin.call(createUser, { body: { ...newUser, ...change } })
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toHaveProperty([field])
})

test('an account gets its own dataset, unless its name is taken', async () => {
  const { admin, given } = await withAdmin()
  await given.dataset(admin, { name: 'LeeJ' })
  for (const username of ['kim.a', 'lee-b', 'leej']) {
    const body = { username, name: 'Somebody', password: goodPassword, isAdmin: false }
    expect((await admin.call(createUser, { body })).status).toBe(201)
  }
  const { body } = await admin.call(listDatasets, {})
  expect(body.datasets.map(({ name, owner }) => `${name} of ${owner}`)).toEqual([
    'lee-b of lee-b',
    'kim.a of kim.a',
    'LeeJ of admin',
  ])
})

test('the list has a limit and the total', async () => {
  const { admin, given } = await withAdmin()
  await given.user('kim')
  await given.user('lee')
  const { body } = await admin.call(listUsers, { query: { limit: 2 } })
  expect(body.users.map((user) => user.username)).toEqual(['admin', 'kim'])
  expect(body.total).toBe(3)
})

test('a new password from an administrator ends the sessions of its user', async () => {
  const { admin, given, app } = await withAdmin()
  const kim = await given.user('kim')
  const answer = await admin.call(updateUser, {
    params: { username: 'kim' },
    body: { password: 'changed' },
  })
  expect(answer.body.message).toBe('User kim has been updated.')
  expect((await kim.call(getCurrentUser)).status).toBe(401)
  const body = { username: 'kim', password: 'changed' }
  expect((await clientOf(app).call(login, { body })).status).toBe(200)
})

test.each(['2026-02-30', '0999-12-31', '3001-01-01', '20260101', 'tomorrow'])(
  'the expiration date %s is refused',
  async (newSubDate) => {
    const { admin, given } = await withAdmin()
    await given.user('kim')
    const answer = await admin.call(setSubscription, {
      params: { username: 'kim' },
      body: { newSubDate },
    })
    expect(answer.status).toBe(400)
    expect(answer.body.fields).toEqual({ newSubDate: 'Invalid Date' })
  },
)

test('a new password from an administrator unlocks an account', async () => {
  const { given, visitor } = await startApp()
  const admin = await given.user('admin', { isAdmin: true })
  await given.user('kim')
  const attempt = (password: string) => visitor.call(login, { body: { username: 'kim', password } })
  for (let i = 0; i < 6; i += 1) await attempt('Wrong-Horse-7')
  expect((await attempt(goodPassword)).status).toBe(429)
  await admin.call(updateUser, { params: { username: 'kim' }, body: { password: 'quiet7' } })
  expect((await attempt('quiet7')).status).toBe(200)
})

test('a past expiration date ends the session at once; a leap day is a date', async () => {
  const { admin, given } = await withAdmin()
  const kim = await given.user('kim')
  const expire = (newSubDate: string) =>
    admin.call(setSubscription, { params: { username: 'kim' }, body: { newSubDate } })
  expect((await expire('2096-02-29')).status).toBe(200)
  expect((await kim.call(getCurrentUser)).body.user.subscription_expiration).toBe('2096-02-29')
  await expire('2020-01-01')
  expect((await kim.call(getCurrentUser)).status).toBe(401)
})

test('a deleted user’s datasets go to an administrator, and the name is free again', async () => {
  const { admin, given, app } = await withAdmin()
  const kim = await given.user('kim')
  const dataset = await given.dataset(kim)
  expect((await admin.call(deleteUser, { params: { username: 'kim' } })).status).toBe(200)
  expect((await kim.call(getCurrentUser)).status).toBe(401)
  const body = { username: 'kim', password: goodPassword }
  expect((await clientOf(app).call(login, { body })).status).toBe(401)
  const { body: data } = await admin.call(getDatasetData, { params: { id: dataset.id } })
  expect(data.dataset).toMatchObject({ owner: 'admin' })
  expect((await given.user('kim')).id).not.toBe(kim.id)
})

test('nobody deletes themselves, and the last administrator stays', async () => {
  const { admin, given } = await withAdmin()
  const themselves = await admin.call(deleteUser, { params: { username: 'admin' } })
  expect(themselves.status).toBe(409)
  const second = await given.user('second', { isAdmin: true })
  await admin.call(deleteUser, { params: { username: 'second' } })
  expect((await second.call(getCurrentUser)).status).toBe(401)
  expect((await admin.call(listUsers)).body.total).toBe(1)
})

test('an administrator appoints and dismisses administrators, but not the last one', async () => {
  const { admin, given } = await withAdmin()
  const kim = await given.user('kim')
  const set = (username: string, isAdmin: boolean) =>
    admin.call(updateUser, { params: { username }, body: { isAdmin } })
  expect((await set('kim', true)).status).toBe(200)
  expect((await kim.call(listUsers)).status).toBe(200)
  expect((await set('kim', false)).status).toBe(200)
  expect((await kim.call(listUsers)).status).toBe(403)
  expect((await set('admin', false)).status).toBe(409)
})

test('the list is searched, and shows which accounts are locked', async () => {
  const { admin, given, app } = await withAdmin()
  await given.user('kim')
  await given.user('lee')
  const visitor = clientOf(app)
  for (let failure = 0; failure < 6; failure += 1) {
    await visitor.call(login, { body: { username: 'Lee', password: 'wrong' } })
  }
  const { body } = await admin.call(listUsers, { query: { q: 'LE' } })
  expect(body.users.map(({ username }) => username)).toEqual(['lee'])
  expect(body.users[0]?.locked_until).not.toBeNull()
  expect(body.total).toBe(3)
})

test('the directory finds users by any part of their name, wildcards taken literally', async () => {
  const { admin, given } = await withAdmin()
  await given.user('kim_a')
  await given.user('kimxa')
  const { body } = await admin.call(searchDirectory, { query: { q: 'M_A' } })
  expect(body).toEqual([{ username: 'kim_a', name: '' }])
})
