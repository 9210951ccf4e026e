import type { Readable } from 'node:stream'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { inLargePieces, isCompressible } from './compression.ts'
import type { Bytes } from './route.ts'

/**
 * Sends content that is not JSON: never sniffed, as an attachment if it has a name. A browser may
 * keep a response with an ETag but must revalidate it before each use, so that it shows nothing
 * after sign-out.
 */
export function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Bytes,
): FastifyReply | Promise<FastifyReply> {
  void reply.header('content-type', answer.contentType)
  if (answer.etag === undefined) {
    void reply.header('cache-control', 'no-store')
  } else {
    const etag = `"${answer.etag}"`
    void reply.header('etag', etag).header('cache-control', 'private, no-cache')
    if (request.headers['if-none-match'] === etag) {
      if (!Buffer.isBuffer(answer.content)) answer.content.destroy()
      return reply.code(304).send()
    }
  }
  if (answer.fileName !== undefined) {
    void reply.header('content-disposition', attachment(answer.fileName))
  }
  if (answer.warning !== undefined) void reply.header('warning', answer.warning)
  if (answer.status !== undefined) void reply.code(answer.status)
  const rest = restOf(request, answer)
  if (rest !== undefined) return sendRest(reply, rest)
  if (isCompressible(answer.contentType)) {
    const { content } = answer
    reply.compress(Buffer.isBuffer(content) ? content : inLargePieces(content))
    return reply
  }
  if (answer.size !== undefined) void reply.header('content-length', answer.size)
  return reply.send(answer.content)
}

interface Rest {
  readonly start: number
  readonly size: number
  readonly read: (start: number) => Promise<Readable>
}

/** The rest of the content, if the caller has its beginning: only `bytes=N-` (RFC 9110 section 14.2). */
function restOf({ headers }: FastifyRequest, { from, size, content }: Bytes): Rest | undefined {
  const start = Number(/^bytes=(\d{1,15})-$/u.exec(headers.range ?? '')?.[1] ?? 0)
  if (from === undefined || size === undefined || start === 0 || start >= size) return undefined
  if (!Buffer.isBuffer(content)) content.destroy()
  return { start, size, read: from }
}

async function sendRest(reply: FastifyReply, { start, size, read }: Rest): Promise<FastifyReply> {
  const content = await read(start)
  return reply
    .code(206)
    .header('content-range', `bytes ${start}-${size - 1}/${size}`)
    .header('content-length', size - start)
    .send(content)
}

/** RFC 6266: an ASCII name for old readers, the exact one in UTF-8. */
function attachment(fileName: string): string {
  const plain = fileName.replaceAll(/[^\w.-]/g, '_')
  const exact = encodeURIComponent(fileName).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16)}`,
  )
  return `attachment; filename="${plain}"; filename*=UTF-8''${exact}`
}
