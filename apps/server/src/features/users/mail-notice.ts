import { z } from 'zod'

import { Preferences } from '#contract/account'
import { noticeKinds, type NoticeKind } from '#contract/mails'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import {
  defineOutboxMessage,
  deliverer,
  DeliveryError,
  type Deliverer,
} from '../../platform/outbox/definition.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { MailServer } from '../mail/mail-server.ts'
import { writeMail } from '../mail/write-mail.ts'
import { findUserById } from './queries.ts'

const noticeMail = defineOutboxMessage({
  name: 'mail-notice',
  title: message('mail.noticeTitle'),
  payload: z.object({ userId: z.int(), kind: z.enum(noticeKinds), datasetId: z.int() }),
  seconds: 120,
  concurrency: 2,
})

export interface NoticeDeps {
  readonly outbox: Outbox
  /** Null: no mails are sent. */
  readonly mailServer: MailServer | null
}

interface Notice {
  readonly kind: NoticeKind
  /** Null: nobody in particular; no mail. */
  readonly userId: number | null
  readonly datasetId: number
  /** Identifies the event: it is mailed once. */
  readonly event: string
}

/** Posts a mail about a dataset to a user, who may have switched it off. */
export async function postNotice(
  db: Db,
  { outbox, mailServer }: NoticeDeps,
  { kind, userId, datasetId, event }: Notice,
): Promise<void> {
  if (mailServer === null || userId === null) return
  if ((await findReader(db, userId, kind)) === undefined) return
  await outbox.post(db, {
    definition: noticeMail,
    key: event,
    orderKey: `account ${userId}`,
    imageId: null,
    payload: { userId, kind, datasetId },
  })
}

/** Sends a notice, unless the user has switched it off or has no address any more. */
export function noticeDeliverer(deps: {
  readonly db: Db
  readonly mailServer: MailServer | null
}): Deliverer {
  const { db, mailServer } = deps
  return deliverer(noticeMail, async ({ userId, kind, datasetId }, delivery) => {
    if (mailServer === null) throw new DeliveryError(message('mail.notSetUp'))
    const reader = await findReader(db, userId, kind)
    if (reader === undefined) return
    const link = `${mailServer.publicUrl}/dataset/${datasetId}`
    const written = writeMail(kind, reader.language, { dataset: datasetId, link })
    await mailServer.send({ to: reader.address, ...written }, delivery)
  })
}

/** Address and language of a user who wants such notices. */
async function findReader(db: Db, userId: number, kind: NoticeKind) {
  const user = await findUserById(db, userId)
  if (user === undefined || user.email === null) return undefined
  const { language, mailsOff = [] } = Preferences.parse(user.preferences)
  return mailsOff.includes(kind) ? undefined : { address: user.email, language }
}
