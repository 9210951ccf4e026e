import { randomUUID } from 'node:crypto'
import { mkdir, open, rm } from 'node:fs/promises'
import path from 'node:path'

import { message } from '#contract/messages/message'

import type { FileStore } from '../../platform/files/file-store.ts'
import { extractFile, listArchive, UnreadableArchive } from '../../platform/files/unzip.ts'
import { PermanentFailure, type JobContext } from '../../platform/jobs/definition.ts'
import { kindOf } from './file-kind.ts'
import { writeLabelsAsDocument } from './labels-document.ts'
import { labelReaders } from './read-labels.ts'
import { writeResultsAsDocument } from './result-list.ts'

/** Key of the document made from a file of another form: a resumed try finds the same positions in it. */
function documentKeyOf(file: string): string {
  return `${file}.document`
}

/** Removes an imported file, and files derived from it. */
export async function removeFiles(files: FileStore, file: string): Promise<void> {
  await files.remove(file)
  await files.remove(documentKeyOf(file))
}

interface Place {
  readonly files: FileStore
  readonly temporaryFolder: string
}

interface Wanted {
  readonly file: string
  readonly datasetId: number
  /** The largest file taken out of an archive, in bytes. */
  readonly mostBytes: number
}

/** The key of the COCO document to import: the file itself, or one derived from a file of another form. */
export async function findDocument(
  place: Place,
  { db, signal }: JobContext,
  { file: key, datasetId, mostBytes }: Wanted,
): Promise<string> {
  const documentKey = documentKeyOf(key)
  if (await place.files.has(documentKey)) return documentKey
  return place.files.withLocalPath(key, (file) =>
    withTemporary(place, async (unpacked) => {
      const kind = await kindOf({ file, signal })
      if (kind !== 'archive') return kind === 'coco' ? key : derive(file, kind)
      await unpack(file, { target: unpacked, mostBytes })
      const inside = await kindOf({ file: unpacked, signal })
      if (inside === 'archive') throw new PermanentFailure(message('imports.archiveInArchive'))
      if (inside !== 'coco') return derive(unpacked, inside)
      await place.files.put(documentKey, unpacked)
      return documentKey
    }),
  )

  function derive(file: string, kind: 'coco results' | 'cvat' | 'label studio'): Promise<string> {
    return withTemporary(place, async (target) => {
      const source = { db, datasetId, file, signal }
      await (kind === 'coco results'
        ? writeResultsAsDocument(source, target)
        : writeLabelsAsDocument({ ...source, read: labelReaders[kind] }, target))
      await place.files.put(documentKey, target)
      return documentKey
    })
  }
}

async function withTemporary<T>(
  { temporaryFolder }: Place,
  work: (file: string) => Promise<T>,
): Promise<T> {
  await mkdir(temporaryFolder, { recursive: true })
  const file = path.join(temporaryFolder, `${randomUUID()}.part`)
  try {
    return await work(file)
  } finally {
    await rm(file, { force: true })
  }
}

/** Takes the file of annotations out of an archive, which usually has images as well. */
async function unpack(
  file: string,
  { target, mostBytes }: { target: string; mostBytes: number },
): Promise<void> {
  const archive = await open(file)
  try {
    const files = await listArchive(archive)
    const candidates = files.filter(({ name }) => /\.(xml|json)$/iu.test(name))
    const named = candidates.find(({ name }) => /(^|\/)annotations\.xml$/iu.test(name))
    const wanted = named ?? (candidates.length === 1 ? candidates[0] : undefined)
    if (wanted === undefined) throw new PermanentFailure(message('imports.archiveContent'))
    await extractFile(archive, wanted, { target, most: mostBytes })
  } catch (error) {
    throw error instanceof UnreadableArchive ? new PermanentFailure(error.told) : error
  } finally {
    await archive.close()
  }
}
