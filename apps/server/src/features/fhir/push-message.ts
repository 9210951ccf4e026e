import { z } from 'zod'

import { message } from '#contract/messages/message'
import {
  isWithdrawal,
  mistakesIn,
  retiredResults,
  transactionOf,
  withStudyOf,
  type Mistake,
} from '#fhir/message'
import { objectsOf, type Bundle, type Resource } from '#fhir/resource'

import type { Db } from '../../platform/database/database.ts'
import { visitor } from '../../platform/http/actor.ts'
import { OutboundError } from '../../platform/http/outbound-error.ts'
import type { Outbound } from '../../platform/http/outbound.ts'
import { deliverer, DeliveryError, type Deliverer } from '../../platform/outbox/definition.ts'
import type { Outbox } from '../../platform/outbox/outbox.ts'
import { sha1Of } from '../../platform/sha1.ts'
import { recordAudit } from '../audit/queries.ts'
import { getLiveDataset } from '../datasets/queries.ts'
import type { ImageRow } from '../images/queries.ts'
import { generateMessage, type GenerateDeps } from './generate-message.ts'
import { describeNow } from './is-stale.ts'
import { ownPatientOf, retireOwnPatient } from './own-patient.ts'
import { postMessage } from './post-message.ts'
import { fhirOutboxMessage, fhirResultOutboxMessage } from './outbox-messages.ts'
import {
  bundleOf,
  findMessageById,
  listMessages,
  noteOwnPatient,
  setPushState,
  type FhirMessageRow,
} from './queries.ts'
import { hasOtherImages } from './study-of.ts'

interface PushDeps extends GenerateDeps {
  readonly db: Db
  readonly outbox: Outbox
  readonly outbound: Outbound
}

const milliseconds = 45_000
const mostBytes = 8 * 2 ** 20

/** Sends a message to the site's server as an idempotent transaction. */
export function fhirDeliverer(deps: PushDeps): Deliverer {
  const { clock, outbound, fhir } = deps
  return deliverer(
    fhirOutboxMessage,
    async ({ messageId }, { signal }) => {
      if (fhir.push === null) throw new DeliveryError(message('fhir.noServer'))
      const wrapped = await transactionFor(deps, messageId)
      if (wrapped === undefined) return
      const url = new URL(fhir.push.url)
      const { authorization } = fhir.push
      const request = {
        headers: {
          'content-type': 'application/fhir+json; fhirVersion=4.0',
          accept: 'application/fhir+json',
          ...(authorization === null ? {} : { authorization }),
        },
        milliseconds,
        bytes: mostBytes,
        signal,
      }
      const { bundle, transaction } = wrapped
      const base = fhir.push.url.replace(/\/$/, '')
      const send = async () => {
        await retireOwnPatient({ ...deps, base, request }, bundle)
        const body = Buffer.from(JSON.stringify(transaction))
        return outbound.send(url, { ...request, method: 'POST', body })
      }
      const answer = await send().catch((error: unknown) => {
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
      if (!isSent) return
      await deps.outbox.cancelRefused(
        trx,
        [fhirOutboxMessage.name, fhirResultOutboxMessage.name],
        image.id,
      )
      await noteOwnPatient(trx, messageId, ownPatientOf(fhir, bundleOf(row)))
      await auditSending(trx, image, row)
    },
  )
}

interface Wrapped {
  readonly bundle: Bundle
  readonly transaction: Bundle
}

/** Undefined if a newer message is waiting or was sent, which this one must not undo. */
async function transactionFor(deps: PushDeps, messageId: number): Promise<Wrapped | undefined> {
  const { db } = deps
  const row = await findMessageById(db, messageId)
  const image = row && (await findImage(db, row))
  if (row === undefined || image === undefined)
    throw new DeliveryError(message('fhir.messageGone'), { isFinal: true })
  if (await isOvertaken(db, row)) return undefined
  const described = await describeNow(db, deps, image)
  const isCurrent = described?.madeFrom === row.made_from
  if (!isCurrent && described?.analysisId === row.analysis_id) {
    await renew(deps, image, row)
    return undefined
  }
  const kept = bundleOf(row)
  // A withdrawal refers to what was sent, even if the image belongs to another patient now.
  if (!isCurrent && !isWithdrawal(kept))
    throw new DeliveryError(message('fhir.staleMessage'), { isFinal: true })
  const earlier = (await listMessages(db, row.image_id)).filter(
    ({ version }) => version < row.version,
  )
  const bundle = isCurrent ? withStudyOf(kept, described.description, sha1Of) : kept
  const sent = earlier.filter(({ push_state: state }) => state === 'sent')
  const transaction = transactionOf(bundle, {
    patient: deps.fhir.patient,
    retired: retiredResults(bundle, earlier.map(bundleOf)),
    mistaken: await withoutStandingStudies(db, image, mistakesIn(bundle, sent.map(bundleOf))),
  })
  return { bundle, transaction }
}

/** A study with other images of its patient was not a mistake. */
async function withoutStandingStudies(
  db: Db,
  image: ImageRow,
  mistakes: readonly Mistake[],
): Promise<Mistake[]> {
  const found: Mistake[] = []
  for (const mistake of mistakes)
    if (!(await isStandingStudy(db, image, mistake))) found.push(mistake)
  return found
}

async function isStandingStudy(
  db: Db,
  image: ImageRow,
  { resource, patient }: Mistake,
): Promise<boolean> {
  if (resource.resourceType !== 'ImagingStudy') return false
  const study = firstIdentifier(resource).replace('urn:oid:', '')
  return hasOtherImages(db, image, { study, patientId: firstIdentifier(patient) })
}

function firstIdentifier(resource: Resource): string {
  const [{ value } = {}] = objectsOf(resource['identifier'])
  return typeof value === 'string' ? value : ''
}

/**
 * If a result would be reported differently now, for example by newer software, the current one
 * replaces it.
 */
function renew(deps: PushDeps, image: ImageRow, { created_by: createdBy }: FhirMessageRow) {
  return deps.db.transaction().execute(async (trx) => {
    const dataset = await getLiveDataset(trx, image.dataset_id)
    if (dataset === undefined) return
    await postMessage(deps, trx, await generateMessage(deps, trx, { image, dataset, createdBy }))
  })
}

function findImage(db: Db, { image_id }: FhirMessageRow): Promise<ImageRow | undefined> {
  return db
    .selectFrom('image')
    .selectAll()
    .where('id', '=', image_id)
    .where('deleted_at', 'is', null)
    .where('twin', 'is', null)
    .executeTakeFirst()
}

async function isOvertaken(db: Db, { image_id, version }: FhirMessageRow): Promise<boolean> {
  const messages = await listMessages(db, image_id)
  return messages.some(
    (each) => each.version > version && ['waiting', 'sent'].includes(each.push_state),
  )
}

/** The patient that was sent to the site's server. */
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

/** A server's rejection of the content is permanent; every other failure may be temporary. */
const finalStatuses = new Set([400, 404, 410, 422])

function refusalOf(error: unknown, host: string): unknown {
  if (!(error instanceof OutboundError)) return error
  const { answer } = error
  if (answer === undefined) return new DeliveryError(error.told)
  const { status, afterSeconds } = answer
  if (status === 412) return new DeliveryError(message('fhir.patientNotMatched', { host }))
  return finalStatuses.has(status)
    ? new DeliveryError(message('fhir.refusedByServer', { host, status }), { isFinal: true })
    : new DeliveryError(message('fhir.notAccepted', { host, status }), { afterSeconds })
}

const TransactionResponse = z.object({
  resourceType: z.literal('Bundle'),
  type: z.literal('transaction-response'),
  entry: z.array(z.object({ response: z.object({ status: z.string() }) })),
})

/** The server acknowledges each part that it has processed. */
function refuseUnconfirmed(content: Buffer, transaction: Bundle, host: string): void {
  const { success, data } = TransactionResponse.safeParse(jsonOf(content))
  const isDone = (transaction.entry ?? []).every(({ request }, i) => {
    const status = data?.entry[i]?.response.status ?? ''
    // A resource to delete may already be gone since an earlier try.
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
