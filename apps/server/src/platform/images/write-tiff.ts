import { promisify } from 'node:util'
import { deflate } from 'node:zlib'

const compress = promisify(deflate)

/** A page of a TIFF file: a bitmap, rows from the top, and its name. */
export interface TiffPage {
  readonly name: string
  readonly bitmap: Uint8Array
}

interface Size {
  readonly width: number
  readonly height: number
}

/** Types of a directory's values (TIFF 6.0, section 2). */
const type = { ascii: 2, short: 3, long: 4 } as const
const adobeDeflate = 8
const blackIsZero = 1
const headerBytes = 8

interface Value {
  readonly tag: number
  readonly type: number
  readonly count: number
  /** A number that fits the directory, or bytes that follow it. */
  readonly value: number | Buffer
}

/**
 * Encodes a TIFF file (TIFF 6.0, with Adobe's Deflate) of a page of one bit a pixel for each bitmap, white
 * where it is not 0. `PageName` has the name of the page.
 */
export async function bitmapsToTiff(pages: readonly TiffPage[], size: Size): Promise<Buffer> {
  const parts: Buffer[] = [headerOf()]
  let offset = headerBytes
  for (const [number, page] of pages.entries()) {
    const data = await compress(packRows(page.bitmap, size))
    const isLast = number === pages.length - 1
    const place = { offset, number, of: pages.length, isLast }
    const encoded = directoryAnd(data, { page, size, place })
    parts.push(encoded)
    offset += encoded.length
  }
  return Buffer.concat(parts)
}

/** Little-endian; the first directory follows. */
function headerOf(): Buffer {
  const header = Buffer.from([0x49, 0x49, 42, 0, 0, 0, 0, 0])
  header.writeUInt32LE(headerBytes, 4)
  return header
}

interface Placed {
  readonly page: TiffPage
  readonly size: Size
  readonly place: { offset: number; number: number; of: number; isLast: boolean }
}

/** The directory of a page, its values and its strip. */
function directoryAnd(data: Buffer, { page, size, place }: Placed): Buffer {
  const name = Buffer.from(`${page.name}\0`)
  const count = 10
  const valuesAt = place.offset + 2 + 12 * count + 4
  const stripAt = even(valuesAt + name.length)
  const next = even(stripAt + data.length)
  const values: Value[] = [
    { tag: 256, type: type.long, count: 1, value: size.width },
    { tag: 257, type: type.long, count: 1, value: size.height },
    { tag: 258, type: type.short, count: 1, value: 1 },
    { tag: 259, type: type.short, count: 1, value: adobeDeflate },
    { tag: 262, type: type.short, count: 1, value: blackIsZero },
    { tag: 273, type: type.long, count: 1, value: stripAt },
    { tag: 278, type: type.long, count: 1, value: size.height },
    { tag: 279, type: type.long, count: 1, value: data.length },
    { tag: 285, type: type.ascii, count: name.length, value: name },
    // Two shorts: the number of this page, and of all.
    { tag: 297, type: type.short, count: 2, value: place.number | (place.of << 16) },
  ]
  const encoded = Buffer.alloc(next - place.offset)
  encoded.writeUInt16LE(count, 0)
  for (const [index, value] of values.entries()) {
    writeValue(encoded, 2 + 12 * index, value, valuesAt)
  }
  encoded.writeUInt32LE(place.isLast ? 0 : next, 2 + 12 * count)
  name.copy(encoded, valuesAt - place.offset)
  data.copy(encoded, stripAt - place.offset)
  return encoded
}

function writeValue(
  encoded: Buffer,
  at: number,
  { tag, type: kind, count, value }: Value,
  valuesAt: number,
) {
  encoded.writeUInt16LE(tag, at)
  encoded.writeUInt16LE(kind, at + 2)
  encoded.writeUInt32LE(count, at + 4)
  if (typeof value === 'number') encoded.writeUInt32LE(value, at + 8)
  else if (value.length > 4) encoded.writeUInt32LE(valuesAt, at + 8)
  else value.copy(encoded, at + 8)
}

/** Directories begin at even bytes. */
function even(offset: number): number {
  return offset + (offset % 2)
}

/** Eight pixels a byte, the first in the highest bit. */
function packRows(bitmap: Uint8Array, { width, height }: Size): Buffer {
  const rowBytes = Math.ceil(width / 8)
  const packed = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (bitmap[y * width + x] === 0) continue
      const at = y * rowBytes + (x >> 3)
      packed[at] = (packed[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return packed
}
