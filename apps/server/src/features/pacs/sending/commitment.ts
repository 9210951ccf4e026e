import { randomUUID } from 'node:crypto'

import { sql } from 'kysely'

import { message } from '#contract/messages/message'
import { uidOfUuid } from '#dicom/uid'

import type { Clock } from '../../../platform/clock.ts'
import type { Db } from '../../../platform/database/database.ts'
import {
  askCommitment,
  commitmentProposal,
  listenForReport,
} from '../../../platform/dicom-network/commitment.ts'
import type { CommitmentReport } from '../../../platform/dicom-network/commitment-report.ts'
import type { Sender } from '../../../platform/dicom-network/provider.ts'
import type { Outbound } from '../../../platform/http/outbound.ts'
import { deliverer, DeliveryError, type Deliverer } from '../../../platform/outbox/definition.ts'
import { announceDataset } from '../../datasets/announce.ts'
import { pacsSettingsOf } from '../../datasets/queries.ts'
import { archiveOf, withArchive } from '../archive.ts'
import { explainFault, isFinal } from '../explain.ts'
import { commitmentOutboxMessage } from '../outbox-messages.ts'
import { changeSending, findSending, type SendingDeps, type SendingRow } from './sendings.ts'

/** Time to wait for a report on the same association; most archives open their own. */
const listenMs = 5000
const askAgainSeconds = 3600
/** Time after the request during which a report is accepted. */
const reportDays = 7

/** Posts the request whether the archive keeps the objects of a sending. */
export async function postCommitment(
  { outbox }: SendingDeps,
  trx: Db,
  { id: sendingId, image_id: imageId }: SendingRow,
): Promise<void> {
  await changeSending(trx, sendingId, { commitment: 'asked' })
  await outbox.post(trx, {
    definition: commitmentOutboxMessage,
    key: String(sendingId),
    orderKey: String(sendingId),
    imageId,
    payload: { sendingId },
  })
}

interface CommitmentDeps {
  readonly db: Db
  readonly clock: Clock
  readonly outbound: Outbound
}

/**
 * Requests storage commitment from archives, and again after an hour without a report. The message is
 * delivered when a report arrives; after a day without one, commitment is unknown.
 */
export function commitmentDeliverer(deps: CommitmentDeps): Deliverer {
  const { db } = deps
  return deliverer(
    commitmentOutboxMessage,
    async ({ sendingId }, { signal }) => {
      if (!(await isAwaited(db, sendingId))) return
      await ask(deps, sendingId, signal)
      if (!(await isAwaited(db, sendingId))) return
      throw new DeliveryError(message('pacs.reportAwaited'), { afterSeconds: askAgainSeconds })
    },
    async ({ db: trx, payload: { sendingId }, status }) => {
      if (status === 'delivered') return
      const found = await findSending(trx, sendingId)
      if (found === undefined) return
      const commitment = status === 'dead' ? 'unknown' : 'asked'
      await changeSending(trx, sendingId, { commitment })
      await announceDataset(trx, found.dataset.id, 'images')
    },
  )
}

async function isAwaited(db: Db, sendingId: number): Promise<boolean> {
  return (await findSending(db, sendingId))?.sending.commitment === 'asked'
}

async function ask(deps: CommitmentDeps, sendingId: number, signal: AbortSignal): Promise<void> {
  const { db, clock } = deps
  const found = await findSending(db, sendingId)
  if (found === undefined) return
  const settings = pacsSettingsOf(found.dataset)
  if (settings.IP === '') throw new DeliveryError(message('pacs.notConfigured'))
  const objects = await db
    .selectFrom('pacs_object')
    .select(['sop_class_uid as sopClassUid', 'sop_instance_uid as sopInstanceUid'])
    .where('sending_id', '=', sendingId)
    .where('committed', 'is not', true)
    .execute()
  const transactionUid = uidOfUuid(randomUUID())
  let isReported = false
  const report = async (told: CommitmentReport): Promise<boolean> => {
    isReported = await keepReport(db, told)
    return isReported
  }
  const proposals = [commitmentProposal]
  try {
    await withArchive(archiveOf(deps.outbound, settings), { proposals, signal }, async (user) => {
      // A report may arrive before the answer, also by another association.
      await db
        .insertInto('pacs_commitment')
        .values({
          transaction_uid: transactionUid,
          sending_id: sendingId,
          asked_at: clock(),
          address: user.association.connection.address,
          ae_title: settings.AETITLE,
        })
        .execute()
      await askCommitment(user, { transactionUid, objects, report })
      if (isReported) await user.release()
      else await listenForReport(user, report, listenMs)
    })
  } catch (error) {
    throw new DeliveryError(explainFault(error, settings), { isFinal: isFinal(error) })
  }
}

/** Records an archive's report on the objects of a request; false if there was no request. */
export function keepReport(db: Db, report: CommitmentReport): Promise<boolean> {
  return db.transaction().execute(async (trx) => {
    const sending = await trx
      .selectFrom('pacs_commitment')
      .innerJoin('pacs_sending', 'pacs_sending.id', 'pacs_commitment.sending_id')
      .innerJoin('image', 'image.id', 'pacs_sending.image_id')
      .select(['pacs_sending.id', 'image.dataset_id'])
      .where('pacs_commitment.transaction_uid', '=', report.transactionUid)
      .forUpdate('pacs_sending')
      .executeTakeFirst()
    if (sending === undefined) return false
    await noteObjects(trx, sending.id, { instances: report.committed, committed: true })
    for (const reason of new Set(report.failed.map((each) => each.reason))) {
      const instances = report.failed.filter((each) => each.reason === reason)
      const uids = instances.map(({ sopInstanceUid }) => sopInstanceUid)
      await noteObjects(trx, sending.id, { instances: uids, committed: false, reason })
    }
    await settle(trx, sending.id)
    await announceDataset(trx, sending.dataset_id, 'images')
    return true
  })
}

async function noteObjects(
  trx: Db,
  sendingId: number,
  told: { instances: readonly string[]; committed: boolean; reason?: number },
): Promise<void> {
  if (told.instances.length === 0) return
  await trx
    .updateTable('pacs_object')
    .set({ committed: told.committed, reason: told.reason ?? null })
    .where('sending_id', '=', sendingId)
    .where('sop_instance_uid', 'in', told.instances)
    .execute()
}

/** A sending is settled when each of its objects was reported. */
async function settle(trx: Db, sendingId: number): Promise<void> {
  const objects = await trx
    .selectFrom('pacs_object')
    .select('committed')
    .where('sending_id', '=', sendingId)
    .execute()
  if (objects.some(({ committed }) => committed === null)) return
  const isWhole = objects.every(({ committed }) => committed === true)
  await changeSending(trx, sendingId, { commitment: isWhole ? 'committed' : 'failed' })
}

const asked = (db: Db) =>
  db
    .selectFrom('pacs_commitment')
    .select('transaction_uid')
    .where('asked_at', '>', sql<Date>`now() - make_interval(days => ${reportDays})`)
    .limit(1)

/** Whether an archive at this address was asked, and may report. */
export async function mayReport(db: Db, { address }: Pick<Sender, 'address'>): Promise<boolean> {
  const found = await asked(db)
    .where(sql<boolean>`address = ${address}::inet`)
    .executeTakeFirst()
  return found !== undefined
}

/** Whether archives that were asked know us by this title. */
export async function isKnownAs(db: Db, aeTitle: string): Promise<boolean> {
  return (await asked(db).where('ae_title', '=', aeTitle).executeTakeFirst()) !== undefined
}
