import { message } from '#contract/messages/message'
import type { PacsSettings } from '#contract/pacs'
import type { ObjectContext } from '#dicom/objects/common'

import { inTransaction, type Db } from '../../../platform/database/database.ts'
import { describeFile, store, type StoredObject } from '../../../platform/dicom-network/store.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import { OutboundError } from '../../../platform/http/outbound-error.ts'
import type { Outbound } from '../../../platform/http/outbound.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { deliverer, DeliveryError, type Deliverer } from '../../../platform/outbox/definition.ts'
import type { Secrets } from '../../../platform/secrets.ts'
import { announceDataset } from '../../datasets/announce.ts'
import { micsSettingsOf, pacsSettingsOf, type DatasetRow } from '../../datasets/queries.ts'
import { patientOf } from '../../images/dicom/object-context.ts'
import type { ImageRow } from '../../images/queries.ts'
import { ensureSound } from '../../images/sound-original.ts'
import { originalKey } from '../../images/storage.ts'
import { markSent } from '../../mics/queries.ts'
import type { ReportDeps } from '../../reports/write-report.ts'
import { findStand } from '../../reviews/queries.ts'
import { archiveOf, canSend, withArchive } from '../archive.ts'
import { postCommitment } from './commitment.ts'
import { webServiceOf } from '../dicomweb-client.ts'
import { explainFault, isFinal } from '../explain.ts'
import { sendingOutboxMessage } from '../outbox-messages.ts'
import { withResultFiles } from './result-files.ts'
import { changeSending, findSending, type SendingDeps, type SendingRow } from './sendings.ts'
import { storeAllByWeb } from './store-by-web.ts'
import { webSettingsOf } from '../web-settings.ts'

interface SendDeps extends SendingDeps, ReportDeps {
  readonly db: Db
  readonly files: FileStore
  readonly outbound: Outbound
  readonly secrets: Secrets
  readonly temporaryFolder: string
}

interface Sending {
  readonly sending: SendingRow
  readonly image: ImageRow
  readonly dataset: DatasetRow
}

/** Stores images and results in archives; sent means that the archive reported them as stored. */
export function sendingDeliverer(deps: SendDeps): Deliverer {
  const { db, clock } = deps
  return deliverer(
    sendingOutboxMessage,
    async ({ sendingId }, { signal }) => {
      const found = await findSending(db, sendingId)
      if (found === undefined) throw hopeless(message('pacs.imageGone'))
      const { settings, password } = webSettingsOf(deps, found.dataset)
      // Another one may be available soon.
      if (!canSend(settings)) throw new DeliveryError(message('pacs.notConfigured'))
      const send = async (objects: readonly StoredObject[]): Promise<readonly number[]> => {
        try {
          if (settings.SENDBY === 'C-STORE') {
            return await storeAll(deps.outbound, settings, { objects, signal })
          }
          const service = webServiceOf(deps.outbound, { settings, password })
          return await storeAllByWeb(service, { objects, signal })
        } catch (error) {
          throw failedDelivery(error, settings)
        }
      }
      await (found.sending.kind === 'image'
        ? sendImage(deps, found, send)
        : sendResults(deps, found, { send, signal }))
    },
    async ({ db: trx, payload: { sendingId }, status }) => {
      const found = await findSending(trx, sendingId)
      if (found === undefined) return
      if (status === 'requeued') await changeSending(trx, sendingId, { state: 'waiting' })
      if (status === 'dead') await changeSending(trx, sendingId, { state: 'failed' })
      if (status === 'delivered') {
        await changeSending(trx, sendingId, { state: 'sent', sent_at: clock() })
        await noteSent(trx, found)
        const { COMMITMENT, IP } = pacsSettingsOf(found.dataset)
        // DICOMweb has no such service: request it over DICOM, even for objects stored by STOW-RS.
        if (COMMITMENT && IP !== '') await postCommitment(deps, trx, found.sending)
      }
      await announceDataset(trx, found.dataset.id, 'images')
    },
  )
}

type Send = (objects: readonly StoredObject[]) => Promise<readonly number[]>

/** The image's file, byte for byte. */
async function sendImage(
  deps: SendDeps,
  { sending, image, dataset }: Sending,
  send: Send,
): Promise<void> {
  const { db, files } = deps
  await ensureSound(db, deps, { image, datasetName: dataset.name }).catch(hopelessIfRefused)
  const key = originalKey(dataset.name, image.path)
  await files.withLocalPath(key, async (path) => {
    const object = await describeFile(path)
    if (object === undefined) {
      throw hopeless(message('pacs.nothingToSend', { file: image.file_name }))
    }
    await keepSent(db, sending, { objects: [object], statuses: await send([object]) })
  })
}

async function sendResults(
  deps: SendDeps,
  { sending, image }: Sending,
  { send, signal }: { send: Send; signal: AbortSignal },
): Promise<void> {
  const { language } = sending
  const wanted = { image, language: language === 'ko' ? 'ko' : 'en', signal } as const
  await withResultFiles(deps, wanted, async ({ objects, analysisId }) => {
    if (objects.length === 0) {
      const stand = await findStand(deps.db, image.id)
      // It was rejected before the archive had anything of it.
      if (stand?.standing === 'withdrawn') return
      throw hopeless(message('pacs.noResults'))
    }
    const patient = patientOf(image)
    const statuses = await send(objects)
    await keepSent(deps.db, sending, { objects, statuses, analysisId, patient })
  }).catch(hopelessIfRefused)
}

function hopelessIfRefused(error: unknown): never {
  throw error instanceof Problem ? hopeless(error.told) : error
}

/** All in one association; the archive recognises duplicates by their UIDs. */
function storeAll(
  outbound: Outbound,
  settings: PacsSettings,
  { objects, signal }: { objects: readonly StoredObject[]; signal: AbortSignal },
): Promise<number[]> {
  const proposals = objects.map(({ sopClassUid: abstractSyntax, transferSyntaxUid }) => ({
    abstractSyntax,
    transferSyntaxes: [transferSyntaxUid],
  }))
  return withArchive(archiveOf(outbound, settings), { proposals, signal }, async (user) => {
    const statuses: number[] = []
    for (const object of objects) statuses.push(await store(user, object))
    await user.release()
    return statuses
  })
}

interface Sent {
  readonly objects: readonly StoredObject[]
  readonly statuses: readonly number[]
  readonly analysisId?: number | null
  readonly patient?: ObjectContext['patient']
}

/** Records the archive's answers before the sending counts as done. */
async function keepSent(
  db: Db,
  { id }: SendingRow,
  { objects, statuses, analysisId = null, patient }: Sent,
): Promise<void> {
  const rows = objects.map(({ sopInstanceUid, sopClassUid }, index) => ({
    sending_id: id,
    sop_instance_uid: sopInstanceUid,
    sop_class_uid: sopClassUid,
    status: statuses[index] ?? 0,
  }))
  await inTransaction(db, async (trx) => {
    await trx.deleteFrom('pacs_object').where('sending_id', '=', id).execute()
    await trx.insertInto('pacs_object').values(rows).execute()
    await changeSending(trx, id, { analysis_id: analysisId, ...(patient && { patient }) })
  })
}

/** The order system's own acknowledgement takes precedence. */
async function noteSent(trx: Db, { sending, image, dataset }: Sending): Promise<void> {
  const { analysis_id: analysisId } = sending
  if (analysisId === null || micsSettingsOf(dataset).REQUIRESEND) return
  if (await isOvertaken(trx, sending)) return
  await markSent(trx, { imageId: image.id, analysisId })
}

/** Whether the current state still needs to be sent. */
async function isOvertaken(trx: Db, { id, image_id }: SendingRow): Promise<boolean> {
  const newer = await trx
    .selectFrom('pacs_sending')
    .select('id')
    .where('image_id', '=', image_id)
    .where('kind', '=', 'results')
    .where('state', '=', 'waiting')
    .where('id', '>', id)
    .limit(1)
    .executeTakeFirst()
  return newer !== undefined
}

function hopeless(told: DeliveryError['told']): DeliveryError {
  return new DeliveryError(told, { isFinal: true })
}

/** Why the archive refused it: permanently, or for now. */
function failedDelivery(error: unknown, settings: PacsSettings): DeliveryError {
  const why = explainFault(error, settings)
  const afterSeconds = error instanceof OutboundError ? error.answer?.afterSeconds : undefined
  return new DeliveryError(message('pacs.sendingFailed', { why }), {
    isFinal: isFinal(error),
    ...(afterSeconds === undefined ? {} : { afterSeconds }),
  })
}
