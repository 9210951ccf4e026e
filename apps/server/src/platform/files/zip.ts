import { Readable } from 'node:stream'
import { promisify } from 'node:util'
import { crc32, createDeflateRaw, deflateRaw, deflateRawSync } from 'node:zlib'

export interface ZipEntry {
  /** Path with '/' between folders. */
  readonly name: string
  /** A large content comes in pieces, so that memory does not grow with it. */
  readonly content: Buffer | AsyncIterable<Buffer>
}

const deflateInThread = promisify(deflateRaw)
/** Compressed at once: a thread, and buffers for larger contents, would take most of the time. */
const small = { bytes: 4096, windowBits: 12, memLevel: 5, chunkSize: 4096 } as const

const version = { plain: 20, large: 45 } as const
const namesAreUtf8 = 1 << 11
/** Check and lengths follow the data. */
const describedLater = 1 << 3
const method = { stored: 0, deflated: 8 } as const
const largest16 = 0xff_ff
const largest32 = 0xff_ff_ff_ff

interface Written {
  readonly name: Buffer
  readonly fields: Buffer
  readonly offset: number
}

/**
 * The bytes of a ZIP archive of these entries, one after the other (PKWARE APPNOTE 6.3). Holds one
 * entry or piece at a time and the names of all. More than 65,535 entries and more than 4 GB are written in
 * the ZIP64 form; one entry must be smaller than 4 GB.
 */
export async function* zipOf(
  entries: AsyncIterable<ZipEntry>,
  at: Date,
): AsyncGenerator<Buffer, void, undefined> {
  const written: Written[] = []
  let offset = 0
  for await (const { name, content } of entries) {
    if (!Buffer.isBuffer(content)) {
      const entry = yield* streamedEntry({ name: Buffer.from(name), content, at })
      written.push({ ...entry, offset })
      offset += entry.length
      continue
    }
    const deflated = await deflate(content)
    const isSmaller = deflated.length < content.length
    const data = isSmaller ? deflated : content
    const fields = sharedFields({
      flags: namesAreUtf8,
      method: isSmaller ? method.deflated : method.stored,
      check: crc32(content),
      length: content.length,
      packedLength: data.length,
      at,
    })
    const entry = { name: Buffer.from(name), fields, offset }
    const header = localHeader(entry)
    written.push(entry)
    offset += header.length + data.length
    yield Buffer.concat([header, data])
  }
  const directoryStart = offset
  for (const entry of written) {
    const header = directoryHeader(entry)
    offset += header.length
    yield header
  }
  yield endOfDirectory(written.length, directoryStart, offset)
}

async function deflate(content: Buffer): Promise<Buffer> {
  return content.length <= small.bytes ? deflateRawSync(content, small) : deflateInThread(content)
}

/** An entry whose length is known only at its end; its headers say so, and a descriptor follows it. */
async function* streamedEntry({
  name,
  content,
  at,
}: {
  name: Buffer
  content: AsyncIterable<Buffer>
  at: Date
}): AsyncGenerator<Buffer, { name: Buffer; fields: Buffer; length: number }, undefined> {
  const flags = namesAreUtf8 | describedLater
  const unknown = { flags, method: method.deflated, check: 0, length: 0, packedLength: 0, at }
  const header = localHeader({ name, fields: sharedFields(unknown), offset: 0 })
  yield header
  let [check, length, packedLength] = [0, 0, 0]
  async function* counted() {
    for await (const piece of content) {
      check = crc32(piece, check)
      length += piece.length
      yield piece
    }
  }
  for await (const piece of Readable.from(counted()).compose(createDeflateRaw())) {
    packedLength += piece.length
    yield piece
  }
  if (Math.max(length, packedLength) >= largest32) {
    throw new RangeError('An entry of a ZIP archive must be smaller than 4 GB.')
  }
  const fields = sharedFields({ flags, method: method.deflated, check, length, packedLength, at })
  const descriptor = Buffer.concat([Buffer.from([0x50, 0x4b, 7, 8]), fields.subarray(8, 20)])
  yield descriptor
  return { name, fields, length: header.length + packedLength + descriptor.length }
}

interface Packed {
  readonly flags: number
  readonly method: number
  /** CRC-32 of the content. */
  readonly check: number
  readonly length: number
  readonly packedLength: number
  readonly at: Date
}

/** Fields that an entry's two headers share, from the flags to the length of its extra field. */
function sharedFields(packed: Packed): Buffer {
  const fields = Buffer.alloc(20)
  fields.writeUInt16LE(packed.flags, 0)
  fields.writeUInt16LE(packed.method, 2)
  fields.writeUInt32LE(dosTime(packed.at), 4)
  fields.writeUInt32LE(packed.check, 8)
  fields.writeUInt32LE(packed.packedLength, 12)
  fields.writeUInt32LE(packed.length, 16)
  return fields
}

function localHeader({ name, fields }: Written): Buffer {
  const start = Buffer.from([0x50, 0x4b, 3, 4, version.plain, 0])
  const lengths = Buffer.alloc(4)
  lengths.writeUInt16LE(name.length, 0)
  return Buffer.concat([start, fields, lengths, name])
}

function directoryHeader({ name, fields, offset }: Written): Buffer {
  const isFar = offset >= largest32
  const needed = isFar ? version.large : version.plain
  const start = Buffer.from([0x50, 0x4b, 1, 2, needed, 0, needed, 0])
  const extra = Buffer.alloc(isFar ? 12 : 0)
  if (isFar) {
    extra.writeUInt16LE(1, 0)
    extra.writeUInt16LE(8, 2)
    extra.writeBigUInt64LE(BigInt(offset), 4)
  }
  const rest = Buffer.alloc(18)
  rest.writeUInt16LE(name.length, 0)
  rest.writeUInt16LE(extra.length, 2)
  rest.writeUInt32LE(Math.min(offset, largest32), 14)
  return Buffer.concat([start, fields, rest, name, extra])
}

function endOfDirectory(count: number, start: number, end: number): Buffer {
  const isLarge = count >= largest16 || end >= largest32
  const last = Buffer.alloc(22)
  last.writeUInt32LE(0x06_05_4b_50, 0)
  last.writeUInt16LE(Math.min(count, largest16), 8)
  last.writeUInt16LE(Math.min(count, largest16), 10)
  last.writeUInt32LE(Math.min(end - start, largest32), 12)
  last.writeUInt32LE(Math.min(start, largest32), 16)
  return isLarge ? Buffer.concat([largeEnd(count, start, end), last]) : last
}

function largeEnd(count: number, start: number, end: number): Buffer {
  const record = Buffer.alloc(76)
  record.writeUInt32LE(0x06_06_4b_50, 0)
  record.writeBigUInt64LE(44n, 4)
  record.writeUInt16LE(version.large, 12)
  record.writeUInt16LE(version.large, 14)
  record.writeBigUInt64LE(BigInt(count), 24)
  record.writeBigUInt64LE(BigInt(count), 32)
  record.writeBigUInt64LE(BigInt(end - start), 40)
  record.writeBigUInt64LE(BigInt(start), 48)
  // The ZIP64 locator, which gives the position of the record.
  record.writeUInt32LE(0x07_06_4b_50, 56)
  record.writeBigUInt64LE(BigInt(end), 64)
  record.writeUInt32LE(1, 72)
  return record
}

/** Time in UTC in MS-DOS's format: steps of two seconds, years from 1980. */
function dosTime(at: Date): number {
  const time = (at.getUTCHours() << 11) | (at.getUTCMinutes() << 5) | (at.getUTCSeconds() >> 1)
  const day = ((at.getUTCFullYear() - 1980) << 9) | ((at.getUTCMonth() + 1) << 5) | at.getUTCDate()
  return day * 2 ** 16 + time
}
