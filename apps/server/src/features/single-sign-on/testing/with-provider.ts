import { afterAll, expect, onTestFinished } from 'vitest'

import { getCurrentUser } from '#contract/account'
import { listAudit } from '#contract/audit'
import { finishSingleSignOn, startSingleSignOn } from '#contract/single-sign-on'

import { type Client, clientOf } from '../../../testing/client.ts'
import { type OidcPeer, startOidcPeer } from '../../../testing/oidc-peer.ts'
import { startApp, type TestApp } from '../../../testing/start-app.ts'
import { confirmSessions } from '../keep-confirming.ts'

/** What the provider says about the person with the subject `sub-kim`. */
export const kim = { preferred_username: 'kim', name: 'Kim Minji', groups: ['doctors'] }

/** A provider for the tests of a file, started by the first; it tells the truth when each begins. */
export function providerOfFile(): () => Promise<OidcPeer> {
  let shared: Promise<OidcPeer> | undefined
  afterAll(async () => (await shared)?.stop())
  return async () => {
    shared ??= startOidcPeer()
    const provider = await shared
    await provider.fail('')
    return provider
  }
}

/** A provider of the test's own. */
export async function ownProvider(options: Parameters<typeof startOidcPeer>[0]): Promise<OidcPeer> {
  const peer = await startOidcPeer(options)
  onTestFinished(() => peer.stop())
  return peer
}

/** The server with its identity provider, which knows `kim`, and a local administrator. */
export async function startWith(
  provider: OidcPeer,
  settings: Parameters<OidcPeer['settings']>[0] = {},
) {
  const started = await startApp({
    identityProvider: provider.settings(settings),
    outboundHosts: [new URL(provider.issuer).host],
  })
  const root = await started.given.user('root', { isAdmin: true })
  await provider.people({ 'sub-kim': kim })
  return { ...started, root }
}

/** Begins a sign-in in a new browser, and completes it at the provider. */
export async function begin({ app }: TestApp, provider: OidcPeer, subject = 'sub-kim') {
  const client = clientOf(app)
  const { body } = await client.call(startSingleSignOn)
  const browser = await provider.browser(subject)
  const answer = await browser.signIn(body.url)
  return { client, browser, answer, finish: () => finish(client, answer) }
}

/** Brings the provider's answer to the server. */
export function finish(client: Client, answer: string) {
  return client.call(finishSingleSignOn, { body: { answer } })
}

/** Signs a person in. */
export async function signIn(started: TestApp, provider: OidcPeer, subject?: string) {
  const begun = await begin(started, provider, subject)
  const { status, body } = await begun.finish()
  expect(status).toBe(200)
  return { ...begun, user: body.user }
}

/** Five minutes pass, and the sessions are confirmed. */
export async function passMinutes({ advance, db, parts }: TestApp): Promise<void> {
  advance(301)
  const { singleSignOn, clock } = parts
  if (singleSignOn === null) throw new Error('There is no identity provider.')
  await confirmSessions({ db, clock, singleSignOn })
}

/** The status with which the server tells a client who it is: 401 without a session. */
export async function statusOf(client: Client): Promise<number> {
  return (await client.call(getCurrentUser)).status
}

/** The events of an action, latest first. */
export async function auditOf(admin: Client, action: string) {
  const { body } = await admin.call(listAudit, { query: { action } })
  return body.events
}
