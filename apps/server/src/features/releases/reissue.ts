import { message } from '#contract/messages/message'

import type { Db } from '../../platform/database/database.ts'
import { PermanentFailure } from '../../platform/jobs/definition.ts'
import type { Jobs } from '../../platform/jobs/jobs.ts'
import { announceDataset } from '../datasets/announce.ts'
import { readDocument } from './document.ts'
import type { Prepared } from './frozen.ts'
import { patientKey } from './patients.ts'
import { reissueRelease } from './jobs.ts'

/** Copies the images that are left of a withdrawn release into the rows of a new one. */
export async function copyFrozen(
  db: Db,
  releaseId: number,
  { id, at }: { readonly id: number; readonly at: Date },
): Promise<Omit<Prepared, 'dataset'> & { readonly datasetId: number }> {
  const old = await db
    .selectFrom('release')
    .selectAll()
    .where('id', '=', releaseId)
    .executeTakeFirst()
  if (old === undefined) throw new PermanentFailure(message('releases.withdrawnMeanwhile'))
  await db
    .insertInto('release_image')
    .columns(['release_id', ...copied])
    .expression((eb) =>
      eb
        .selectFrom('release_image')
        .select([eb.val(id).as('release_id'), ...copied])
        .where('release_id', '=', releaseId),
    )
    .execute()
  const { title, description, licence, notes, number, plan, identified } = old
  return {
    datasetId: old.dataset_id,
    release: {
      id,
      number,
      texts: { title, description, licence, notes },
      plan,
      identified,
      document: readDocument(old.document),
      at,
    },
    leftOut: old.left_out,
    replacesId: old.id,
    creatorId: old.created_by,
  }
}

const copied = [
  'image_id',
  'patient',
  'part',
  'file_name',
  'source_path',
  'laterality',
  'media_type',
  'sha256',
  'mask',
  'image',
  'annotations',
  'measures',
] as const

export interface Reissuing {
  readonly at: Date
  /** Null if releases are only withdrawn. */
  readonly jobs: Jobs | null
}

/**
 * Withdraws the releases that hold any of these images, removes the images and the patient's pseudonyms from
 * their rows, and starts making each again without them. To be called before the images' rows are removed.
 * @returns the keys of the files to remove
 */
export async function withdrawFor(
  db: Db,
  { imageIds, at, jobs }: Reissuing & { readonly imageIds: readonly number[] },
): Promise<string[]> {
  const holding = await db
    .selectFrom('release')
    .innerJoin('dataset', 'dataset.id', 'release.dataset_id')
    .where('release.id', 'in', (eb) =>
      eb
        .selectFrom('release_image')
        .select('release_id')
        .where((image) => image('image_id', '=', image.fn.any(image.val(imageIds)))),
    )
    .select(['release.id', 'release.file', 'release.dataset_id', 'dataset.name'])
    .orderBy('release.id')
    .execute()
  await db
    .deleteFrom('release_image')
    .where((eb) => eb('image_id', '=', eb.fn.any(eb.val(imageIds))))
    .execute()
  await forgetPseudonyms(db, imageIds)
  const current = holding.filter(({ file }) => file !== null)
  for (const { id, dataset_id: datasetId } of current) {
    await db
      .updateTable('release')
      .set({ file: null, withdrawn_at: at })
      .where('id', '=', id)
      .execute()
    await announceDataset(db, datasetId, 'releases')
  }
  if (jobs !== null) await startAgain(db, jobs, current)
  return current.flatMap(({ file }) => file ?? [])
}

interface Withdrawn {
  readonly id: number
  readonly dataset_id: number
  readonly name: string
}

/** One task for each dataset makes those releases again that have images left. */
async function startAgain(db: Db, jobs: Jobs, withdrawn: readonly Withdrawn[]): Promise<void> {
  for (const [datasetId, own] of Map.groupBy(withdrawn, ({ dataset_id }) => dataset_id)) {
    const releaseIds: number[] = []
    for (const { id } of own) if (await hasImages(db, id)) releaseIds.push(id)
    if (releaseIds.length === 0) continue
    await jobs.start(db, {
      definition: reissueRelease,
      payload: { releaseIds },
      name: message('releases.reissueName', { dataset: own[0]?.name ?? '' }),
      creatorId: null,
      datasetId,
    })
  }
}

/** Whether a release has been made again. */
export async function isReplaced(db: Db, releaseId: number): Promise<boolean> {
  const row = await db
    .selectFrom('release')
    .select('id')
    .where('replaces_id', '=', releaseId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

async function hasImages(db: Db, releaseId: number): Promise<boolean> {
  const row = await db
    .selectFrom('release_image')
    .select('image_id')
    .where('release_id', '=', releaseId)
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** An erasure takes all images of a patient. */
async function forgetPseudonyms(db: Db, imageIds: readonly number[]): Promise<void> {
  const going = await db
    .selectFrom('image')
    .select(['dataset_id', patientKey.as('key')])
    .where((eb) => eb('id', '=', eb.fn.any(eb.val(imageIds))))
    .execute()
  for (const { dataset_id, key } of going) {
    await db
      .deleteFrom('release_patient')
      .where('dataset_id', '=', dataset_id)
      .where('patient_key', '=', key)
      .execute()
  }
}
