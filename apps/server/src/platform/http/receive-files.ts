import { message } from '#contract/messages/message'
import { createHash, randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import path from 'node:path'
import { Readable, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'

import type { FastifyRequest } from 'fastify'

import type { Upload } from '#contract/endpoint'

import type { FileStore } from '../files/file-store.ts'
import { parseMediaType } from './media-types.ts'
import { BrokenMultipart, boundaryOf, readParts } from './multipart-related.ts'
import { Problem, storageFull } from './problem.ts'

/** A file of a multipart call, on disk until the call is answered. */
export interface ReceivedFile {
  /** Name given by the sender: never use it in a path without a check. */
  readonly fileName: string
  readonly path: string
  readonly size: number
  readonly sha256: Buffer
}

/** Content of a multipart request: its files, and its other fields as texts. */
interface Received {
  readonly files: readonly ReceivedFile[]
  readonly fields: Readonly<Record<string, string>>
}

/** No form of ours sends longer texts. */
const longestField = 10_000

/** Streams the files of a multipart request into `folder`, in bounded memory. */
export async function receiveFiles(
  request: FastifyRequest,
  upload: Upload,
  limits: { folder: string; bytes: number },
): Promise<Received> {
  if (upload.related !== undefined) return receiveRelated(request, upload.related, limits)
  if (!request.isMultipart()) {
    throw new Problem('unsupported_format', message('files.notMultipart', { field: upload.field }))
  }
  await mkdir(limits.folder, { recursive: true })
  const bytes = upload.maxBytes ?? limits.bytes
  const files: ReceivedFile[] = []
  const fields: [string, string][] = []
  try {
    for await (const part of request.parts({
      limits: {
        files: upload.maxFiles + 1,
        fileSize: bytes,
        fields: 20,
        fieldSize: longestField,
        parts: upload.maxFiles + 20,
      },
    })) {
      if (part.type === 'field') {
        fields.push([part.fieldname, String(part.value)])
        continue
      }
      if (part.fieldname !== upload.field || files.length === upload.maxFiles) {
        part.file.resume()
        throw new Problem(
          'invalid_input',
          part.fieldname === upload.field
            ? message('files.tooMany', { most: upload.maxFiles })
            : message('files.wrongField', { expected: upload.field, received: part.fieldname }),
        )
      }
      files.push(await receiveFile(part, { folder: limits.folder, bytes }))
    }
  } catch (error) {
    await discardFiles(files)
    // Otherwise the unread remainder would precede the next request of the same connection.
    request.raw.unpipe()
    request.raw.resume()
    throw error
  }
  if (files.length === 0) {
    throw new Problem('invalid_input', message('files.noneInField', { field: upload.field }))
  }
  return { files, fields: Object.fromEntries(fields) }
}

/** The files of a multipart/related request, whose parts have no names. */
async function receiveRelated(
  request: FastifyRequest,
  type: string,
  limits: { folder: string; bytes: number },
): Promise<Received> {
  const boundary = boundaryOf(request.headers['content-type'])
  if (boundary === undefined) {
    throw new Problem('unsupported_format', message('files.notRelated', { type }))
  }
  await mkdir(limits.folder, { recursive: true })
  const files: ReceivedFile[] = []
  try {
    for await (const { contentType, content } of readParts(request.raw, boundary)) {
      if (parseMediaType(contentType).type !== type) {
        throw new Problem('unsupported_format', message('files.notRelated', { type }))
      }
      const file = Readable.from(content)
      const filename = String(files.length + 1)
      files.push(await receiveFile({ file, filename }, { ...limits }))
    }
  } catch (error) {
    await discardFiles(files)
    if (!(error instanceof BrokenMultipart)) throw error
    throw new Problem('invalid_input', message('requests.unreadable'), { cause: error })
  }
  if (files.length === 0) throw new Problem('invalid_input', message('files.none'))
  return { files, fields: {} }
}

interface IncomingFile {
  readonly filename: string
  readonly file: Readable & { readonly truncated?: boolean }
}

async function receiveFile(
  part: IncomingFile,
  limits: { folder: string; bytes: number },
): Promise<ReceivedFile> {
  const target = path.join(limits.folder, `${randomUUID()}.part`)
  const hash = createHash('sha256')
  let size = 0
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      hash.update(chunk)
      size += chunk.length
      if (size > limits.bytes) done(tooLarge(part.filename, limits.bytes))
      else done(null, chunk)
    },
  })
  try {
    await pipeline(part.file, measured, createWriteStream(target, { flush: true }))
    if (part.file.truncated) throw tooLarge(part.filename, limits.bytes)
  } catch (error) {
    await rm(target, { force: true })
    throw storageProblem(error)
  }
  return { fileName: part.filename, path: target, size, sha256: hash.digest() }
}

function tooLarge(file: string, bytes: number): Problem {
  return new Problem(
    'too_large',
    message('files.tooLarge', { file, most: Math.round(bytes / 2 ** 20) }),
  )
}

/** Reports a full disk as such. */
export function storageProblem(error: unknown): unknown {
  if (
    error instanceof Error &&
    'code' in error &&
    (error.code === 'ENOSPC' || error.code === 'EDQUOT')
  ) {
    return storageFull(error)
  }
  return error
}

/**
 * Stores a received file under a key for the work that it is needed for. If the work cannot begin, the
 * file is removed again. @throws {Problem} if the disk is full
 */
export async function keepReceived<T>(
  files: Pick<FileStore, 'put' | 'remove'>,
  { key, file }: { readonly key: string; readonly file: ReceivedFile },
  begin: () => Promise<T>,
): Promise<T> {
  try {
    await files.put(key, file.path)
    return await begin()
  } catch (error) {
    await files.remove(key)
    throw storageProblem(error)
  }
}

export async function discardFiles(files: readonly ReceivedFile[]): Promise<void> {
  await Promise.all(files.map((file) => rm(file.path, { force: true })))
}
