import { randomUUID } from 'node:crypto'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'

import type { FileStore } from '../../platform/files/file-store.ts'
import type { JobContext } from '../../platform/jobs/definition.ts'
import { isResultList, writeResultsAsDocument } from './result-list.ts'

/** Key of the document made from a list of results: a resumed try finds the same positions in it. */
function documentKeyOf(file: string): string {
  return `${file}.document`
}

/** Removes an imported file, and files derived from it. */
export async function removeFiles(files: FileStore, file: string): Promise<void> {
  await files.remove(file)
  await files.remove(documentKeyOf(file))
}

/** The key of the COCO document to import: the file itself, or the one derived from a list of results. */
export async function findDocument(
  { files, temporaryFolder }: { readonly files: FileStore; readonly temporaryFolder: string },
  { db, signal }: JobContext,
  { file: key, datasetId }: { readonly file: string; readonly datasetId: number },
): Promise<string> {
  const documentKey = documentKeyOf(key)
  if (await files.has(documentKey)) return documentKey
  return files.withLocalPath(key, async (file) => {
    if (!(await isResultList(file))) return key
    const temporary = path.join(temporaryFolder, `${randomUUID()}.part`)
    try {
      await mkdir(temporaryFolder, { recursive: true })
      await writeResultsAsDocument({ db, datasetId, file, signal }, temporary)
      await files.put(documentKey, temporary)
      return documentKey
    } finally {
      await rm(temporary, { force: true })
    }
  })
}
