import { expect, test } from 'vitest'

import { changePassword, getCurrentUser, login } from '#contract/account'
import { listAudit } from '#contract/audit'
import { listDatasets } from '#contract/datasets'
import {
  choosePassword,
  createPasswordLink,
  passwordLinkHours,
  readPasswordLink,
} from '#contract/password-links'
import { updateUser } from '#contract/users'

import { clientOf } from '../../testing/client.ts'
import { goodPassword } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'

const chosen = 'Kestrel-47-umber'

async function withKim() {
  const started = await startApp({ publicUrl: 'https://fovea.hospital.example' })
  const admin = await started.given.user('admin', { isAdmin: true })
  const kim = await started.given.user('kim')
  const makeLink = async () => {
    const { status, body } = await admin.call(createPasswordLink, { params: { username: 'kim' } })
    expect(status).toBe(201)
    return body
  }
  const makeToken = async () => new URL((await makeLink()).url).hash.slice(1)
  const read = (token: string) => started.visitor.call(readPasswordLink, { body: { token } })
  const choose = (token: string, password = chosen) =>
    started.visitor.call(choosePassword, {
      body: { token, new_password: password, confirm_password: password },
    })
  const signIn = (password: string) =>
    clientOf(started.app).call(login, { body: { username: 'kim', password } })
  return { ...started, admin, kim, makeLink, makeToken, read, choose, signIn }
}

test('a user chooses a new password by the link of an administrator', async () => {
  const { kim, makeLink, read, choose, signIn } = await withKim()
  const { url } = await makeLink()
  expect(url).toMatch(/^https:\/\/fovea\.hospital\.example\/new-password#[\w-]{43}$/u)
  expect((await kim.call(getCurrentUser)).status).toBe(401)

  const token = new URL(url).hash.slice(1)
  expect((await read(token)).body.username).toBe('kim')
  expect((await choose(token)).status).toBe(200)
  expect((await signIn(goodPassword)).status).toBe(401)
  const signedIn = await signIn(chosen)
  expect(signedIn.body.user).toMatchObject({ duty: null, has_temporary_password: false })
})

test('of two who use a link at once, one chooses the password', async () => {
  const { makeToken, choose, read } = await withKim()
  const token = await makeToken()
  const answers = await Promise.all([choose(token), choose(token, 'Merlin-52-ochre')])
  expect(answers.map(({ status }) => String(status)).toSorted()).toEqual(['200', '404'])
  expect((await read(token)).status).toBe(404)
})

test('a newer link, a changed password and a day end a link', async () => {
  const { admin, makeToken, choose, read, advance } = await withKim()
  const first = await makeToken()
  const second = await makeToken()
  expect((await choose(first)).status).toBe(404)
  expect((await read(second)).status).toBe(200)
  await admin.call(updateUser, { params: { username: 'kim' }, body: { password: 'quiet7' } })
  expect((await read(second)).status).toBe(404)
  const third = await makeToken()
  advance(passwordLinkHours * 3600 + 1)
  expect((await choose(third)).status).toBe(404)
})

test('a weak or common password is refused, and the link remains', async () => {
  const { makeToken, choose } = await withKim()
  const token = await makeToken()
  for (const weak of ['secret', 'onlylowercase1!', 'Password1!']) {
    const refused = await choose(token, weak)
    expect(refused.status).toBe(400)
    expect(refused.body.fields).toHaveProperty('new_password')
  }
  expect((await choose(token)).status).toBe(200)
})

test('the link stands in the audit trail and the database without its secret', async () => {
  const { admin, db, makeToken, choose } = await withKim()
  const token = await makeToken()
  await choose(token)
  await choose(token)
  const { events } = (await admin.call(listAudit, {})).body
  const told = events
    .filter(({ action }) => /Password/u.test(action))
    .map(({ action, username, outcome }) => `${username}: ${action} ${outcome}`)
  expect(told.toSorted()).toEqual([
    ': choosePassword 404',
    'admin: createPasswordLink 201',
    'kim: choosePassword 200',
  ])
  expect(JSON.stringify(events)).not.toContain(token)
  const again = await makeToken()
  const [row] = await db.selectFrom('password_link').selectAll().execute()
  expect(row?.token_hash.toString('base64url')).not.toBe(again)
})

test('nobody but an administrator makes a link, and none for an account of the provider', async () => {
  const { admin, db, given, kim } = await withKim()
  const lee = await given.user('lee')
  const params = { username: 'kim' }
  expect((await lee.call(createPasswordLink, { params })).status).toBe(403)
  await db
    .updateTable('app_user')
    .set({ issuer: 'https://login.example', subject: '1', confirmed_at: new Date() })
    .where('id', '=', kim.id)
    .execute()
  expect((await admin.call(createPasswordLink, { params })).status).toBe(409)
})

test('a password that an administrator has set is changed before anything else', async () => {
  const { admin, app, signIn } = await withKim()
  await admin.call(updateUser, { params: { username: 'kim' }, body: { password: 'quiet7' } })
  expect((await signIn('quiet7')).body.user.duty).toBe('change_password')
  const kim = clientOf(app)
  await kim.call(login, { body: { username: 'kim', password: 'quiet7' } })
  expect((await kim.call(listDatasets, {})).body.code).toBe('password_change_required')
  const body = { password: 'quiet7', new_password: 'quieter', confirm_password: 'quieter' }
  expect((await kim.call(changePassword, { body })).status).toBe(200)
  expect((await kim.call(listDatasets, {})).status).toBe(200)
  expect((await kim.call(getCurrentUser)).body.user.duty).toBeNull()
})
