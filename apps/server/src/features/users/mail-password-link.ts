import { randomUUID } from 'node:crypto'

import { z } from 'zod'

import { Preferences } from '#contract/account'
import { message } from '#contract/messages/message'
import { passwordLinkHours } from '#contract/password-links'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import {
  defineOutboxMessage,
  deliverer,
  DeliveryError,
  type Deliverer,
} from '../../platform/outbox/definition.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { MailServer } from '../mail/mail-server.ts'
import { writeMail } from '../mail/write-mail.ts'
import { makePasswordLink, passwordLinkUrl, renewMailedLink } from './password-links.ts'
import { findUserById, type UserRow } from './queries.ts'

const passwordLinkMail = defineOutboxMessage({
  name: 'mail-password-link',
  title: message('mail.linkTitle'),
  payload: z.object({ userId: z.int(), kind: z.enum(['invitation', 'newPassword']) }),
  seconds: 120,
  concurrency: 2,
})

export interface MailDeps {
  readonly clock: Clock
  readonly outbox: Outbox
  /** Null: no mails are sent. */
  readonly mailServer: MailServer | null
}

/**
 * Posts the mail with a link by which the user chooses a password. Replaces the former link.
 * @returns the address to which it goes
 * @throws {Problem} if there is no mail server, or the account has no address
 */
export async function mailPasswordLinkTo(
  db: Db,
  { clock, outbox, mailServer }: MailDeps,
  { user, kind }: { user: UserRow; kind: 'invitation' | 'newPassword' },
): Promise<string> {
  const { id: userId, username, email } = user
  if (mailServer === null) throw new Problem('not_possible_now', message('mail.notSetUp'))
  if (email === null) throw new Problem('not_possible_now', message('mail.noAddress', { username }))
  const key = randomUUID()
  await makePasswordLink(db, userId, { now: clock(), mail: key })
  await outbox.post(db, {
    definition: passwordLinkMail,
    key,
    orderKey: `account ${userId}`,
    imageId: null,
    payload: { userId, kind },
  })
  return email
}

/** Sends a link, with a secret that is made for this try and never stored. */
export function passwordLinkDeliverer(
  deps: Pick<MailDeps, 'clock' | 'mailServer'> & {
    readonly db: Db
    readonly product: { readonly name: string }
  },
): Deliverer {
  const { db, clock, mailServer, product } = deps
  return deliverer(passwordLinkMail, async ({ userId, kind }, delivery) => {
    if (mailServer === null) throw new DeliveryError(message('mail.notSetUp'))
    const user = await findUserById(db, userId)
    if (user === undefined || user.issuer !== null) {
      throw new DeliveryError(message('mail.accountGone'), { isFinal: true })
    }
    const { username, email: to } = user
    if (to === null)
      throw new DeliveryError(message('mail.noAddress', { username }), { isFinal: true })
    const token = await renewMailedLink(db, { userId, mail: delivery.key }, clock())
    if (token === undefined) return
    const { language } = Preferences.parse(user.preferences)
    const written = writeMail(kind, language, {
      product: product.name,
      username,
      hours: passwordLinkHours,
      link: passwordLinkUrl(mailServer.publicUrl, token),
    })
    await mailServer.send({ to, ...written }, delivery)
  })
}
