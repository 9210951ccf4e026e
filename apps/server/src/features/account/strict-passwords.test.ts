import { expect, test } from 'vitest'

import { changePassword, getCurrentUser, login, logout, register } from '#contract/account'
import { getEvents } from '#contract/live'
import { getInfo } from '#contract/info'
import { listDatasets } from '#contract/datasets'
import { createUser, updateUser } from '#contract/users'

import { clientOf } from '../../testing/client.ts'
import { goodPassword } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

const other = 'Kestrel-47-umber'
const lee = { username: 'lee.j', name: 'Lee', isAdmin: false }

async function strictApp() {
  const started = await startApp({ passwordRule: 'strict', allowRegistration: true })
  return { ...started, admin: await started.given.user('admin', { isAdmin: true }) }
}

test('the strict rule refuses weak and common passwords on every path', async () => {
  const { app, admin } = await strictApp()
  await admin.call(createUser, { body: { ...lee, password: goodPassword } })
  for (const weak of ['secret', 'onlylowercase1!', 'Password1!', '123Qwerty!']) {
    const visitor = clientOf(app)
    const confirmed = { password: weak, confirm_password: weak }
    const answers = [
      await visitor.call(register, { body: { username: 'park', ...confirmed } }),
      await admin.call(createUser, { body: { ...lee, username: 'choi', password: weak } }),
      await admin.call(updateUser, { params: { username: 'lee.j' }, body: { password: weak } }),
      await admin.call(changePassword, {
        body: { password: goodPassword, new_password: weak, confirm_password: weak },
      }),
    ]
    expect(answers.map(({ status }) => status)).toEqual([400, 400, 400, 400])
  }
  expect((await clientOf(app).call(getInfo)).body.password_rule).toBe('strict')
})

test('a password set by an administrator must be changed before anything else', async () => {
  const { app, admin } = await strictApp()
  await admin.call(createUser, { body: { ...lee, password: goodPassword } })
  const user = clientOf(app)
  const signedIn = await user.call(login, { body: { username: 'lee.j', password: goodPassword } })
  expect(signedIn.body.user.has_temporary_password).toBe(true)
  for (const endpoint of [listDatasets, getEvents]) {
    const refused = await user.call(endpoint, {})
    expect(refused.status).toBe(403)
    expect(refused.body).toMatchObject({ code: 'password_change_required' })
  }
  expect((await user.call(getCurrentUser)).status).toBe(200)

  const change = (chosen: string) =>
    user.call(changePassword, {
      body: { password: goodPassword, new_password: chosen, confirm_password: chosen },
    })
  expect((await change(goodPassword)).body.fields).toHaveProperty('new_password')
  expect((await change(other)).status).toBe(200)
  expect((await user.call(listDatasets, {})).status).toBe(200)
  expect((await user.call(getCurrentUser)).body.user.has_temporary_password).toBe(false)

  await admin.call(updateUser, { params: { username: 'lee.j' }, body: { password: goodPassword } })
  await user.call(login, { body: { username: 'lee.j', password: goodPassword } })
  expect((await user.call(listDatasets, {})).status).toBe(403)
  expect((await user.call(logout)).status).toBe(200)
})

test('administrators who change their own password can continue', async () => {
  const { admin } = await strictApp()
  await admin.call(updateUser, { params: { username: 'admin' }, body: { password: other } })
  expect((await admin.call(listDatasets, {})).status).toBe(200)
})

test('without the strict rule each form keeps its own rule, and no change is required', async () => {
  const { app, given } = await startApp()
  const admin = await given.user('admin', { isAdmin: true })
  await admin.call(createUser, { body: { ...lee, password: 'x' } })
  const user = clientOf(app)
  await user.call(login, { body: { username: 'lee.j', password: 'x' } })
  expect((await user.call(listDatasets, {})).status).toBe(200)
  const body = { password: 'x', new_password: 'secret', confirm_password: 'secret' }
  expect((await user.call(changePassword, { body })).status).toBe(200)
})
