import { z } from 'zod'

import { Preferences } from '#contract/account'
import { datasetNotices, type NoticeKind } from '#contract/mails'
import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
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
import { findUserById, type UserRow } from './queries.ts'
import { hasExpired } from './refuse-expired.ts'

const Notice = z.discriminatedUnion('kind', [
  z.object({ kind: z.enum(datasetNotices), datasetId: z.int() }),
  z.object({
    kind: z.literal('mentioned'),
    datasetId: z.int(),
    imageId: z.int(),
    threadId: z.int(),
  }),
  /** Free space in percent. */
  z.object({ kind: z.literal('storageLow'), percent: z.int() }),
  /** Host and port. */
  z.object({ kind: z.enum(['peerUnreachable', 'peerBack']), peer: z.string() }),
])
export type Notice = z.infer<typeof Notice>

const noticeMail = defineOutboxMessage({
  name: 'mail-notice',
  title: message('mail.noticeTitle'),
  payload: Notice.and(z.object({ userId: z.int() })),
  seconds: 120,
  concurrency: 2,
})

export interface NoticeDeps {
  readonly clock: Clock
  readonly outbox: Outbox
  /** Null: no mails are sent. */
  readonly mailServer: MailServer | null
}

interface Posting {
  /** Null: nobody in particular; no mail. */
  readonly userId: number | null
  /** Identifies the event: it is mailed once. */
  readonly event: string
  /** Sent then at the earliest, so that it stands for all events until then. */
  readonly notBefore?: Date
}

/** Posts a mail to a user, who may have switched such mails off. */
export async function postNotice(
  db: Db,
  { clock, outbox, mailServer }: NoticeDeps,
  notice: Notice,
  { userId, event, ...when }: Posting,
): Promise<void> {
  if (mailServer === null || userId === null) return
  const user = await findUserById(db, userId)
  if (user === undefined || readerOf(user, notice, clock()) === undefined) return
  await outbox.post(db, {
    definition: noticeMail,
    key: event,
    // One that waits for its time must not hold up others.
    orderKey: `${notice.kind} for account ${userId}`,
    imageId: null,
    payload: { ...notice, userId },
    ...when,
  })
}

/** Sends a notice, unless the user has switched it off or has no address any more. */
export function noticeDeliverer(deps: {
  readonly db: Db
  readonly clock: Clock
  readonly mailServer: MailServer | null
  readonly product: { readonly name: string }
}): Deliverer {
  const { db, clock, mailServer, product } = deps
  return deliverer(noticeMail, async ({ userId, ...notice }, delivery) => {
    if (mailServer === null) throw new DeliveryError(message('mail.notSetUp'))
    const user = await findUserById(db, userId)
    const reader = user && readerOf(user, notice, clock())
    if (reader === undefined) return
    const { page, ...params } = contentOf(notice)
    const link = `${mailServer.publicUrl}${page}`
    const content = { ...params, product: product.name, link }
    const written = writeMail(notice.kind, reader.language, content)
    await mailServer.send({ to: reader.address, ...written }, delivery)
  })
}

/** Address and language of a user who wants such notices. */
function readerOf(user: UserRow, { kind }: Notice, now: Date) {
  if (user.email === null || hasExpired(user, now)) return undefined
  const { language, mailsOff = [] } = Preferences.parse(user.preferences)
  return mailsOff.includes(switchOf(kind)) ? undefined : { address: user.email, language }
}

/** One switch is for both ends of an outage. */
function switchOf(kind: Notice['kind']): NoticeKind {
  return kind === 'peerBack' ? 'peerUnreachable' : kind
}

/** The page to which the mail leads, and what its text mentions. */
function contentOf(notice: Notice) {
  if (notice.kind === 'mentioned') {
    const page = `/annotate/${notice.imageId}?thread=${notice.threadId}`
    return { page, dataset: notice.datasetId }
  }
  if ('datasetId' in notice) {
    return { page: `/dataset/${notice.datasetId}`, dataset: notice.datasetId }
  }
  if ('peer' in notice) return { page: '/admin/outbox', peer: notice.peer }
  return { page: '/admin/system', percent: notice.percent }
}
