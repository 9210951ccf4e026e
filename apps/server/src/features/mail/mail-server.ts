import { getCACertificates } from 'node:tls'

import { z } from 'zod'

import { message } from '#contract/messages/message'

import type { MailSettings } from '../../mail-settings.ts'
import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { DeliveryError, type Delivery } from '../../platform/outbox/definition.ts'

/** The port of an entry in the list of outbound hosts that names none. */
export const usualMailPort = 587

const connectMs = 15_000
const silenceMs = 30_000

interface Mail {
  readonly to: string
  readonly subject: string
  /** Plain text. */
  readonly text: string
}

export interface MailServer {
  /** The address of Fovea, to which the links of mails lead; without a slash at the end. */
  readonly publicUrl: string
  /**
   * Resolves when the server has accepted the mail. All tries of a delivery have the same
   * Message-ID.
   * @throws {DeliveryError}
   */
  send(mail: Mail, delivery: Delivery): Promise<void>
}

/**
 * @param parts.settings null: there is no mail server
 * @param parts.ca PEM text of authorities trusted beside the well-known ones
 */
export function openMailServer(parts: {
  settings: MailSettings | null
  outbound: Outbound
  ca: string | undefined
}): MailServer | null {
  const { settings, outbound, ca } = parts
  if (settings === null) return null
  const { host, port, encryption, credentials, from, publicUrl } = settings
  return {
    publicUrl,
    async send(mail, { key, signal }) {
      const { createTransport } = await import('nodemailer')
      const connection = await outbound
        .connect({ host, port, usualPort: usualMailPort, milliseconds: connectMs })
        .catch((error: unknown) => {
          throw error instanceof OutboundError ? new DeliveryError(error.told) : error
        })
      const giveUp = (): void => void connection.destroy()
      signal.addEventListener('abort', giveUp, { once: true })
      const transport = createTransport({
        host,
        port,
        connection,
        secure: encryption === 'implicit',
        requireTLS: encryption === 'starttls',
        ignoreTLS: encryption === 'none',
        ...(ca === undefined ? {} : { tls: { ca: [...getCACertificates('default'), ca] } }),
        ...(credentials === null
          ? {}
          : { auth: { user: credentials.user, pass: credentials.password } }),
        greetingTimeout: silenceMs,
        socketTimeout: silenceMs,
        disableFileAccess: true,
        disableUrlAccess: true,
      })
      try {
        await transport.sendMail({
          ...mail,
          from,
          messageId: `<${key}@${new URL(publicUrl).hostname}>`,
          headers: { 'Auto-Submitted': 'auto-generated' },
        })
      } catch (error) {
        throw refusalOf(error, host)
      } finally {
        signal.removeEventListener('abort', giveUp)
        connection.destroy()
      }
    },
  }
}

/** An error of nodemailer: its code, and the reply code of the server (RFC 5321, section 4.2). */
const SmtpError = z.object({ code: z.string(), responseCode: z.int().optional() })

function refusalOf(error: unknown, host: string): DeliveryError {
  const { data } = SmtpError.safeParse(error)
  const { code, responseCode: status } = data ?? {}
  if (code === 'ETLS') return new DeliveryError(message('mail.notSecure', { host }))
  if (code === 'EAUTH') return new DeliveryError(message('mail.signInRefused', { host }))
  if (status === undefined) return new DeliveryError(message('mail.interrupted', { host }))
  return new DeliveryError(message('mail.refused', { host, status }), { isFinal: status >= 500 })
}
