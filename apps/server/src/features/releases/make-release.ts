import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import { sql } from 'kysely'

import { message } from '#contract/messages/message'
import type { ReleaseLeftOut } from '#contract/releases'

import type { Db } from '../../platform/database/database.ts'
import { zipOf, type ZipEntry } from '../../platform/files/zip.ts'
import { job, PermanentFailure, type Job, type JobContext } from '../../platform/jobs/definition.ts'
import { announceDataset } from '../datasets/announce.ts'
import { countSetAside } from '../exports/selection.ts'
import { countRelease } from './data-sheet.ts'
import { freeze } from './freeze.ts'
import type { Prepared } from './frozen.ts'
import { imageFiles, type ImageFileDeps } from './image-files.ts'
import { makeRelease, reissueRelease } from './jobs.ts'
import { copyFrozen, isReplaced } from './reissue.ts'
import { describingFiles, digested } from './write-release.ts'

/** Makes a release of what the dataset has now. */
export function makeReleaseJob(deps: ImageFileDeps): Job {
  return job(makeRelease, (payload, context) =>
    writeRelease(context, deps, async (db) => {
      const dataset = await findDataset(db, payload.datasetId)
      const { plan, texts, identified, creatorId } = payload
      const at = deps.clock()
      const id = await nextId(db)
      const wanted = {
        dataset,
        categoryIds: [],
        withEmptyImages: true,
        product: deps.product,
        at,
        identified,
      }
      const { document, ...left } = await freeze(db, { releaseId: id, wanted, plan })
      const number = await nextNumber(db, dataset.id)
      return {
        release: { id, number, texts, plan, identified, document, at },
        dataset,
        leftOut: { ...left, set_aside: await countSetAside(db, wanted) },
        replacesId: null,
        creatorId,
      }
    }),
  )
}

/** Makes withdrawn releases again, each from what is left of it. */
export function reissueReleaseJob(deps: ImageFileDeps): Job {
  return job(reissueRelease, async ({ releaseIds }, context) => {
    const made = []
    for (const releaseId of releaseIds) {
      // A try that was interrupted may have made some.
      if (await isReplaced(context.db, releaseId)) continue
      const again = await writeRelease(context, deps, async (db) => {
        const prepared = await copyFrozen(db, releaseId, { id: await nextId(db), at: deps.clock() })
        const dataset = await findDataset(db, prepared.datasetId)
        const number = await nextNumber(db, dataset.id)
        return { ...prepared, dataset, release: { ...prepared.release, number } }
      })
      made.push(again)
    }
    return { releases: made }
  })
}

async function findDataset(db: Db, id: number): Promise<{ id: number; name: string }> {
  const dataset = await db
    .selectFrom('dataset')
    .select(['id', 'name'])
    .where('id', '=', id)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (dataset !== undefined) return dataset
  throw new PermanentFailure(message('releases.datasetDeleted'))
}

async function nextId(db: Db): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    select nextval(pg_get_serial_sequence('release', 'id'))::integer as id`.execute(db)
  return rows[0]?.id ?? 0
}

async function nextNumber(db: Db, datasetId: number): Promise<number> {
  const { last } = await db
    .selectFrom('release')
    .where('dataset_id', '=', datasetId)
    .select((eb) => eb.fn.max('number').as('last'))
    .executeTakeFirstOrThrow()
  return (last ?? 0) + 1
}

/**
 * Writes a release in one transaction, which sees one state of the database: its rows appear with the file
 * or not at all.
 */
async function writeRelease(
  context: JobContext,
  deps: ImageFileDeps,
  prepare: (db: Db) => Promise<Prepared>,
): Promise<Record<string, unknown>> {
  await mkdir(deps.temporaryFolder, { recursive: true })
  const temporary = path.join(deps.temporaryFolder, `${randomUUID()}.part`)
  try {
    const made = await context.db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (db) => {
        const prepared = await prepare(db)
        const written = await writeFile(db, { context, deps, temporary, prepared })
        return keep(db, { context, deps, temporary, prepared, written })
      })
    await tell(context, made)
    return { release_id: made.id, ...made.counts }
  } catch (error) {
    throw isFull(error) ? new PermanentFailure(message('releases.diskFull')) : error
  } finally {
    await rm(temporary, { force: true })
  }
}

function isFull(error: unknown): boolean {
  return (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOSPC' || error.code === 'EDQUOT')
  )
}

interface Writing {
  readonly context: JobContext
  readonly deps: ImageFileDeps
  readonly temporary: string
  readonly prepared: Prepared
}

interface Written {
  readonly leftOut: ReleaseLeftOut
  readonly sha256: Buffer
  readonly size: number
}

async function writeFile(
  db: Db,
  { context, deps, temporary, prepared }: Writing,
): Promise<Written> {
  const { release, dataset } = prepared
  const total = (await countRelease(db, release.id)).images
  let [images, size, unreadable] = [0, 0, 0]
  const hash = createHash('sha256')
  const digests: { name: string; sha256: string }[] = []
  const leftOut = () => ({
    ...prepared.leftOut,
    unreadable: prepared.leftOut.unreadable + unreadable,
  })

  async function* entries(): AsyncGenerator<ZipEntry> {
    unreadable = yield* imageFiles(db, deps, {
      releaseId: release.id,
      datasetName: dataset.name,
      plan: release.plan,
      onImage: () => context.progress((90 * ++images) / total),
    })
    if (images === unreadable) {
      throw new PermanentFailure(message('releases.nothing', { ...leftOut() }))
    }
    yield* describingFiles(db, release, leftOut(), digests)
  }

  async function* counted() {
    for await (const piece of zipOf(digested(entries(), digests), release.at)) {
      hash.update(piece)
      size += piece.length
      yield piece
    }
  }

  await pipeline(Readable.from(counted()), createWriteStream(temporary, { flush: true }), {
    signal: context.signal,
  })
  return { leftOut: leftOut(), sha256: hash.digest(), size }
}

async function keep(
  db: Db,
  { context, deps, temporary, prepared, written }: Writing & { readonly written: Written },
) {
  const { release, dataset, replacesId, creatorId } = prepared
  const { id, number, texts, plan, identified, document, at } = release
  const counts = await countRelease(db, id)
  // Within the folder that goes with the dataset.
  const file = `exports/${dataset.id}/release-${context.taskId}-${replacesId ?? 'new'}.zip`
  await deps.files.put(file, temporary)
  await db
    .insertInto('release')
    .values({
      id,
      dataset_id: dataset.id,
      number,
      ...texts,
      plan: JSON.stringify(plan),
      document: JSON.stringify(document),
      counts: JSON.stringify(counts),
      left_out: JSON.stringify(written.leftOut),
      identified,
      file,
      sha256: written.sha256,
      size: written.size,
      replaces_id: replacesId,
      created_at: at,
      created_by: creatorId,
    })
    .execute()
  await announceDataset(db, dataset.id, 'releases')
  return { id, number, counts, leftOut: written.leftOut }
}

const leftOutMessages = {
  unchecked: 'releases.unchecked',
  unreadable: 'releases.unreadable',
  set_aside: 'releases.setAside',
} as const

async function tell(context: JobContext, made: Awaited<ReturnType<typeof keep>>): Promise<void> {
  for (const [why, key] of Object.entries(leftOutMessages)) {
    const count = made.leftOut[why as keyof ReleaseLeftOut]
    if (count > 0) await context.info(message(key, { count }))
  }
  const { images, annotations, patients } = made.counts
  const { number } = made
  await context.info(message('releases.made', { number, images, annotations, patients }))
}
