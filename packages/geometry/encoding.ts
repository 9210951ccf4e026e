import { stepsPerPixel } from './point.ts'
import type { MultiPolygon, Polygon, Ring } from './polygon.ts'
import { ringsOf } from './polygon.ts'

/** Thrown for bytes that are not a shape, and for shapes that the format cannot hold. */
export class GeometryEncodingError extends Error {
  override readonly name = 'GeometryEncodingError'
}

const formatVersion = 1
/** Keeps every difference of two coordinates within 31 bits. */
const largestCoordinate = 2 ** 29
const shortestPoint = 2
const shortestRing = 1 + 3 * shortestPoint

/**
 * Encodes a shape as bytes, coordinates rounded to a hundredth of a pixel. The first byte is the version of
 * the format (1). Numbers follow in 7 bits a byte, lowest first, the high bit marking that more follow: the
 * number of polygons; for each its number of rings (the outer one first); for each its number of points; for
 * each point the differences of x and y from the previous point, whichever ring that was in, with the sign in
 * the lowest bit.
 */
export function encodeShape(shape: MultiPolygon): Uint8Array {
  const bytes: number[] = [formatVersion]
  const previous = [0, 0]
  writeNumber(bytes, shape.length)
  for (const rings of shape.map(ringsOf)) {
    writeNumber(bytes, rings.length)
    for (const ring of rings) {
      assertEncodable(ring)
      writeNumber(bytes, ring.length / 2)
      for (const [i, coordinate] of ring.entries()) {
        const steps = Math.round(coordinate * stepsPerPixel)
        const difference = steps - (previous[i % 2] ?? 0)
        previous[i % 2] = steps
        writeNumber(bytes, (difference << 1) ^ (difference >> 31))
      }
    }
  }
  return Uint8Array.from(bytes)
}

function assertEncodable(ring: Ring): void {
  if (ring.length < 6 || ring.length % 2 !== 0) {
    throw new GeometryEncodingError(
      `A ring needs at least 3 points of x and y, but has ${ring.length} coordinates.`,
    )
  }
  const misfit = ring.find((value) => !(Math.abs(value) * stepsPerPixel < largestCoordinate))
  if (misfit !== undefined) {
    throw new GeometryEncodingError(`A coordinate of ${misfit} pixels cannot be stored.`)
  }
}

function writeNumber(bytes: number[], value: number): void {
  let rest = value >>> 0
  while (rest > 127) {
    bytes.push((rest & 127) | 128)
    rest >>>= 7
  }
  bytes.push(rest)
}

/** The shape that bytes of `encodeShape` hold; refuses bytes that it would not have written. */
export function decodeShape(bytes: Uint8Array): MultiPolygon {
  if (bytes[0] !== formatVersion) {
    throw new GeometryEncodingError(
      `Shapes are stored in format ${formatVersion}, but these bytes start with ${bytes[0]}.`,
    )
  }
  const reader: Reader = { bytes, at: 1, x: 0, y: 0 }
  const polygonCount = readCount(reader, 1 + shortestRing)
  const shape = Array.from({ length: polygonCount }, () => readPolygon(reader))
  if (reader.at !== bytes.length) malformed(reader, 'more bytes follow the shape')
  return shape
}

interface Reader {
  readonly bytes: Uint8Array
  at: number
  x: number
  y: number
}

function malformed(reader: Reader, what: string): never {
  throw new GeometryEncodingError(`Not a stored shape: ${what} (byte ${reader.at}).`)
}

function readPolygon(reader: Reader): Polygon {
  const ringCount = readCount(reader, shortestRing)
  if (ringCount === 0) malformed(reader, 'a polygon has no ring')
  const outer = readRing(reader)
  return { outer, holes: Array.from({ length: ringCount - 1 }, () => readRing(reader)) }
}

function readRing(reader: Reader): Ring {
  const pointCount = readCount(reader, shortestPoint)
  if (pointCount < 3) malformed(reader, `a ring has ${pointCount} points`)
  const ring: number[] = []
  for (let i = 0; i < pointCount; i++) {
    reader.x += readDifference(reader)
    reader.y += readDifference(reader)
    if (Math.max(Math.abs(reader.x), Math.abs(reader.y)) >= largestCoordinate) {
      malformed(reader, 'a coordinate is too large')
    }
    ring.push(reader.x / stepsPerPixel, reader.y / stepsPerPixel)
  }
  return ring
}

/** Never more than the bytes that are left can hold, so that nothing large is made for nothing. */
function readCount(reader: Reader, bytesEach: number): number {
  const count = readNumber(reader)
  if (count * bytesEach > reader.bytes.length - reader.at) {
    malformed(reader, `${count} parts are promised, but the bytes end before`)
  }
  return count
}

function readDifference(reader: Reader): number {
  const value = readNumber(reader)
  return (value >>> 1) ^ -(value & 1)
}

function readNumber(reader: Reader): number {
  let value = 0
  for (let shift = 0; shift <= 28; shift += 7) {
    const byte = reader.bytes[reader.at]
    if (byte === undefined) malformed(reader, 'the bytes end inside a number')
    reader.at++
    value += (byte & 127) * 2 ** shift
    if (byte < 128) {
      if (value >= 2 ** 32 || (byte === 0 && shift > 0)) malformed(reader, 'a number is malformed')
      return value
    }
  }
  return malformed(reader, 'a number is too long')
}
