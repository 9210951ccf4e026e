import { expect, test } from 'vitest'

import { getCurrentUser, login } from '#contract/account'
import { createAccessToken, listAccessTokens } from '#contract/access-tokens'
import { endOtherSessions, endSession, listSessions } from '#contract/sessions'

import { clientOf } from '../../testing/client.ts'
import { goodPassword } from '../../testing/given.ts'
import { startApp } from '../../testing/start-app.ts'
import { listen } from '../live/testing/listen.ts'

const firefox = 'Mozilla/5.0 (X11; Linux x86_64; rv:145.0) Gecko/20100101 Firefox/145.0'

/** Kim, signed in in two browsers. */
async function withKim() {
  const started = await startApp()
  const first = await started.given.user('kim')
  started.advance(60)
  const second = clientOf(started.app)
  await second.call(login, {
    body: { username: 'kim', password: goodPassword },
    headers: { 'user-agent': firefox },
  })
  const sessions = async () => (await second.call(listSessions)).body
  return { ...started, first, second, sessions }
}

test('the list names browser and system, and marks the session that asks', async () => {
  const { sessions } = await withKim()
  const [newest, oldest] = await sessions()
  expect(newest).toMatchObject({ browser: 'Firefox', system: 'Linux', current: true })
  expect(oldest).toMatchObject({ browser: null, current: false })
  expect(Date.parse(newest?.created_at ?? '')).toBeGreaterThan(Date.parse(oldest?.created_at ?? ''))
})

test('a session that is ended ends at once, with its live updates', async () => {
  const { first, second, sessions, ...started } = await withKim()
  const { status, state } = await listen(started, first)
  expect(status).toBe(200)
  const [, oldest] = await sessions()
  const ended = await second.call(endSession, { params: { session: oldest?.id ?? '' } })
  expect(ended.status).toBe(200)
  await expect.poll(() => state.ended).toBe(true)
  expect((await first.call(getCurrentUser)).status).toBe(401)
  expect((await second.call(getCurrentUser)).status).toBe(200)
  expect(await sessions()).toHaveLength(1)
})

test('all other sessions end together; the present one and access tokens remain', async () => {
  const { first, second, sessions } = await withKim()
  await second.call(createAccessToken, { body: { name: 'viewer' } })
  expect((await second.call(endOtherSessions)).status).toBe(200)
  expect((await first.call(getCurrentUser)).status).toBe(401)
  expect(await sessions()).toHaveLength(1)
  expect((await second.call(listAccessTokens)).body).toHaveLength(1)
})

test('nobody ends the session of somebody else', async () => {
  const { given, second, sessions } = await withKim()
  const lee = await given.user('lee')
  for (const { id } of await sessions()) {
    expect((await lee.call(endSession, { params: { session: id } })).status).toBe(404)
  }
  expect((await second.call(getCurrentUser)).status).toBe(200)
  expect((await lee.call(listSessions)).body).toHaveLength(1)
})
