import { z } from 'zod'

import type { FhirSettings } from '#contract/fhir'
import { message } from '#contract/messages/message'
import { retiredResults, transactionOf } from '#fhir/message'
import type { Bundle } from '#fhir/resource'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { OutboundError, type Outbound } from '../../platform/http/outbound.ts'
import { deliverer, DeliveryError, type Deliverer } from '../../platform/outbox/definition.ts'
import { fhirLetter } from './letters.ts'
import { bundleOf, findMessageById, listMessages, setPushState } from './queries.ts'

interface PushDeps {
  readonly db: Db
  readonly clock: Clock
  readonly outbound: Outbound
  readonly fhir: FhirSettings
}

const milliseconds = 45_000
const mostBytes = 8 * 2 ** 20

/** Posts a message to the site's server as a transaction; another time changes nothing there. */
export function fhirDeliverer({ db, clock, outbound, fhir }: PushDeps): Deliverer {
  return deliverer(
    fhirLetter,
    async ({ messageId }) => {
      if (fhir.push === null) throw new DeliveryError(message('fhir.noServer'))
      const transaction = await transactionFor(db, messageId)
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
      }
      const answer = await outbound.send(url, request).catch((error: unknown) => {
        throw refusalOf(error, url.host)
      })
      refuseUnconfirmed(answer.content, transaction, url.host)
    },
    async ({ payload: { messageId }, db: trx, ...change }) => {
      const states = { delivered: 'sent', dead: 'failed', requeued: 'waiting' } as const
      const failure = change.status === 'dead' ? change.why : null
      await setPushState(trx, messageId, { state: states[change.status], at: clock(), failure })
    },
  )
}

async function transactionFor(db: Db, messageId: number): Promise<Bundle> {
  const row = await findMessageById(db, messageId)
  if (row === undefined) throw new DeliveryError(message('fhir.messageGone'), { isFinal: true })
  const earlier = (await listMessages(db, row.image_id)).filter(
    ({ version }) => version < row.version,
  )
  const bundle = bundleOf(row)
  return transactionOf(bundle, retiredResults(bundle, earlier.map(bundleOf)))
}

/** What a server says of the content itself is its last word; all else may pass. */
const finalStatuses = new Set([400, 413, 415, 422])

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
