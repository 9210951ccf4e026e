import { createHash } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import type { FileHandle } from 'node:fs/promises'
import { PassThrough, Transform } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { crc32, createInflateRaw } from 'node:zlib'

import { message, type Message } from '#contract/messages/message'
import { decodeKorean } from '#dicom/korean'

/** A file in a ZIP archive, as its directory describes it. */
export interface ArchivedFile {
  /** Name in the archive: never use it in a path without a check. */
  readonly name: string
  /** Announced size of the content. */
  readonly size: number
  readonly method: number
  readonly crc: number
  readonly packedSize: number
  readonly offset: number
}

/** The archive or a file in it cannot be read; `told` is the message with the reason. */
export class UnreadableArchive extends Error {
  readonly told: Message
  constructor(told: Message) {
    super(told.key)
    this.name = 'UnreadableArchive'
    this.told = told
  }
}

const mostFiles = 50_000
const mostDirectoryBytes = 64 * 2 ** 20
const pieceBytes = 256 * 2 ** 10
const endSignature = 0x06_05_4b_50
const largeEndSignature = 0x06_06_4b_50
const largeLocatorSignature = 0x07_06_4b_50
const entrySignature = 0x02_01_4b_50
const localSignature = 0x04_03_4b_50
const method = { stored: 0, deflated: 8 } as const
const largest32 = 0xff_ff_ff_ff

/**
 * Lists the files of a ZIP archive (PKWARE APPNOTE 6.3), without folders.
 * @throws {UnreadableArchive} if it is not a ZIP archive, is damaged, has too many files, or
 * overlapping files, as zip bombs do
 */
export async function listArchive(archive: FileHandle): Promise<ArchivedFile[]> {
  const { size } = await archive.stat()
  const { count, start, length } = await findDirectory(archive, size)
  if (count > mostFiles)
    throw new UnreadableArchive(message('archives.tooManyFiles', { most: mostFiles }))
  if (start + length > size || length > mostDirectoryBytes)
    throw new UnreadableArchive(message('archives.damaged'))
  const directory = await read(archive, start, length)
  const files: ArchivedFile[] = []
  for (let at = 0, index = 0; index < count; index++) {
    if (at + 46 > length || directory.readUInt32LE(at) !== entrySignature) {
      throw new UnreadableArchive(message('archives.damaged'))
    }
    const { file, next } = readEntry(directory, at)
    if (!file.name.endsWith('/')) files.push(file)
    at = next
  }
  const packed = files.reduce((sum, file) => sum + file.packedSize, 0)
  if (packed > size) throw new UnreadableArchive(message('archives.damaged'))
  return files
}

/**
 * Extracts a file of the archive to `target`, limited to `most` bytes and to its announced size.
 * @throws {UnreadableArchive} if it is damaged, larger, encrypted or packed in an unusual way
 */
export async function extractFile(
  archive: FileHandle,
  file: ArchivedFile,
  { target, most }: { target: string; most: number },
): Promise<{ size: number; sha256: Buffer }> {
  const header = await read(archive, file.offset, 30)
  if (header.readUInt32LE(0) !== localSignature)
    throw new UnreadableArchive(message('archives.damaged'))
  if ((header.readUInt16LE(6) & 1) === 1) throw new UnreadableArchive(message('archives.encrypted'))
  const unpack = unpackerOf(file.method)
  const start = file.offset + 30 + header.readUInt16LE(26) + header.readUInt16LE(28)
  const hash = createHash('sha256')
  let [size, crc] = [0, 0]
  const refusalOf = (bytes: number): Error | null => {
    if (bytes > most) {
      return new UnreadableArchive(message('archives.tooLarge', { most: megabytes(most) }))
    }
    return bytes > file.size ? new UnreadableArchive(message('archives.damaged')) : null
  }
  const measured = new Transform({
    transform(chunk: Buffer, _encoding, done) {
      size += chunk.length
      crc = crc32(chunk, crc)
      hash.update(chunk)
      done(refusalOf(size), chunk)
    },
  })
  try {
    await pipeline(
      piecesOf(archive, start, file.packedSize),
      unpack,
      measured,
      createWriteStream(target),
    )
  } catch (error) {
    const isDamaged =
      error instanceof Error && 'code' in error && String(error.code).startsWith('Z_')
    throw isDamaged ? new UnreadableArchive(message('archives.damaged')) : error
  }
  if (crc !== file.crc) throw new UnreadableArchive(message('archives.damaged'))
  return { size, sha256: hash.digest() }
}

/** Reads by the handle: a read stream per file would leave a listener on it. */
async function* piecesOf(
  archive: FileHandle,
  start: number,
  length: number,
): AsyncGenerator<Buffer> {
  for (let at = 0; at < length; at += pieceBytes) {
    yield await read(archive, start + at, Math.min(pieceBytes, length - at))
  }
}

function unpackerOf(packing: number): Transform {
  if (packing === method.stored) return new PassThrough()
  if (packing === method.deflated) return createInflateRaw()
  throw new UnreadableArchive(message('archives.unusual'))
}

async function findDirectory(
  archive: FileHandle,
  size: number,
): Promise<{ count: number; start: number; length: number }> {
  // The end record may be followed by a comment of up to 65,535 bytes.
  const tail = await read(archive, Math.max(size - 65_557, 0), Math.min(size, 65_557))
  const at = tail.lastIndexOf(Buffer.from([0x50, 0x4b, 5, 6]))
  if (at < 0 || at + 22 > tail.length || tail.readUInt32LE(at) !== endSignature) {
    throw new UnreadableArchive(message('archives.noArchive'))
  }
  const [count, length, start] = [
    tail.readUInt16LE(at + 10),
    tail.readUInt32LE(at + 12),
    tail.readUInt32LE(at + 16),
  ]
  const isLarge = count === 0xff_ff || length === largest32 || start === largest32
  const locator = at - 20
  if (!isLarge || locator < 0 || tail.readUInt32LE(locator) !== largeLocatorSignature) {
    return { count, start, length }
  }
  const end = await read(archive, Number(tail.readBigUInt64LE(locator + 8)), 56)
  if (end.readUInt32LE(0) !== largeEndSignature)
    throw new UnreadableArchive(message('archives.damaged'))
  return {
    count: Number(end.readBigUInt64LE(32)),
    length: Number(end.readBigUInt64LE(40)),
    start: Number(end.readBigUInt64LE(48)),
  }
}

function readEntry(directory: Buffer, at: number): { file: ArchivedFile; next: number } {
  const nameEnd = at + 46 + directory.readUInt16LE(at + 28)
  const extraEnd = nameEnd + directory.readUInt16LE(at + 30)
  const next = extraEnd + directory.readUInt16LE(at + 32)
  if (next > directory.length) throw new UnreadableArchive(message('archives.damaged'))
  const isUtf8 = (directory.readUInt16LE(at + 8) & 0x800) !== 0
  const large = largeSizes(directory.subarray(nameEnd, extraEnd))
  const field = (place: number): number => {
    const value = directory.readUInt32LE(at + place)
    return value === largest32 ? (large.shift() ?? value) : value
  }
  // The ZIP64 fields are in this order.
  const [size, packedSize, offset] = [field(24), field(20), field(42)]
  return {
    file: {
      name: decodeName(directory.subarray(at + 46, nameEnd), isUtf8),
      size,
      packedSize,
      offset,
      method: directory.readUInt16LE(at + 10),
      crc: directory.readUInt32LE(at + 16),
    },
    next,
  }
}

/** The numbers of the ZIP64 field among the extra ones. */
function largeSizes(extra: Buffer): number[] {
  for (let at = 0; at + 4 <= extra.length;) {
    const end = at + 4 + extra.readUInt16LE(at + 2)
    if (extra.readUInt16LE(at) === 1 && end <= extra.length) {
      const count = Math.floor((end - at - 4) / 8)
      return Array.from({ length: count }, (_, i) => Number(extra.readBigUInt64LE(at + 4 + 8 * i)))
    }
    at = end
  }
  return []
}

/** Archives made by Korean Windows have names in code page 949 without declaring it. */
function decodeName(bytes: Buffer, isUtf8: boolean): string {
  const utf8 = bytes.toString('utf8')
  if (isUtf8 || !utf8.includes('\uFFFD')) return utf8.replaceAll('\\', '/')
  return decodeKorean(bytes, (part, label) => new TextDecoder(label).decode(part)).replaceAll(
    '\\',
    '/',
  )
}

async function read(archive: FileHandle, position: number, length: number): Promise<Buffer> {
  const { buffer, bytesRead } = await archive.read(Buffer.alloc(length), 0, length, position)
  if (bytesRead < length) throw new UnreadableArchive(message('archives.damaged'))
  return buffer
}

function megabytes(bytes: number): number {
  return Math.round(bytes / 2 ** 20)
}
