import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { deliverer, DeliveryError, type Deliverer } from '../../platform/outbox/definition.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { getLiveDataset } from '../datasets/queries.ts'
import { findStand } from '../reviews/queries.ts'
import { MicsError } from './adapter.ts'
import { auditExchange } from './audit-exchange.ts'
import {
  describeResult,
  withdrawnOf,
  type DescribeDeps,
  type ResultPayload,
} from './describe-result.ts'
import { resultOutboxMessage } from './jobs.ts'
import { markSent, markUnsent, noteFailure } from './queries.ts'
import type { Report } from './report.ts'
import { connectionOf } from './storage.ts'
import { findTold, keepTold } from './told-result.ts'

type DeliverDeps = DescribeDeps & { readonly outbox: Outbox }

/** Sends the status of results to the order system; delivered means acknowledged. */
export function resultDeliverer(deps: DeliverDeps): Deliverer {
  return deliverer(
    resultOutboxMessage,
    async (payload, { key, signal }) => {
      try {
        await tell(deps, { payload, key, signal })
      } catch (error) {
        if (!(error instanceof MicsError)) throw error
        throw new DeliveryError(error.told, { isFinal: error.isFinal })
      }
    },
    async ({ db, payload, ...change }) => {
      const image = await findImage(db, payload.imageId)
      if (image === undefined) return
      if (change.status === 'requeued') return markUnsent(db, image)
      if (change.status === 'delivered') {
        await deps.outbox.cancelRefused(db, [resultOutboxMessage.name], image.id)
        const stand = await findStand(db, image.id)
        const told = await findTold(db, image.id)
        const isNewest = stand?.version === payload.version && told?.version === payload.version
        if (isNewest) await markSent(db, payload)
        await auditExchange(db, image, { action: 'sendResult', outcome: 200 })
      }
      await noteFailure(db, image, 'why' in change ? change.why : null)
    },
  )
}

function findImage(db: Db, id: number) {
  return db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .where('twin', 'is', null)
    .executeTakeFirst()
}

interface Telling {
  readonly payload: ResultPayload
  readonly key: string
  readonly signal: AbortSignal
}

async function tell(deps: DeliverDeps, { payload, key, signal }: Telling): Promise<void> {
  const { db, clock } = deps
  const image = await findImage(db, payload.imageId)
  const dataset = image && (await getLiveDataset(db, image.dataset_id))
  if (image === undefined || dataset === undefined) {
    throw new MicsError(message('mics.imageGone'), { isFinal: true })
  }
  const send = (report: Report): Promise<void> =>
    deps.orderSystem.use(
      connectionOf(deps, dataset),
      (adapter, waiting) => adapter.writeResult(report, waiting),
      signal,
    )
  const told = await findTold(db, image.id)
  if (payload.standing === 'withdrawn') {
    // Nothing was sent.
    if (told === undefined) return
    const report = await withdrawnOf(deps, told, { payload, key })
    await keepTold(db, report, clock())
    return send(report)
  }
  const report = await describeResult(deps, { payload, key, image, dataset })
  if (told !== undefined && isOtherSubject(told, report)) {
    await send(await withdrawnOf(deps, told, { payload, key: `${key}:withdrawn` }))
  }
  await keepTold(db, report, clock())
  await send(report)
}

/** Whether the order system holds a result of the image under the wrong order. */
function isOtherSubject(told: Report, { patientId, ordSeq }: Report): boolean {
  const isSame = told.patientId === patientId && told.ordSeq === ordSeq
  return !isSame && told.standing !== 'withdrawn'
}
