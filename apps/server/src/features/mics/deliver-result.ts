import { QualityNumbers, RiskNumbers } from '#contract/analysis-numbers'
import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { deliverer, DeliveryError, type Deliverer } from '../../platform/outbox/definition.ts'
import type { Models } from '../../platform/models/models.ts'
import { areOutdated } from '../analysis/present.ts'
import { getLiveDataset, type DatasetRow } from '../datasets/queries.ts'
import { MicsError, type Report } from './adapter.ts'
import { auditExchange } from './audit-exchange.ts'
import { findOrder } from './find-order.ts'
import { resultLetter } from './jobs.ts'
import { attachOrder, markSent, noteFailure, orderOf } from './queries.ts'
import { connectionOf, type MicsDeps } from './storage.ts'

type DeliverDeps = MicsDeps & { readonly db: Db; readonly models: Models }
type Payload = { readonly imageId: number; readonly resultId: number; readonly version: number }

/** Writes results back to the order system; sent is what it has acknowledged. */
export function resultDeliverer(deps: DeliverDeps): Deliverer {
  return deliverer(
    resultLetter,
    async (payload, { key, signal }) => {
      try {
        const { dataset, report } = await describe(deps, payload, key)
        await deps.orderSystem.use(
          connectionOf(deps, dataset),
          (adapter, waiting) => adapter.writeResult(report, waiting),
          signal,
        )
      } catch (error) {
        if (!(error instanceof MicsError)) throw error
        throw new DeliveryError(error.told, { isFinal: error.isFinal })
      }
    },
    async ({ db, payload, ...change }) => {
      const image = await findImage(db, payload.imageId)
      if (image === undefined) return
      if (change.status === 'delivered') {
        await markSent(db, payload)
        await auditExchange(db, image, { action: 'sendResult', outcome: 200 })
      }
      await noteFailure(db, image, change.status === 'dead' ? change.why : null)
    },
  )
}

function findImage(db: Db, id: number) {
  return db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
}

type Image = NonNullable<Awaited<ReturnType<typeof findImage>>>

async function describe(
  deps: DeliverDeps,
  payload: Payload,
  key: string,
): Promise<{ dataset: DatasetRow; report: Report }> {
  const { db } = deps
  const image = await findImage(db, payload.imageId)
  const dataset = image && (await getLiveDataset(db, image.dataset_id))
  const result = await findResult(db, payload.resultId)
  if (image === undefined || dataset === undefined || result === undefined) {
    throw new MicsError(message('mics.imageGone'), { isFinal: true })
  }
  // What was measured as another patient's is not written back as this one's.
  if (await areOutdated(db, deps.models, image)) {
    throw new MicsError(message('mics.outOfDate'), { isFinal: true })
  }
  const report: Report = {
    ...payload,
    ...(await numbersOf(db, result)),
    key,
    patientId: image.patient_id,
    patientName: image.patient_name,
    studyDate: image.study_date ?? '',
    ordSeq: orderOf(image) || (await findAndAttach(deps, dataset, image)),
    laterality: image.laterality ?? '',
    reportUrl: (deps.orderSystem.site?.reportUrl ?? '').replaceAll('{imageId}', String(image.id)),
    analysedAt: result.created_at,
  }
  return { dataset, report }
}

/** For an image that was analysed before its order was known. */
async function findAndAttach(
  deps: DeliverDeps,
  dataset: DatasetRow,
  image: Image,
): Promise<string> {
  const order = await findOrder(deps, dataset, image)
  await attachOrder(deps.db, image, order)
  return order.ordSeq
}

function findResult(db: Db, id: number) {
  return db
    .selectFrom('analysis_result')
    .select(['image_id', 'created_at'])
    .where('id', '=', id)
    .executeTakeFirst()
}

const bands = ['low', 'moderate', 'high'] as const

/** What the results of the same analysis say: those that were made at the same time. */
async function numbersOf(
  db: Db,
  { image_id, created_at }: { image_id: number; created_at: Date },
): Promise<{ quality: string; riskCategory: string }> {
  const rows = await db
    .selectFrom('analysis_result')
    .select(['kind', 'numbers'])
    .where('image_id', '=', image_id)
    .where('created_at', '=', created_at)
    .where('kind', 'in', ['quality', 'risk'])
    .execute()
  const numbers = new Map(rows.map((row) => [row.kind, row.numbers]))
  const quality = QualityNumbers.safeParse(numbers.get('quality'))
  const risk = RiskNumbers.safeParse(numbers.get('risk'))
  return {
    quality: quality.data?.grade ?? '',
    riskCategory: risk.data === undefined ? '' : categoryOf(risk.data),
  }
}

/** The highest category that an outcome has; empty where none could be told. */
function categoryOf(risk: RiskNumbers): string {
  if (risk.kind === 'plugged-in') return risk.band
  if (risk.kind === 'no-risk-index') return ''
  const { outcomes } = risk
  const isFound = (band: string): boolean =>
    outcomes.some((outcome) => outcome.kind === 'relative-hazard' && outcome.band === band)
  return bands.findLast(isFound) ?? ''
}
