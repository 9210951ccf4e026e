import { createHash, randomUUID } from 'node:crypto'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import path from 'node:path'

import { message } from '#contract/messages/message'

import type { Clock } from '../../platform/clock.ts'
import type { Db } from '../../platform/database/database.ts'
import { PermanentFailure, job, type Job, type JobContext } from '../../platform/jobs/definition.ts'
import { UndecodableImage } from '../../platform/images/decoder.ts'
import { getLiveDataset, type DatasetRow } from '../datasets/queries.ts'
import { addImage, type AddDeps } from '../images/add-image.ts'
import { findByPath, type ImageRow } from '../images/queries.ts'
import { storedPicture } from '../images/storage.ts'
import { copyCasesTask } from './jobs.ts'
import { stampPng } from './stamp-png.ts'

interface CopyDeps extends Omit<AddDeps, 'db'> {
  readonly clock: Clock
  readonly temporaryFolder: string
}

/**
 * Copies the photographs of blinded readers: pixels and the side of the eye alone, under neutral
 * names. A run that was interrupted is continued, because a copy is found by its name.
 */
export function copyCasesJob(deps: CopyDeps): Job {
  return job(copyCasesTask, async ({ assignmentId, creatorId }, context) => {
    const seed = await seedOf(context.db, assignmentId)
    const cases = await casesToCopy(context.db, assignmentId)
    const tally = { copied: 0, left_out: 0 }
    for (const [number, each] of cases.entries()) {
      context.signal.throwIfAborted()
      const stamp = createHash('sha256').update(`${seed}:${each.id}`).digest('hex')
      const isCopied = await copyCase(deps, context, { each, stamp, creatorId })
      tally[isCopied ? 'copied' : 'left_out'] += 1
      await context.progress((100 * (number + 1)) / cases.length)
    }
    await context.db
      .updateTable('assignment')
      .set({ ready_at: deps.clock() })
      .where('id', '=', assignmentId)
      .where('ready_at', 'is', null)
      .execute()
    const { copied, left_out: leftOut } = tally
    await context.info(message('assignments.copyDone', { copied, leftOut }))
    return tally
  })
}

async function seedOf(db: Db, assignmentId: number): Promise<number> {
  const row = await db
    .selectFrom('assignment')
    .select('seed')
    .where('id', '=', assignmentId)
    .executeTakeFirst()
  if (row === undefined) throw new PermanentFailure(message('assignments.gone'))
  return row.seed
}

/** In the order of the readers' positions, so that ids of copies tell nothing of their sources. */
function casesToCopy(db: Db, assignmentId: number) {
  return db
    .selectFrom('assignment_item as item')
    .innerJoin('assignment_reader as reader', 'reader.id', 'item.reader_id')
    .where('reader.assignment_id', '=', assignmentId)
    .where('item.image_id', 'is', null)
    .select(['item.id', 'item.position', 'item.source_image_id', 'reader.dataset_id'])
    .orderBy('reader.id')
    .orderBy('item.position')
    .execute()
}

interface Copying {
  readonly each: Awaited<ReturnType<typeof casesToCopy>>[number]
  readonly stamp: string
  readonly creatorId: number | null
}

/** @returns false if the image was left out */
async function copyCase(
  deps: CopyDeps,
  context: JobContext,
  { each, stamp, creatorId }: Copying,
): Promise<boolean> {
  const { db } = context
  const reading = await getLiveDataset(db, each.dataset_id ?? 0)
  const source = await findSource(db, each.source_image_id)
  // Erased meanwhile, and its case with it.
  if (reading === undefined || source === undefined) return false
  const file_name = `case-${String(each.position).padStart(4, '0')}.png`
  const copy = { reading, file_name, stamp, creatorId }
  const image =
    (await findByPath(db, reading.id, file_name)) ?? (await addCopy({ ...deps, db }, source, copy))
  if (image === undefined) {
    await context.warn(
      message('assignments.leftOut', { why: message('assignments.sourceMissing') }),
    )
    await db.deleteFrom('assignment_item').where('id', '=', each.id).execute()
    return false
  }
  const { laterality } = source
  await db.transaction().execute(async (trx) => {
    await trx.updateTable('image').set({ laterality }).where('id', '=', image.id).execute()
    await trx
      .updateTable('assignment_item')
      .set({ image_id: image.id })
      .where('id', '=', each.id)
      .execute()
  })
  return true
}

type Source = ImageRow & { readonly dataset_name: string }

function findSource(db: Db, id: number): Promise<Source | undefined> {
  return db
    .selectFrom('image')
    .innerJoin('dataset', 'dataset.id', 'image.dataset_id')
    .selectAll('image')
    .select('dataset.name as dataset_name')
    .where('image.id', '=', id)
    .executeTakeFirst()
}

interface NewCopy {
  readonly reading: DatasetRow
  readonly file_name: string
  readonly stamp: string
  readonly creatorId: number | null
}

/** @returns undefined if the source is missing or cannot be decoded */
async function addCopy(
  deps: AddDeps & CopyDeps,
  source: Source,
  { reading, file_name: fileName, stamp, creatorId }: NewCopy,
): Promise<ImageRow | undefined> {
  if (source.missing_at !== null || source.undecodable !== null) return undefined
  const plain = { fit: null, part: null, window: null, quality: null }
  const png = await deps.renditions
    .view(storedPicture(source, source.dataset_name), 'png', plain)
    .catch((error: unknown) => {
      if (error instanceof UndecodableImage) return undefined
      throw error
    })
  if (png === undefined) return undefined
  const content = stampPng(png, stamp)
  const file = path.join(deps.temporaryFolder, `${randomUUID()}.part`)
  try {
    await mkdir(deps.temporaryFolder, { recursive: true })
    await writeFile(file, content)
    const sha256 = createHash('sha256').update(content).digest()
    const received = { fileName, path: file, size: content.length, sha256 }
    const actor = { id: creatorId }
    const added = await addImage(deps, { dataset: reading, file: received, folder: '', actor })
    return added.image
  } finally {
    await rm(file, { force: true })
  }
}
