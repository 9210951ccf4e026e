import { Readable } from 'node:stream'

import { StorageAway } from '../storage-error.ts'
import type { BucketClient } from './client.ts'
import { ask } from './requests.ts'

interface Part {
  readonly start: number
  readonly end: number
}

interface Opened {
  readonly body: Readable
  readonly etag: string | undefined
  /** Size of the whole object. */
  readonly size: number
}

/** Maximum resumptions without a byte in between. */
const mostResumptions = 3

/**
 * Reads an object, or some of its bytes. If the connection breaks, the rest is requested again, of the same
 * content.
 * @throws ENOENT, or {StorageAway}
 */
export async function readObject(
  client: BucketClient,
  key: string,
  part?: Part,
): Promise<{ content: Readable; size: number }> {
  const first = await open(client, key, { part })
  const end = Math.min(part?.end ?? Infinity, first.size - 1)
  const reading = new AbortController()
  const chunks = chunksOf(client, key, {
    first,
    part: { start: part?.start ?? 0, end },
    signal: reading.signal,
  })
  const content = Readable.from(chunks, { objectMode: false, highWaterMark: 2 ** 16 })
  content.once('close', () => {
    reading.abort()
    // Frees the connection also if nothing was read.
    first.body.destroy()
  })
  return { content, size: first.size }
}

interface Reading {
  readonly first: Opened
  readonly part: Part
  readonly signal: AbortSignal
}

async function* chunksOf(
  client: BucketClient,
  key: string,
  { first, part, signal }: Reading,
): AsyncGenerator<Buffer> {
  let { body } = first
  let chunks = chunksIn(body)
  let at = part.start
  try {
    for (let broken = 0; ;) {
      // Nothing that happens to the reader at `yield` counts as a broken connection.
      const next = await nextOf(chunks)
      if (Buffer.isBuffer(next)) {
        at += next.length
        broken = 0
        yield next
        continue
      }
      if (at > part.end) return
      broken += 1
      if (signal.aborted || broken > mostResumptions) throw away(next)
      const rest = { start: at, end: part.end }
      body = (await open(client, key, { part: rest, etag: first.etag })).body
      chunks = chunksIn(body)
    }
  } finally {
    body.destroy()
  }
}

function away(cause: unknown): StorageAway {
  return new StorageAway('The object store does not answer.', { cause })
}

function chunksIn(body: Readable): AsyncIterator<unknown> {
  return body[Symbol.asyncIterator]()
}

/** The next bytes of a body, or why there are none: its end, or an error. */
async function nextOf(chunks: AsyncIterator<unknown>): Promise<unknown> {
  try {
    const next = await chunks.next()
    return next.done === true ? new Error('The answer has ended.') : next.value
  } catch (error) {
    return error
  }
}

async function open(
  { s3, sdk, address }: BucketClient,
  key: string,
  { part, etag }: { part: Part | undefined; etag?: string | undefined },
): Promise<Opened> {
  const request = new sdk.GetObjectCommand({
    Bucket: address.bucket,
    Key: key,
    ...(part !== undefined && { Range: `bytes=${part.start}-${part.end}` }),
    ...(etag !== undefined && { IfMatch: etag }),
  })
  const { Body, ContentLength, ContentRange, ETag } = await ask(key, s3.send(request))
  if (!(Body instanceof Readable)) throw new Error('The object store sent no content.')
  const total = /\/(\d+)$/u.exec(ContentRange ?? '')?.[1]
  return { body: Body, etag: ETag, size: Number(total ?? ContentLength) }
}
