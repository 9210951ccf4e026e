import { readFile } from 'node:fs/promises'

import { expect, test, vi } from 'vitest'

import { changeEmail, getCurrentUser, login, savePreferences } from '#contract/account'
import { requestAnalysisOfAll } from '#contract/analysis'
import { beginEmergencyAccess } from '#contract/emergency-access'
import { listMessages, tryMessageNow } from '#contract/outbox'
import {
  choosePassword,
  createPasswordLink,
  mailPasswordLink,
  readPasswordLink,
} from '#contract/password-links'
import { createUser, listUsers, updateUser } from '#contract/users'

import type { MailSettings } from '../../mail-settings.ts'
import { clientOf } from '../../testing/client.ts'
import { goodPassword } from '../../testing/given.ts'
import { privateCertificate } from '../../testing/private-authority.ts'
import { startSmtpPeer } from '../../testing/smtp-peer.ts'
import { startApp } from '../../testing/start-app.ts'

const chosen = 'Kestrel-47-umber'
const publicUrl = 'https://fovea.hospital.example'
const patience = { timeout: 20_000, interval: 20 }

interface Given {
  readonly mail?: Partial<MailSettings>
  readonly authority?: string
  readonly tls?: { readonly cert: string; readonly key: string }
  readonly refusal?: () => string | undefined
}

async function withMail({ mail, authority, ...peerOptions }: Given = {}) {
  const peer = await startSmtpPeer(peerOptions)
  const started = await startApp({
    works: true,
    publicUrl,
    outboundHosts: [`127.0.0.1:${peer.port}`],
    ...(authority === undefined ? {} : { dicomAuthority: authority }),
    mail: {
      host: '127.0.0.1',
      port: peer.port,
      encryption: 'none',
      credentials: null,
      from: 'fovea@hospital.example',
      publicUrl,
      ...mail,
    },
  })
  const admin = await started.given.user('admin', { isAdmin: true })
  const nextMail = async (count = 1) => {
    await vi.waitFor(() => expect(peer.received).toHaveLength(count), patience)
    const received = peer.received.at(-1)
    if (received === undefined) throw new Error('There is no mail.')
    return received
  }
  const outboxOf = async (state: 'refused' | 'waiting') =>
    (await admin.call(listMessages, { query: { state } })).body.messages
  return { ...started, peer, admin, nextMail, outboxOf }
}

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

test('mails and the password of the mail server go over TLS that is trusted', async () => {
  const certificate = await privateCertificate()
  const [cert, key, authority] = await Promise.all(
    [certificate.cert, certificate.key, certificate.authority].map((file) =>
      readFile(file, 'utf8'),
    ),
  )
  if (cert === undefined || key === undefined || authority === undefined) throw new Error('No PEM')
  const mail = { encryption: 'starttls', credentials: { user: 'fovea', password: 'p' } } as const
  const trusted = await withMail({ tls: { cert, key }, authority, mail })
  await trusted.admin.call(createUser, { body: newUser })
  expect(await trusted.nextMail()).toMatchObject({ isEncrypted: true, credentials: 'fovea\0p' })

  const untrusted = await withMail({ tls: { cert, key }, mail })
  await untrusted.admin.call(createUser, { body: newUser })
  const isRefused = async () => expect((await untrusted.outboxOf('waiting'))[0]?.why).toBeTruthy()
  await vi.waitFor(isRefused, patience)
  expect((await untrusted.outboxOf('waiting'))[0]?.why).toMatchObject({ key: 'mail.interrupted' })
  expect(untrusted.peer.received).toEqual([])
})

test('a server without STARTTLS gets no mail, unless plain connections are set', async () => {
  const { admin, outboxOf, peer } = await withMail({ mail: { encryption: 'starttls' } })
  await admin.call(createUser, { body: newUser })
  await vi.waitFor(async () => expect((await outboxOf('waiting'))[0]?.why).toBeTruthy(), patience)
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

test('owners are told of emergency access without the patient, unless they do not want it', async () => {
  const { admin, db, given, peer, nextMail } = await withMail()
  const [kim, lee] = [await given.user('kim'), await given.user('lee')]
  const email = 'kim@hospital.example'
  await kim.call(changeEmail, { body: { password: goodPassword, email } })
  const dataset = await given.dataset(kim, { name: 'Glaucoma of 2026' })
  const image = await given.image(kim, dataset)
  const change = { patient_id: 'P-4711', patient_name: 'PARK^YUNA' }
  await db.updateTable('image').set(change).where('id', '=', image.id).execute()
  await admin.call(updateUser, { params: lee, body: { emergencyAccess: true } })

  const body = { patient_id: 'P-4711', reason: 'The patient is in the ward' }
  await kim.call(savePreferences, { body: { language: 'en', mailsOff: ['emergencyAccess'] } })
  await lee.call(beginEmergencyAccess, { body })
  expect(await db.selectFrom('outbox').selectAll().execute()).toEqual([])
  await db.deleteFrom('emergency_access').execute()
  await kim.call(savePreferences, { body: { language: 'en', mailsOff: [] } })
  await lee.call(beginEmergencyAccess, { body })

  const mail = await nextMail()
  expect(mail.to).toBe(email)
  expect(mail.headers).toContain(`Subject: Emergency access to dataset ${dataset.id}`)
  expect(mail.text).toContain(`${publicUrl}/dataset/${dataset.id}`)
  const all = `${mail.headers} ${mail.text}`
  for (const secret of ['P-4711', 'PARK', 'Glaucoma', 'ward', image.file_name]) {
    expect(all).not.toContain(secret)
  }
  expect(peer.received).toHaveLength(1)
})

test('whoever starts the analysis of a dataset is told when it has finished', async () => {
  const { given, nextMail } = await withMail()
  const kim = await given.user('kim')
  const email = 'kim@hospital.example'
  await kim.call(changeEmail, { body: { password: goodPassword, email } })
  const dataset = await given.dataset(kim)
  await given.image(kim, dataset)
  const begun = await kim.call(requestAnalysisOfAll, { query: { dataset_id: dataset.id } })
  expect(begun.status).toBeLessThan(300)
  const { headers } = await nextMail()
  expect(headers).toContain(`Subject: Analysis of dataset ${dataset.id} finished`)
})

test('without a mail server nobody is invited', async () => {
  const { given } = await startApp()
  const admin = await given.user('admin', { isAdmin: true })
  expect((await admin.call(createUser, { body: newUser })).status).toBe(409)
  const { body } = await admin.call(listUsers)
  expect(body).toMatchObject({ total: 1, sends_mail: false })
})
