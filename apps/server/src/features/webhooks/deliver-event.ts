import { message, type Message } from '#contract/messages/message'
import type { WebhookMessage } from '#contract/webhooks'

import type { Clock } from '../../platform/clock.ts'
import { inTransaction, type Db } from '../../platform/database/database.ts'
import { identityOf } from '../../platform/http/actor.ts'
import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { deliverer, DeliveryError, type Deliverer } from '../../platform/outbox/definition.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import type { Secrets } from '../../platform/secrets.ts'
import { isPermitted } from '../datasets/queries.ts'
import { findUserById } from '../users/queries.ts'
import { hasExpired } from '../users/refuse-expired.ts'
import { webhookOutboxMessage } from './outbox-message.ts'
import { findWebhook, stopWebhook, type WebhookRow } from './queries.ts'
import { secretsOf } from './sealed-secrets.ts'
import { signatureHeaders } from './signature.ts'

interface DeliveryDeps {
  readonly db: Db
  readonly clock: Clock
  readonly outbound: Outbound
  readonly outbox: Outbox
  readonly secrets: Secrets
  readonly loginEnabled: boolean
  /** Longest attempt, in milliseconds. */
  readonly webhookPatienceMs: number
}

/** Maximum size of a receiver's answer, which is not used, in bytes. */
const answerBytes = 2 ** 20
/** The receiver will never accept the message, and the next one may be sent. */
const finalStatuses: ReadonlySet<number> = new Set([400, 413, 415, 422])
const goneStatus = 410

/** Tells a webhook of an event, signed, if its maker may still configure its dataset. */
export function webhookDeliverer(deps: DeliveryDeps): Deliverer {
  return deliverer(webhookOutboxMessage, async (payload, { key, signal }) => {
    const webhook = await findWebhook(deps.db, payload.webhookId)
    if (webhook === undefined) throw new DeliveryError(message('webhooks.gone'), { isFinal: true })
    if (!webhook.is_on) throw new DeliveryError(message('webhooks.isOff'), { isFinal: true })
    if (!(await isStillEntitled(deps, webhook))) {
      return stop(deps, webhook, message('webhooks.rightLost'))
    }
    const at = deps.clock()
    const secrets = secretsOf(deps.secrets, webhook, at)
    if (secrets === undefined) return stop(deps, webhook, message('webhooks.secretLost'))
    const body = JSON.stringify({
      type: payload.type,
      timestamp: new Date(payload.at).toISOString(),
      data: payload.data,
    } satisfies WebhookMessage)
    const headers = {
      'content-type': 'application/json',
      'user-agent': 'Fovea',
      ...signatureHeaders({ id: key, body, at, secrets }),
    }
    const request = {
      method: 'POST',
      headers,
      milliseconds: deps.webhookPatienceMs,
      bytes: answerBytes,
    } as const
    try {
      await deps.outbound.send(new URL(webhook.url), {
        ...request,
        body: Buffer.from(body),
        signal,
      })
    } catch (error) {
      if (!(error instanceof OutboundError)) throw error
      if (error.answer?.status === goneStatus) {
        await stop(deps, webhook, message('webhooks.receiverGone'))
      }
      throw new DeliveryError(error.told, {
        isFinal: finalStatuses.has(error.answer?.status ?? 0),
        afterSeconds: error.answer?.afterSeconds ?? 0,
      })
    }
  })
}

/** A webhook works in the name of its maker, and only as long as that account may set it up. */
async function isStillEntitled(
  { db, clock, loginEnabled }: DeliveryDeps,
  { maker_id: makerId, dataset_id: datasetId }: WebhookRow,
): Promise<boolean> {
  if (!loginEnabled) return true
  const maker = makerId === null ? undefined : await findUserById(db, makerId)
  if (maker === undefined || hasExpired(maker, clock())) return false
  return isPermitted(db, { ...identityOf(maker), needs: 'configure' }, datasetId)
}

async function stop(deps: DeliveryDeps, { id }: WebhookRow, why: Message): Promise<never> {
  await inTransaction(deps.db, (trx) => stopWebhook({ ...deps, db: trx }, id, why))
  throw new DeliveryError(why, { isFinal: true })
}
