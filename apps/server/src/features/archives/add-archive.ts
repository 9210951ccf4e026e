import { randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rm, type FileHandle } from 'node:fs/promises'
import path from 'node:path'

import type { ArchiveReport } from '#contract/archives'
import { message, type Message } from '#contract/messages/message'
import { readDirectory } from '#dicom/directory'

import type { Db } from '../../platform/database/database.ts'
import {
  extractFile,
  listArchive,
  UnreadableArchive,
  type ArchivedFile,
} from '../../platform/files/unzip.ts'
import { Problem } from '../../platform/http/problem.ts'
import { dicomSupport } from '../../platform/images/dicom-pixels.ts'
import { PermanentFailure, job, type Job, type JobContext } from '../../platform/jobs/definition.ts'
import { getLiveDataset, type DatasetRow } from '../datasets/queries.ts'
import { addImage, type AddDeps } from '../images/add-image.ts'
import { addArchivedImages } from './jobs.ts'

interface ArchiveDeps extends Omit<AddDeps, 'db'> {
  readonly temporaryFolder: string
  readonly uploadBytes: number
}

/**
 * Adds the images of a ZIP archive one after the other, each in its folder; if the archive has a DICOMDIR,
 * only those that it lists. If interrupted, the next try continues with the images that are already there.
 */
export function addArchiveJob(deps: ArchiveDeps): Job {
  return job(
    addArchivedImages,
    async (payload, context) => {
      const dataset = await findDataset(context.db, payload.datasetId)
      if (!(await deps.files.has(payload.file)))
        throw new PermanentFailure(message('archives.fileGone'))
      const { folder, creatorId, makesUids } = payload
      const report = await deps.files.withLocalPath(payload.file, async (file) => {
        const archive = await open(file)
        try {
          return await addAll({ deps, context, dataset, folder, creatorId, makesUids, archive })
        } finally {
          await archive.close()
        }
      })
      const { added, existing, left_out: leftOut } = report
      await context.info(message('archives.done', { added, existing, leftOut }))
      await deps.files.remove(payload.file)
      return report
    },
    async ({ payload, status }) => {
      if (status === 'failed' || status === 'cancelled') await deps.files.remove(payload.file)
    },
  )
}

interface Run {
  readonly deps: ArchiveDeps
  readonly context: JobContext
  readonly dataset: DatasetRow
  readonly folder: string
  readonly creatorId: number | null
  readonly makesUids: boolean
  readonly archive: FileHandle
}

async function findDataset(db: Db, id: number): Promise<DatasetRow> {
  const dataset = await getLiveDataset(db, id)
  if (dataset === undefined) throw new PermanentFailure(message('archives.datasetDeleted'))
  return dataset
}

async function addAll(run: Run): Promise<ArchiveReport> {
  const { context } = run
  const files = await wantedFiles(run)
  const report = { added: 0, existing: 0, left_out: 0 }
  for (const [number, file] of files.entries()) {
    context.signal.throwIfAborted()
    const outcome = await addOne(run, file)
    if (typeof outcome === 'string') report[outcome]++
    else {
      report.left_out++
      await context.warn(message('archives.leftOut', { file: file.name, why: outcome }))
    }
    await context.progress((100 * (number + 1)) / files.length)
  }
  return report
}

/** Hidden files, and files that systems add to archives, are not images. */
function isOrdinary({ name }: ArchivedFile): boolean {
  return !name.split('/').some((part) => /^\.[^.]/.test(part) || part === '__MACOSX')
}

async function wantedFiles(run: Run): Promise<ArchivedFile[]> {
  const files = (await listed(run.archive)).filter(isOrdinary)
  const directory = files.find(({ name }) => /(^|\/)DICOMDIR$/i.test(name))
  if (directory === undefined) return files
  const content = await withContent(run, directory, ({ path: file }) => readFile(file))
  const paths = readDirectory(content, dicomSupport.inflate)
  if (paths === undefined) return files.filter((file) => file !== directory)
  const root = directory.name.slice(0, -'DICOMDIR'.length)
  const byName = new Map(files.map((file) => [file.name.toUpperCase(), file]))
  const wanted = new Set<ArchivedFile>()
  for (const each of paths) {
    const file = byName.get(`${root}${each}`.toUpperCase())
    if (file === undefined) await run.context.warn(message('archives.notThere', { file: each }))
    else wanted.add(file)
  }
  return [...wanted]
}

function listed(archive: FileHandle): Promise<ArchivedFile[]> {
  return listArchive(archive).catch((error: unknown) => {
    throw error instanceof UnreadableArchive ? new PermanentFailure(error.told) : error
  })
}

/** @returns why the file was left out, if it was. */
async function addOne(run: Run, file: ArchivedFile): Promise<'added' | 'existing' | Message> {
  const { deps, context, dataset, folder, creatorId, makesUids } = run
  const parts = file.name.split('/')
  const fileName = parts.at(-1) ?? ''
  const inside = [folder, ...parts.slice(0, -1)].filter((part, at) => at > 0 || part !== '')
  try {
    return await withContent(run, file, async (content) => {
      const added = await addImage(
        { db: context.db, ...deps },
        {
          dataset,
          folder: inside.join('/'),
          file: { fileName, ...content },
          actor: { id: creatorId },
          expected: { mayLackUids: makesUids },
        },
      )
      return added.existing ? 'existing' : 'added'
    })
  } catch (error) {
    if (error instanceof Problem || error instanceof UnreadableArchive) return error.told
    throw error
  }
}

/** Unpacks a file for as long as `work` runs: one at a time is on the disk. */
async function withContent<T>(
  { deps, archive }: Run,
  file: ArchivedFile,
  work: (content: { path: string; size: number; sha256: Buffer }) => Promise<T>,
): Promise<T> {
  await mkdir(deps.temporaryFolder, { recursive: true })
  const target = path.join(deps.temporaryFolder, `${randomUUID()}.part`)
  try {
    const content = await extractFile(archive, file, { target, most: deps.uploadBytes })
    return await work({ path: target, ...content })
  } finally {
    await rm(target, { force: true })
  }
}
