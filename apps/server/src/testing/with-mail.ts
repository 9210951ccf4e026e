import { expect, onTestFinished, vi } from 'vitest'

import { listMessages } from '#contract/outbox'

import type { MailSettings } from '../mail-settings.ts'
import { startSmtpPeer, type SmtpOptions } from './smtp-peer.ts'
import { startApp } from './start-app.ts'

export const publicUrl = 'https://fovea.hospital.example'
const patience = { timeout: 20_000, interval: 20 }

interface Given extends SmtpOptions {
  readonly mail?: Partial<MailSettings>
  /** Another host that the app may call. */
  readonly alsoReaches?: string
  /** PEM text of an authority that the app trusts. */
  readonly authority?: string
}

/** The whole server with a mail server, and an administrator. */
export async function withMail({ mail, authority, alsoReaches, ...peerOptions }: Given = {}) {
  const peer = await startSmtpPeer(peerOptions)
  onTestFinished(() => peer.stop())
  const started = await startApp({
    works: true,
    publicUrl,
    outboundHosts: [`127.0.0.1:${peer.port}`, ...(alsoReaches === undefined ? [] : [alsoReaches])],
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
  /** Why the first waiting mail could not be sent. */
  const failure = () =>
    vi.waitFor(async () => {
      const [waiting] = await outboxOf('waiting')
      if (!waiting?.why) throw new Error('No mail has failed.')
      return waiting.why
    }, patience)
  return { ...started, failure, peer, admin, nextMail, outboxOf }
}
