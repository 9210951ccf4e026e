import { readFile } from 'node:fs/promises'

import { expect, test, vi } from 'vitest'

import { changeEmail, getCurrentUser, login, savePreferences } from '#contract/account'
import { tryMessageNow } from '#contract/outbox'
import {
  choosePassword,
  createPasswordLink,
  mailPasswordLink,
  readPasswordLink,
} from '#contract/password-links'
import { createUser, listUsers, updateUser } from '#contract/users'

import { clientOf } from '../../testing/client.ts'
import { goodPassword } from '../../testing/given.ts'
import { privateCertificate } from '../../testing/private-authority.ts'
import { startApp } from '../../testing/start-app.ts'
import { withMail } from '../../testing/with-mail.ts'

const chosen = 'Kestrel-47-umber'
const patience = { timeout: 20_000, interval: 20 }

function tokenIn(text: string): string {
  const [link = ''] = /https:\/\/fovea\.hospital\.example\/new-password#[\w-]{43}/.exec(text) ?? []
  return new URL(link).hash.slice(1)
}

const newUser = { username: 'lee.j', name: 'Lee', email: 'lee@hospital.example' }

test('somebody new is invited by mail in both languages, and chooses the password', async () => {
  const { admin, app, visitor, nextMail } = await withMail()
  expect((await admin.call(createUser, { body: newUser })).status).toBe(201)

  const mail = await nextMail()
  expect(mail).toMatchObject({ from: 'fovea@hospital.example', to: 'lee@hospital.example' })
  expect(mail.headers).toContain('Subject: Your account for Fovea / Fovea 계정 안내')
  expect(mail.text).toContain('Your username is lee.j.')
  expect(mail.text).toContain('사용자 이름: lee.j')

  const token = tokenIn(mail.text)
  const body = { token, new_password: chosen, confirm_password: chosen }
  expect((await visitor.call(choosePassword, { body })).status).toBe(200)
  const credentials = { username: 'lee.j', password: chosen }
  const signedIn = await clientOf(app).call(login, { body: credentials })
  expect(signedIn.body.user).toMatchObject({ duty: null, has_temporary_password: false })
})

test('an account without password needs an address', async () => {
  const { admin } = await withMail()
  const { email: _, ...body } = newUser
  const answer = await admin.call(createUser, { body })
  expect(answer.status).toBe(400)
  expect(answer.body.fields).toHaveProperty('password')
})

test('a link for a new password is mailed in the language of the user, and signs them out', async () => {
  const { admin, given, visitor, nextMail } = await withMail()
  const kim = await given.user('kim')
  await kim.call(savePreferences, { body: { language: 'ko' } })
  const params = { username: 'kim' }
  expect((await admin.call(mailPasswordLink, { params })).status).toBe(409)
  await admin.call(updateUser, { params, body: { email: 'kim@hospital.example' } })

  const answer = await admin.call(mailPasswordLink, { params })
  expect(answer.body).toMatchObject({ params: { address: 'kim@hospital.example' } })
  const mail = await nextMail()
  expect(mail.headers).toContain('Subject: Fovea 비밀번호 재설정')
  expect(mail.text).not.toContain('administrator')
  expect((await kim.call(getCurrentUser)).status).toBe(401)
  const read = await visitor.call(readPasswordLink, { body: { token: tokenIn(mail.text) } })
  expect(read.body.username).toBe('kim')
})

test('a refused mail stays in the outbox, and is sent once it is tried again', async () => {
  let reply: string | undefined = '550 no such mailbox'
  const { admin, db, outboxOf, nextMail, visitor } = await withMail({ refusal: () => reply })
  await admin.call(createUser, { body: newUser })
  await vi.waitFor(async () => expect(await outboxOf('refused')).toHaveLength(1), patience)
  const [refused] = await outboxOf('refused')
  expect(refused?.why).toMatchObject({ params: { host: '127.0.0.1', status: 550 } })
  const stored = await db.selectFrom('outbox').select('payload').executeTakeFirstOrThrow()
  expect(stored.payload).toEqual({ userId: expect.any(Number), kind: 'invitation' })

  reply = undefined
  await admin.call(tryMessageNow, { params: { id: refused?.id ?? 0 } })
  const token = tokenIn((await nextMail()).text)
  expect((await visitor.call(readPasswordLink, { body: { token } })).status).toBe(200)
})

test('a mail that was overtaken by another link is not sent', async () => {
  let reply: string | undefined = '450 try later'
  const { admin, outboxOf, peer, nextMail, visitor } = await withMail({ refusal: () => reply })
  await admin.call(createUser, { body: newUser })
  await vi.waitFor(
    async () => expect((await outboxOf('waiting'))[0]?.tries).toBeGreaterThan(0),
    patience,
  )
  const params = { username: 'lee.j' }
  const { body: link } = await admin.call(createPasswordLink, { params })
  reply = undefined
  await admin.call(tryMessageNow, { params: { id: (await outboxOf('waiting'))[0]?.id ?? 0 } })
  await vi.waitFor(async () => expect(await outboxOf('waiting')).toEqual([]), patience)
  expect(peer.received).toEqual([])
  const token = new URL(link.url).hash.slice(1)
  expect((await visitor.call(readPasswordLink, { body: { token } })).status).toBe(200)

  await admin.call(mailPasswordLink, { params })
  expect((await nextMail()).to).toBe('lee@hospital.example')
})

async function trustedTls() {
  const certificate = await privateCertificate()
  const [cert, key, authority] = await Promise.all([
    readFile(certificate.cert, 'utf8'),
    readFile(certificate.key, 'utf8'),
    readFile(certificate.authority, 'utf8'),
  ])
  return { tls: { cert, key }, authority }
}

const credentials = { user: 'fovea', password: 'p' }

test.each(['starttls', 'implicit'] as const)(
  'mails and the password of the mail server go over TLS that is trusted (%s)',
  async (encryption) => {
    const { tls, authority } = await trustedTls()
    const isImplicit = encryption === 'implicit'
    const mail = { encryption, credentials } as const
    const trusted = await withMail({ tls, isImplicit, authority, mail })
    await trusted.admin.call(createUser, { body: newUser })
    expect(await trusted.nextMail()).toMatchObject({ isEncrypted: true, credentials: 'fovea\0p' })

    const untrusted = await withMail({ tls, isImplicit, mail })
    await untrusted.admin.call(createUser, { body: newUser })
    expect(await untrusted.failure()).toMatchObject({ key: 'mail.interrupted' })
    expect(untrusted.peer.received).toEqual([])
  },
)

test('a mail server that refuses our password is named, and the mail waits', async () => {
  const mail = { encryption: 'starttls', credentials } as const
  const given = await withMail({ ...(await trustedTls()), mail, signIn: () => '535 no' })
  await given.admin.call(createUser, { body: newUser })
  expect(await given.failure()).toMatchObject({
    key: 'mail.signInRefused',
    params: { host: '127.0.0.1' },
  })
  expect(given.peer.received).toEqual([])
})

test('a server without STARTTLS gets no mail, unless plain connections are set', async () => {
  const { admin, failure, peer } = await withMail({ mail: { encryption: 'starttls' } })
  await admin.call(createUser, { body: newUser })
  expect(await failure()).toMatchObject({ key: 'mail.notSecure' })
  expect(peer.received).toEqual([])
})

test('users change their address with their password', async () => {
  const { given } = await startApp()
  const kim = await given.user('kim')
  const change = (password: string, email: string | null) =>
    kim.call(changeEmail, { body: { password, email } })
  expect((await change('wrong', 'kim@hospital.example')).status).toBe(401)
  expect((await change(goodPassword, 'kim')).status).toBe(400)
  expect((await change(goodPassword, 'kim@hospital.example')).status).toBe(200)
  expect((await kim.call(getCurrentUser)).body.user.email).toBe('kim@hospital.example')
  await change(goodPassword, null)
  expect((await kim.call(getCurrentUser)).body.user.email).toBeNull()
})

test('without a mail server nobody is invited', async () => {
  const { given } = await startApp()
  const admin = await given.user('admin', { isAdmin: true })
  expect((await admin.call(createUser, { body: newUser })).status).toBe(409)
  const { body } = await admin.call(listUsers)
  expect(body).toMatchObject({ total: 1, sends_mail: false })
})
