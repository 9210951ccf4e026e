import { pipeline, Transform, type Readable } from 'node:stream'

import compress from '@fastify/compress'
import type { FastifyInstance } from 'fastify'

import { parseMediaType } from './media-types.ts'

/** Smaller answers fit into one packet anyway, in bytes. */
const threshold = 1024

/**
 * Lets handlers compress an answer by `reply.compress`, with brotli or gzip. Requests are not
 * decompressed: a small one could unpack to gigabytes.
 */
export async function offerCompression(app: FastifyInstance): Promise<void> {
  await app.register(compress, {
    global: false,
    globalDecompression: false,
    encodings: ['br', 'gzip'],
    threshold,
  })
}

/** Whether content of this type shrinks: text does, photographs and archives do not. */
export function isCompressible(contentType: string): boolean {
  return /^text\/|[/+](?:json|xml)$/.test(parseMediaType(contentType).type)
}

/** In bytes. Each piece is a round trip to a thread of zlib, which takes longer than a row of a table. */
const pieceLength = 65_536

/** The same content in larger pieces. Closing it closes the content. */
export function inLargePieces(content: Readable): Readable {
  let parts: Buffer[] = []
  let length = 0
  const pieces = new Transform({
    transform(part: Buffer, _encoding, done) {
      parts.push(part)
      length += part.length
      if (length < pieceLength) return done()
      const piece = Buffer.concat(parts)
      parts = []
      length = 0
      done(null, piece)
    },
    flush: (done) => done(null, Buffer.concat(parts)),
  })
  // The reader of the pieces gets the error of either stream.
  return pipeline(content, pieces, () => undefined)
}
