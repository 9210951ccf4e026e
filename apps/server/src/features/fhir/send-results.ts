import type { FhirSettings } from '#contract/fhir'

import type { Db } from '../../platform/database/database.ts'
import { Problem } from '../../platform/http/problem.ts'
import { deliverer, DeliveryError, type Deliverer } from '../../platform/outbox/definition.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { findCurrentAnalysis } from '../analysis/queries.ts'
import { fhirSendingOf, getLiveDataset, type DatasetRow } from '../datasets/queries.ts'
import type { ImageRow } from '../images/queries.ts'
import { describeImage } from './describe-image.ts'
import { generateMessage, type GenerateDeps } from './generate-message.ts'
import { fhirOutboxMessage, fhirResultOutboxMessage } from './outbox-messages.ts'
import { postMessage } from './post-message.ts'
import { clearWaiting, findMessage, listMessages, type FhirMessageRow } from './queries.ts'

interface PostDeps {
  readonly outbox: Outbox
  readonly fhir: FhirSettings
}

interface OfImage {
  readonly id: number
  readonly dataset_id: number
}

/** Posts a finished analysis for the site's server if the dataset's owner has enabled it. */
export function postAnalysisWhereAsked(deps: PostDeps) {
  return async (
    trx: Db,
    { image, analysisId }: { image: OfImage; analysisId: number },
  ): Promise<void> => {
    if ((await sendingOf(trx, deps, image)) !== 'analysed') return
    await post(trx, deps, { image, analysisId, key: `${image.id}:${analysisId}` })
  }
}

/**
 * Like {@link postAnalysisWhereAsked}, for a result that a clinician has confirmed, or rejected after it was
 * sent.
 */
export function postReviewWhereAsked(deps: PostDeps) {
  return async (
    trx: Db,
    {
      image,
      review,
    }: { image: OfImage; review: { id: number; analysis_id: number; decision: string } },
  ): Promise<void> => {
    const { id, analysis_id: analysisId, decision } = review
    const mayBeThere = decision === 'rejected' && (await cancelSending(trx, deps, image.id))
    const sending = await sendingOf(trx, deps, image)
    const isSent = decision === 'confirmed' && sending !== 'no'
    // Withdraw a rejected result from wherever it is, however it got there.
    if (!isSent && !mayBeThere) return
    await post(trx, deps, { image, analysisId, key: `${image.id}:${analysisId}:${id}` })
  }
}

/**
 * Creates the message that withdraws an image's results from the site's server, about the current
 * patient.
 */
export function withdrawMessages(deps: SendDeps) {
  return async (trx: Db, { image }: { image: ImageRow }): Promise<void> => {
    if (!(await cancelSending(trx, deps, image.id))) return
    const dataset = await getLiveDataset(trx, image.dataset_id)
    if (dataset === undefined) return
    await postMessage(deps, trx, await currentMessage(deps, trx, { image, dataset }))
  }
}

/**
 * Cancels the waiting messages about an image.
 * @returns whether the site's server has one, or may have received one
 */
async function cancelSending(trx: Db, { outbox, fhir }: PostDeps, imageId: number) {
  const kinds = [fhirOutboxMessage.name, fhirResultOutboxMessage.name]
  const mayHaveArrived = await outbox.cancel(trx, kinds, imageId)
  const messages = await listMessages(trx, imageId)
  await clearWaiting(trx, imageId)
  const isThere = mayHaveArrived.length > 0 || messages.some((each) => each.push_state === 'sent')
  return fhir.push !== null && isThere
}

async function sendingOf(trx: Db, { fhir }: PostDeps, { dataset_id }: OfImage) {
  const dataset = await getLiveDataset(trx, dataset_id)
  return dataset === undefined || fhir.push === null ? 'no' : fhirSendingOf(dataset).SEND
}

async function post(
  trx: Db,
  { outbox }: PostDeps,
  { image, analysisId, key }: { image: OfImage; analysisId: number; key: string },
): Promise<void> {
  await outbox.post(trx, {
    definition: fhirResultOutboxMessage,
    key,
    orderKey: `image ${image.id}`,
    imageId: image.id,
    payload: { imageId: image.id, analysisId },
  })
}

type SendDeps = GenerateDeps & { readonly db: Db; readonly outbox: Outbox }

/**
 * Creates the FHIR message of a result and queues it: once, however often this outbox message is
 * delivered.
 */
export function fhirResultDeliverer(deps: SendDeps): Deliverer {
  return deliverer(fhirResultOutboxMessage, ({ imageId, analysisId }) =>
    deps.db.transaction().execute(async (trx) => {
      const image = await trx
        .selectFrom('image')
        .selectAll()
        .where('id', '=', imageId)
        .where('deleted_at', 'is', null)
        .where('twin', 'is', null)
        .forUpdate()
        .executeTakeFirst()
      const dataset = image && (await getLiveDataset(trx, image.dataset_id))
      if (image === undefined || dataset === undefined) return
      const current = await findCurrentAnalysis(trx, imageId)
      // A newer analysis has an outbox message of its own.
      if (current?.id !== analysisId) return
      await postMessage(deps, trx, await currentMessage(deps, trx, { image, dataset }))
    }),
  )
}

async function currentMessage(
  deps: SendDeps,
  trx: Db,
  { image, dataset }: { image: ImageRow; dataset: DatasetRow },
): Promise<FhirMessageRow> {
  try {
    const latest = await findMessage(trx, image.id)
    const { madeFrom } = await describeImage(trx, deps, image)
    if (latest?.made_from === madeFrom) return latest
    return await generateMessage(deps, trx, { image, dataset, createdBy: null })
  } catch (error) {
    throw error instanceof Problem ? new DeliveryError(error.told, { isFinal: true }) : error
  }
}
