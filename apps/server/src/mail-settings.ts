import { z } from 'zod'

/** How the connection to the mail server is encrypted, and the usual port. */
const encryptions = { implicit: 465, starttls: 587, none: 25 } as const
const kinds = ['implicit', 'starttls', 'none'] as const satisfies (keyof typeof encryptions)[]

/** The environment variables of mail. */
export const mailVariables = {
  SMTP_HOST: z.union([z.hostname(), z.ipv4(), z.ipv6()], 'is a host name or an address').optional(),
  SMTP_PORT: z.coerce.number().int().min(1).max(65_535).optional(),
  SMTP_TLS: z.enum(kinds, 'is implicit, starttls or none').default('starttls'),
  SMTP_USER: z.string().min(1).optional(),
  SMTP_PASSWORD: z.string().min(1).optional(),
  SMTP_PASSWORD_FILE: z.string().min(1).optional(),
  SMTP_FROM: z.email('is the email address of the sender').optional(),
} as const
const Variables = z.object(mailVariables)

/** The server (SMTP) that takes mails. */
export interface MailSettings {
  readonly host: string
  readonly port: number
  /** TLS from the first byte, TLS after STARTTLS, or none. */
  readonly encryption: keyof typeof encryptions
  /** Null: the server asks for none. */
  readonly credentials: { readonly user: string; readonly password: string } | null
  /** Email address of the sender. */
  readonly from: string
  /** The public address of Fovea, to which the links of mails lead. */
  readonly publicUrl: string
}

/**
 * The settings of mail; null without SMTP_HOST.
 * @param read returns the text of a file named by a setting
 * @throws {Error} that names the faulty variable
 */
export function mailSettingsOf(
  values: z.output<typeof Variables> & { PUBLIC_URL?: string | undefined },
  read: (file: string) => string,
): MailSettings | null {
  const { SMTP_HOST: host, SMTP_FROM: from, SMTP_TLS: encryption, PUBLIC_URL: publicUrl } = values
  if (host === undefined) return null
  if (from === undefined) throw new Error('SMTP_HOST needs SMTP_FROM, the address of the sender.')
  if (publicUrl === undefined) {
    throw new Error('SMTP_HOST needs PUBLIC_URL, the address to which the links of mails lead.')
  }
  const credentials = credentialsOf(values, read)
  if (credentials !== null && encryption === 'none') {
    throw new Error('SMTP_TLS=none would send SMTP_USER and its password without encryption.')
  }
  const port = values.SMTP_PORT ?? encryptions[encryption]
  return { host, port, encryption, credentials, from, publicUrl: publicUrl.replace(/\/$/, '') }
}

function credentialsOf(
  values: z.output<typeof Variables>,
  read: (file: string) => string,
): MailSettings['credentials'] {
  const { SMTP_USER: user, SMTP_PASSWORD: password, SMTP_PASSWORD_FILE: file } = values
  if (password !== undefined && file !== undefined) {
    throw new Error('Set SMTP_PASSWORD or SMTP_PASSWORD_FILE, not both.')
  }
  const secret = file === undefined ? password : read(file).trim()
  if (user === undefined && secret === undefined) return null
  if (user === undefined || secret === undefined) {
    throw new Error('SMTP_USER needs SMTP_PASSWORD or SMTP_PASSWORD_FILE, and they need SMTP_USER.')
  }
  return { user, password: secret }
}
