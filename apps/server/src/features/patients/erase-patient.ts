import { message } from '#contract/messages/message'
import type { PatientErasure } from '#contract/patients'

import { recordErasure } from '../../platform/backup/erasures.ts'
import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import type { FileStore } from '../../platform/files/file-store.ts'
import type { Actor } from '../../platform/http/actor.ts'
import { Problem } from '../../platform/http/problem.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import type { Renditions } from '../../platform/images/renditions.ts'
import { copiesOf } from '../assignments/copies.ts'
import { announceDataset, announceDeletion } from '../datasets/announce.ts'
import { openPseudonyms } from '../images/pseudonyms.ts'
import {
  countAll,
  countSent,
  datasetsOf,
  documentsOf,
  imagesOf,
  isBusy,
  issuersOf,
  type Which,
} from './queries.ts'
import { announceErased } from './forget-erased.ts'
import { removeRows, type Belongings } from './remove-rows.ts'

export interface EraseDeps {
  readonly clock: Clock
  readonly files: FileStore
  readonly renditions: Renditions
  readonly dataFolder: string
  readonly jobs: Jobs
}

interface Erasing {
  readonly which: Which
  readonly reason: string
  readonly actor: Actor
}

/**
 * Erases all rows and files of a patient, and the exports of the datasets; releases are made again without
 * the patient. The record and the audit trail
 * remain.
 * @throws {Problem} not_found; not_possible_now if the ID is of several people; still_running
 */
export async function erasePatientForGood(
  db: Db,
  { clock, files, renditions, dataFolder, jobs }: EraseDeps,
  erasing: Erasing,
): Promise<PatientErasure> {
  const at = clock()
  const { erasure, keys } = await db.transaction().execute(async (trx) => {
    const { which, actor } = erasing
    const datasets = await datasetsOf(trx, which)
    await refuse(trx, datasets, which)
    const own = await imagesOf(trx, which).selectAll('image').orderBy('id').forUpdate().execute()
    const copies = await copiesOf(
      trx,
      own.map(({ id }) => id),
    )
    const images = [...own, ...copies]
    const documents = await documentsOf(trx, which).selectAll().orderBy('id').execute()
    const counts = await countAll(trx, which)
    const sent = await countSent(trx, which)
    const { keys: unowned, exports } = await removeRows(trx, { images, documents }, { at, jobs })
    const record = await insertRecord(
      trx,
      { ...erasing, at },
      {
        datasets,
        counts,
        sent,
        images: images.map(digestOf),
        documents: documents.map(digestOf),
        exports,
      },
    )
    await announce(trx, images, actor)
    // Before the commit: if the process is killed in between, the file has a line too many.
    await recordErasure(dataFolder, {
      at: record.at,
      kind: 'patient',
      id: record.id,
      images: images.map(({ id }) => id),
      documents: documents.map(({ id }) => id),
    })
    return { erasure: record, keys: unowned }
  })
  // Only once the rows are certainly gone: a file without a row is litter, a row without a file a loss.
  await Promise.all(keys.map((key) => files.remove(key)))
  const digests = erasure.images.map(({ sha256 }) => sha256)
  for (const sha256 of digests) await renditions.forget(sha256)
  await announceErased(db, { digests, keys })
  return erasure
}

async function refuse(
  db: Db,
  datasets: readonly { readonly id: number }[],
  which: Which,
): Promise<void> {
  if (datasets.length === 0) throw new Problem('not_found', message('patients.none'))
  const issuers = which.issuer === undefined ? await issuersOf(db, which) : []
  if (issuers.length > 1) throw new Problem('not_possible_now', message('patients.severalIssuers'))
  const ids = datasets.map(({ id }) => id)
  if (await isBusy(db, ids)) throw new Problem('still_running', message('patients.busy'))
}

type Removed = Omit<PatientErasure, 'id' | 'at' | 'by' | 'reason' | 'pseudonym'>

async function insertRecord(
  db: Db,
  { which, reason, actor, at }: Erasing & { readonly at: Date },
  removed: Removed,
): Promise<PatientErasure> {
  const pseudonym = (await openPseudonyms(db)).patient(which.patient_id)
  const by = actor.username
  const { id } = await db
    .insertInto('patient_erasure')
    .values({
      at,
      site_id: actor.siteId,
      by_username: by,
      reason,
      pseudonym,
      removed: JSON.stringify(removed),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { ...removed, id, at: at.toISOString(), by, reason, pseudonym }
}

async function announce(db: Db, images: Belongings['images'], actor: Actor): Promise<void> {
  for (const datasetId of new Set(images.map((image) => image.dataset_id))) {
    await announceDataset(db, datasetId, 'images')
  }
  for (const image of images) {
    const place = { datasetId: image.dataset_id, imageId: image.id }
    await announceDeletion(db, { ...place, undone: false, by: actor })
  }
}

function digestOf({ id, sha256 }: { readonly id: number; readonly sha256: Buffer }) {
  return { id, sha256: sha256.toString('hex') }
}
