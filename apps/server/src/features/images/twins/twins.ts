import { sql } from 'kysely'

import { message } from '#contract/messages/message'

import type { Db } from '../../../platform/database/database.ts'
import type { FileStore } from '../../../platform/files/file-store.ts'
import type { Actor } from '../../../platform/http/actor.ts'
import { Problem } from '../../../platform/http/problem.ts'
import { UndecodableImage, type Decoder } from '../../../platform/images/decoder.ts'
import { dicomMediaType } from '../../../platform/images/format.ts'
import type { ImageContent } from '../inspect-image.ts'
import { getImageRow, type ImageRow } from '../queries.ts'
import { originalKey } from '../storage.ts'

/** The key by which images claim to be the same DICOM instance within a dataset. */
export type Instance = Pick<ImageRow, 'dataset_id' | 'instance_uid'>

/** @throws {Problem} not_possible_now, if another image of the same instance counts. */
export function refuseUncounted({ twin }: Pick<ImageRow, 'twin'>): void {
  if (twin !== null) throw new Problem('not_possible_now', message(`images.twin_${twin}`))
}

/**
 * Like `getImageRow`.
 * @throws {Problem} also if another image of the same instance counts
 */
export async function getCountedImage(db: Db, actor: Actor, id: number): Promise<ImageRow> {
  const image = await getImageRow(db, actor, id)
  refuseUncounted(image)
  return image
}

/** All images of an instance, including those in the undo list; the one that counts comes first. */
export function imagesOfInstance(db: Db, instance: Instance) {
  return db
    .selectFrom('image')
    .where('image.dataset_id', '=', instance.dataset_id)
    .where('image.instance_uid', '=', instance.instance_uid)
    .where('image.instance_uid', '<>', '')
    .orderBy(sql`image.twin is not null`)
    .orderBy('image.id')
}

/** Locks the instance: nobody else adds an image of it until the transaction ends. */
async function lockInstance(db: Db, instance: Instance): Promise<void> {
  await sql`select lock_instance(${instance.dataset_id}, ${instance.instance_uid})`.execute(db)
}

/**
 * The dataset's image with an identical data set, whoever wrote the file around it. Nobody else
 * adds one until the transaction ends.
 */
export async function findSameData(
  trx: Db,
  instance: Instance,
  { data_sha256: hash }: Pick<ImageContent, 'data_sha256'>,
): Promise<ImageRow | undefined> {
  if (hash === undefined || hash === null || instance.instance_uid === '') return undefined
  await lockInstance(trx, instance)
  return imagesOfInstance(trx, instance)
    .selectAll('image')
    .where('image.data_sha256', '=', hash)
    .limit(1)
    .executeTakeFirst()
}

export interface HashDeps {
  readonly db: Db
  readonly files: FileStore
  readonly decoder: Decoder
}

/**
 * Computes missing hashes of the data sets of an instance's images, from the kept originals. Skips
 * an original that cannot be read now.
 */
export async function hashDataOf(deps: HashDeps, instance: Instance): Promise<void> {
  const images = await imagesOfInstance(deps.db, instance)
    .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
    .select(['image.id', 'image.path', 'dataset.name'])
    .where('image.media_type', '=', dicomMediaType)
    .where('image.data_sha256', 'is', null)
    .where('image.missing_at', 'is', null)
    .execute()
  for (const { id, path, name } of images) {
    const hash = await hashData(deps, originalKey(name, path))
    if (hash === undefined) continue
    await deps.db.updateTable('image').set({ data_sha256: hash }).where('id', '=', id).execute()
  }
}

async function hashData({ files, decoder }: HashDeps, key: string): Promise<Buffer | undefined> {
  if ((await files.find(key)) === undefined) return undefined
  try {
    const { dicom } = await files.withLocalPath(key, (source) =>
      decoder.decode({ kind: 'describe', source, format: 'dicom' }),
    )
    return dicom && Buffer.from(dicom.dataSha256, 'hex')
  } catch (error) {
    if (error instanceof UndecodableImage) return undefined
    throw error
  }
}

/** Whether another image of the same instance waits for a choice. */
export async function hasOpenTwin(db: Db, image: ImageRow): Promise<boolean> {
  const open = await imagesOfInstance(db, image)
    .select('image.id')
    .where('image.twin', '=', 'undecided')
    .where('image.deleted_at', 'is', null)
    .executeTakeFirst()
  return open !== undefined
}

/** Makes an image the one that counts, and sets all others of its instance aside. */
export async function chooseTwin(db: Db, image: ImageRow): Promise<void> {
  await lockInstance(db, image)
  await imagesAsideFrom(db, image).set({ twin: 'set_aside' }).execute()
  await db.updateTable('image').set({ twin: null }).where('id', '=', image.id).execute()
}

function imagesAsideFrom(db: Db, { id, dataset_id, instance_uid }: ImageRow) {
  return db
    .updateTable('image')
    .where('dataset_id', '=', dataset_id)
    .where('instance_uid', '=', instance_uid)
    .where('id', '<>', id)
}

/** If the image that counts is deleted, the only other one not set aside takes its place. */
export async function passOnStanding(db: Db, deleted: ImageRow): Promise<void> {
  if (deleted.twin !== null || deleted.instance_uid === '') return
  await lockInstance(db, deleted)
  const [heir, ...more] = await imagesOfInstance(db, deleted)
    .select('image.id')
    .where('image.id', '<>', deleted.id)
    .where('image.deleted_at', 'is', null)
    .where('image.twin', '=', 'undecided')
    .execute()
  if (heir === undefined || more.length > 0) return
  await db.updateTable('image').set({ twin: 'undecided' }).where('id', '=', deleted.id).execute()
  await db.updateTable('image').set({ twin: null }).where('id', '=', heir.id).execute()
}
