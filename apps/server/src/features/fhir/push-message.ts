import { z } from 'zod'

import { message } from '#contract/messages/message'
import { retiredResults, transactionOf } from '#fhir/message'
import type { Bundle } from '#fhir/resource'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { visitor } from '../../platform/http/actor.ts'
import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { deliverer, DeliveryError, type Deliverer } from '../../platform/outbox/definition.ts'
import { recordAudit } from '../audit/queries.ts'
import type { ImageRow } from '../images/queries.ts'
import type { DescribeDeps } from './describe-image.ts'
import { isStale } from './is-stale.ts'
import { fhirLetter } from './letters.ts'
import {
  bundleOf,
  findMessageById,
  listMessages,
  setPushState,
  type FhirMessageRow,
} from './queries.ts'

interface PushDeps extends DescribeDeps {
  readonly db: Db
  readonly clock: Clock
  readonly outbound: Outbound
}

const milliseconds = 45_000
const mostBytes = 8 * 2 ** 20

/** Posts a message to the site's server as a transaction; another time changes nothing there. */
export function fhirDeliverer(deps: PushDeps): Deliverer {
  const { clock, outbound, fhir } = deps
  return deliverer(
    fhirLetter,
    async ({ messageId }, { signal }) => {
      if (fhir.push === null) throw new DeliveryError(message('fhir.noServer'))
      const transaction = await transactionFor(deps, messageId)
      if (transaction === undefined) return
      const url = new URL(fhir.push.url)
      const { authorization } = fhir.push
      const request = {
        method: 'POST' as const,
        headers: {
          'content-type': 'application/fhir+json; fhirVersion=4.0',
          accept: 'application/fhir+json',
          ...(authorization === null ? {} : { authorization }),
        },
        body: Buffer.from(JSON.stringify(transaction)),
        milliseconds,
        bytes: mostBytes,
        signal,
      }
      const answer = await outbound.send(url, request).catch((error: unknown) => {
        throw refusalOf(error, url.host)
      })
      refuseUnconfirmed(answer.content, transaction, url.host)
    },
    async ({ payload: { messageId }, db: trx, ...change }) => {
      const row = await findMessageById(trx, messageId)
      const image = row && (await findImage(trx, row))
      if (row === undefined || image === undefined) return
      const failure = 'why' in change ? change.why : null
      const isSent = change.status === 'delivered' && !(await isOvertaken(trx, row))
      const delivered = isSent ? 'sent' : 'none'
      const states = {
        delivered,
        postponed: 'waiting',
        dead: 'failed',
        requeued: 'waiting',
      } as const
      await setPushState(trx, messageId, { state: states[change.status], at: clock(), failure })
      if (isSent) await auditSending(trx, image, row)
    },
  )
}

/** Undefined where a newer message is under way or was sent, which this one must not undo. */
async function transactionFor(deps: PushDeps, messageId: number): Promise<Bundle | undefined> {
  const { db } = deps
  const row = await findMessageById(db, messageId)
  const image = row && (await findImage(db, row))
  if (row === undefined || image === undefined)
    throw new DeliveryError(message('fhir.messageGone'), { isFinal: true })
  if (await isOvertaken(db, row)) return undefined
  if (await isStale(db, deps, { image, row }))
    throw new DeliveryError(message('fhir.staleMessage'), { isFinal: true })
  const earlier = (await listMessages(db, row.image_id)).filter(
    ({ version }) => version < row.version,
  )
  const bundle = bundleOf(row)
  return transactionOf(bundle, retiredResults(bundle, earlier.map(bundleOf)))
}

function findImage(db: Db, { image_id }: FhirMessageRow): Promise<ImageRow | undefined> {
  return db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', image_id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

async function isOvertaken(db: Db, { image_id, version }: FhirMessageRow): Promise<boolean> {
  const messages = await listMessages(db, image_id)
  return messages.some(
    (each) => each.version > version && ['waiting', 'sent'].includes(each.push_state),
  )
}

/** What the server of the site was told of a patient. */
function auditSending(db: Db, image: ImageRow, { version }: FhirMessageRow): Promise<void> {
  return recordAudit(db, {
    actor: { ...visitor, username: 'FHIR' },
    address: '',
    action: 'sendFhir',
    type: 'image',
    id: image.id,
    datasetId: image.dataset_id,
    detail: { version },
    outcome: 200,
    accessSeconds: 0,
  })
}

/** What a server says of the content itself is its last word; all else may pass. */
const finalStatuses = new Set([400, 404, 410, 422])

function refusalOf(error: unknown, host: string): unknown {
  if (!(error instanceof OutboundError)) return error
  const { answer } = error
  if (answer === undefined) return new DeliveryError(error.told)
  const { status, afterSeconds } = answer
  return finalStatuses.has(status)
    ? new DeliveryError(message('fhir.refusedByServer', { host, status }), { isFinal: true })
    : new DeliveryError(message('fhir.notAccepted', { host, status }), { afterSeconds })
}

const TransactionResponse = z.object({
  resourceType: z.literal('Bundle'),
  type: z.literal('transaction-response'),
  entry: z.array(z.object({ response: z.object({ status: z.string() }) })),
})

/** Acknowledged is what the server says that it has done, part by part. */
function refuseUnconfirmed(content: Buffer, transaction: Bundle, host: string): void {
  const { success, data } = TransactionResponse.safeParse(jsonOf(content))
  const isDone = (transaction.entry ?? []).every(({ request }, i) => {
    const status = data?.entry[i]?.response.status ?? ''
    // What is to be deleted may be gone since another time.
    return /^2\d\d\b/.test(status) || (request?.method === 'DELETE' && /^4(?:04|10)\b/.test(status))
  })
  if (!success || !isDone) throw new DeliveryError(message('fhir.unreadableAnswer', { host }))
}

function jsonOf(content: Buffer): unknown {
  try {
    return JSON.parse(content.toString())
  } catch {
    return undefined
  }
}
