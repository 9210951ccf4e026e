import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { glob, open, stat } from 'node:fs/promises'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'

import { findFiles, uploadImage } from '#contract/images'

import { Failure, Refusal } from './failure.ts'
import type { Server } from './server.ts'

/** Files that can be images; the server looks at their content. */
const images = /\.(jpe?g|png|tiff?|bmp|webp|gif|jp2|dcm)$/iu
/** How many hashes are asked for at a time. */
const hashesAtOnce = 500

interface UploadReport {
  readonly uploaded: number
  /** Files that the dataset had already. */
  readonly existing: number
  readonly refused: readonly { readonly file: string; readonly message: string }[]
}

/**
 * Uploads the images of a folder and its sub-folders, which become those of the dataset. Only files that the
 * dataset does not have are sent, so that the same command continues after a break.
 * @param told is called after each file
 */
export async function uploadFolder(
  server: Server,
  { datasetId, folder }: { datasetId: number; folder: string },
  told: (done: number, total: number) => void,
): Promise<UploadReport> {
  const files = await listImages(folder)
  const missing: string[] = []
  for (let start = 0; start < files.length; start += hashesAtOnce) {
    missing.push(...(await missingOf(server, datasetId, files.slice(start, start + hashesAtOnce))))
  }
  let uploaded = 0
  const refused: { file: string; message: string }[] = []
  for (const [index, file] of missing.entries()) {
    try {
      const sub = path.relative(folder, path.dirname(file)).split(path.sep).join('/')
      const query = { dataset_id: datasetId, ...(sub !== '' && { folder: sub }) }
      await server.call(uploadImage, { query, file })
      uploaded += 1
    } catch (error) {
      if (!(error instanceof Refusal) || !isOfFile(error)) throw error
      refused.push({ file: path.relative(folder, file), message: error.message })
    }
    told(index + 1, missing.length)
  }
  return { uploaded, existing: files.length - missing.length, refused }
}

/** Whether another file may be accepted: it is not if the right to add or the server's disk is missing. */
function isOfFile({ ending, status }: Refusal): boolean {
  return ending === 'failed' && status < 500
}

async function listImages(folder: string): Promise<string[]> {
  const isFolder = await stat(folder).then(
    (found) => found.isDirectory(),
    () => false,
  )
  if (!isFolder) throw new Failure('usage', `${folder} is no folder.`)
  const found: string[] = []
  for await (const entry of glob('**/*', { cwd: folder })) {
    const file = path.join(folder, entry)
    if (images.test(entry) || (await isDicom(file))) found.push(file)
  }
  return found.toSorted()
}

/** Whether a file without an extension is DICOM, as those on a camera's medium are (PS3.10 section 7.1). */
async function isDicom(file: string): Promise<boolean> {
  if (path.extname(file) !== '' || !(await stat(file)).isFile()) return false
  await using opened = await open(file)
  const { buffer } = await opened.read(Buffer.alloc(4), 0, 4, 128)
  return buffer.toString('latin1') === 'DICM'
}

async function missingOf(
  server: Server,
  datasetId: number,
  files: readonly string[],
): Promise<string[]> {
  const hashed: { file: string; sha256: string }[] = []
  for (const file of files) hashed.push({ file, sha256: await hashOf(file) })
  const { found } = await server.call(findFiles, {
    params: { id: datasetId },
    body: { sha256: hashed.map(({ sha256 }) => sha256) },
  })
  const known = new Set(found.map(({ sha256 }) => sha256))
  return hashed.filter(({ sha256 }) => !known.has(sha256)).map(({ file }) => file)
}

async function hashOf(file: string): Promise<string> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(file), hash)
  return hash.digest('hex')
}
