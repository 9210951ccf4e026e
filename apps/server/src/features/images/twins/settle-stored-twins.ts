import { sql } from 'kysely'

import { inBackground, pause } from '../../../platform/background.ts'
import type { Db } from '../../../platform/database/database.ts'
import { visitor } from '../../../platform/http/actor.ts'
import type { AuditEntry } from '../../../platform/http/mounting.ts'
import { log } from '../../../platform/log.ts'
import { hashDataOf, imagesOfInstance, type HashDeps, type Instance } from './twins.ts'

interface SettlingDeps extends HashDeps {
  readonly audit: (db: Db, entry: AuditEntry) => Promise<void>
}

/** Pause between two instances, so that requests of users come first. */
const spacingMs = 100

/**
 * Compares the data sets of images stored before this check existed, from the kept originals. An
 * identical copy that nobody has worked on is set aside; all others wait for a person's decision.
 * Resumes at the next start.
 */
export function settleStoredTwins(deps: SettlingDeps): AsyncDisposable {
  return inBackground((signal) =>
    settleAll(deps, signal).catch((error: unknown) => {
      log.error('comparing images of the same DICOM instance', error)
    }),
  )
}

async function settleAll(deps: SettlingDeps, signal: AbortSignal): Promise<void> {
  for (const instance of await findUncompared(deps.db)) {
    if (signal.aborted) return
    await hashDataOf(deps, instance)
    await setCopiesAside(deps, instance)
    await pause(signal, spacingMs)
  }
}

function findUncompared(db: Db): Promise<Instance[]> {
  return db
    .selectFrom('image')
    .select(['dataset_id', 'instance_uid'])
    .distinct()
    .where('twin', '=', 'undecided')
    .where(
      sql<boolean>`exists (select from image as member
        where member.dataset_id = image.dataset_id and member.instance_uid = image.instance_uid
          and member.media_type = 'application/dicom' and member.data_sha256 is null
          and member.missing_at is null)`,
    )
    .orderBy('dataset_id')
    .orderBy('instance_uid')
    .execute()
}

async function setCopiesAside({ db, audit }: SettlingDeps, instance: Instance): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const [counting, ...others] = await imagesOfInstance(trx, instance)
      .selectAll('image')
      .select(
        sql<boolean>`exists (select from analysis_review as review
          join analysis on analysis.id = review.analysis_id
          where analysis.image_id = image.id)`.as('is_reviewed'),
      )
      .execute()
    const hash = counting?.data_sha256
    if (counting === undefined || counting.twin !== null || !hash) return
    const copies = others.filter(
      (other) =>
        other.twin === 'undecided' &&
        other.data_sha256?.equals(hash) === true &&
        other.annotation_count === 0 &&
        !other.is_reviewed &&
        (counting.predicted || !other.predicted),
    )
    if (copies.length === 0) return
    const ids = copies.map(({ id }) => id)
    await trx.updateTable('image').set({ twin: 'set_aside' }).where('id', 'in', ids).execute()
    await audit(trx, {
      actor: { ...visitor, username: 'system' },
      address: '',
      action: 'chooseTwin',
      type: 'image',
      id: counting.id,
      datasetId: counting.dataset_id,
      outcome: 200,
      accessSeconds: 0,
      detail: { set_aside: ids },
    })
  })
}
