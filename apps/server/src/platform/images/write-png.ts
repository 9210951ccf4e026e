import { promisify } from 'node:util'
import { crc32, deflate } from 'node:zlib'

const compress = promisify(deflate)

const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
const colourTypes = { greyscale: 0, palette: 3 } as const

interface Size {
  readonly width: number
  readonly height: number
}

/**
 * Encodes a PNG of one bit a pixel (ISO/IEC 15948): white where the bitmap, rows from the top, is
 * not 0.
 */
export async function bitmapToPng(bitmap: Uint8Array, size: Size): Promise<Buffer> {
  const rows = packRows(bitmap, size.width, size.height)
  return pngOf({ size, bitDepth: 1, colourType: 'greyscale', rows })
}

/**
 * Encodes a PNG of one byte a pixel, rows from the top, whose values are places in a palette.
 * @param palette red, green and blue of each place, at most 256
 */
export async function indexedToPng(
  indexes: Uint8Array,
  size: Size,
  palette: readonly (readonly [number, number, number])[],
): Promise<Buffer> {
  const { width, height } = size
  const rows = Buffer.alloc((width + 1) * height)
  for (let y = 0; y < height; y++) {
    rows.set(indexes.subarray(y * width, (y + 1) * width), y * (width + 1) + 1)
  }
  const colours = chunk('PLTE', Buffer.from(palette.flat()))
  return pngOf({ size, bitDepth: 8, colourType: 'palette', rows, colours })
}

interface Png {
  readonly size: Size
  readonly bitDepth: 1 | 8
  readonly colourType: keyof typeof colourTypes
  /** Each row begins with its filter. */
  readonly rows: Buffer
  readonly colours?: Buffer
}

async function pngOf({ size, bitDepth, colourType, rows, colours }: Png): Promise<Buffer> {
  const header = Buffer.alloc(13)
  header.writeUInt32BE(size.width, 0)
  header.writeUInt32BE(size.height, 4)
  header.writeUInt8(bitDepth, 8)
  header.writeUInt8(colourTypes[colourType], 9)
  return Buffer.concat([
    signature,
    chunk('IHDR', header),
    ...(colours === undefined ? [] : [colours]),
    chunk('IDAT', await compress(rows)),
    chunk('IEND', Buffer.alloc(0)),
  ])
}

/** Eight pixels a byte, the first in the highest bit; each row begins with its filter, none. */
function packRows(bitmap: Uint8Array, width: number, height: number): Buffer {
  const rowBytes = 1 + Math.ceil(width / 8)
  const packed = Buffer.alloc(rowBytes * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      if (bitmap[y * width + x] === 0) continue
      const at = y * rowBytes + 1 + (x >> 3)
      packed[at] = (packed[at] ?? 0) | (0x80 >> (x & 7))
    }
  }
  return packed
}

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data])
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)]
  length.writeUInt32BE(data.length)
  check.writeUInt32BE(crc32(typed))
  return Buffer.concat([length, typed, check])
}
