import type { Readable } from 'node:stream'

import type { FastifyReply, FastifyRequest } from 'fastify'

import { inLargePieces, isCompressible } from './compression.ts'
import type { Bytes } from './route.ts'

/**
 * Sends content that is not JSON: never sniffed, as an attachment if it has a name. A browser may
 * keep a response with an ETag but must revalidate it before each use, so that it shows nothing
 * after sign-out.
 */
export async function sendBytes(
  request: FastifyRequest,
  reply: FastifyReply,
  answer: Bytes,
): Promise<FastifyReply> {
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
  const part = await partOf(request, reply, answer)
  if (part !== undefined) return reply.send(part)
  if (isCompressible(answer.contentType)) {
    const { content } = answer
    reply.compress(Buffer.isBuffer(content) ? content : inLargePieces(content))
    return reply
  }
  if (answer.size !== undefined) void reply.header('content-length', answer.size)
  return reply.send(answer.content)
}

/** The part that the caller asks for; undefined for the whole content. */
async function partOf(
  request: FastifyRequest,
  reply: FastifyReply,
  { content, size, etag, openPart }: Bytes,
): Promise<Readable | Buffer | undefined> {
  if (openPart === undefined || size === undefined) return undefined
  void reply.header('accept-ranges', 'bytes')
  const { range, 'if-range': ifRange } = request.headers
  if (range === undefined || (ifRange !== undefined && ifRange !== `"${etag}"`)) return undefined
  const part = readRange(range, size)
  if (part === 'unreadable') return undefined
  if (!Buffer.isBuffer(content)) content.destroy()
  if (part === 'outside') {
    void reply.code(416).header('content-range', `bytes */${size}`)
    return Buffer.alloc(0)
  }
  const { start, end } = part
  void reply.code(206).header('content-range', `bytes ${start}-${end}/${size}`)
  void reply.header('content-length', end - start + 1)
  return openPart(part)
}

/** One range of bytes; several, or another unit, get the whole content, as RFC 9110 permits. */
function readRange(
  range: string,
  size: number,
): { start: number; end: number } | 'unreadable' | 'outside' {
  const [, first = '', last = ''] = /^bytes=(\d*)-(\d*)$/.exec(range) ?? []
  if (first === '' && last === '') return 'unreadable'
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  if (first !== '' && last !== '' && Number(last) < start) return 'unreadable'
  return start >= size ? 'outside' : { start, end }
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
