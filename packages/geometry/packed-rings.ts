import { mapped } from './mapped.ts'
import { stepsPerPixel } from './point.ts'
import { type MultiPolygon, type Ring, ringsOf } from './polygon.ts'

/**
 * Plain data whose shapes lie in blocks of memory: browsers copy and store those as they are, and plain
 * arrays one by one and number by number, during which the page does not answer (100 ms for 100,000 vertices
 * in 5,000 rings). A ring that several shapes of the data share is there once.
 */
export interface Packed<Data> {
  /** The data; in place of each shape, for each polygon the number of its rings and the number of each. */
  readonly data: unknown
  /** The coordinates of all rings, one after the other: in hundredths of a pixel, or as they are. */
  readonly coordinates: Int32Array | Float64Array
  /** How many coordinates each ring has. */
  readonly lengths: Uint32Array
  /** Only carries the type of the data: the field never exists. */
  readonly packed?: Data
}

/** Other lists of at least as many numbers, such as strokes, are a block of their own. */
const manyNumbers = 64

/** Packs data of objects, lists and simple values. */
export function packRings<Data>(data: Data): Packed<Data> {
  const rings = new Map<Ring, number>()
  const numberOf = (ring: Ring): number => {
    const number = rings.get(ring) ?? rings.size
    rings.set(ring, number)
    return number
  }
  const packed = mapped(data, (value) => {
    if (!Array.isArray(value)) return null
    if (isShape(value))
      return Uint32Array.from(value.flatMap((polygon) => numbered(polygon, numberOf)))
    return isLongList(value) ? Float64Array.from(value) : null
  })
  return { data: packed, ...blocksOf([...rings.keys()]) }
}

function numbered(polygon: MultiPolygon[number], numberOf: (ring: Ring) => number): number[] {
  const rings = ringsOf(polygon)
  return [rings.length, ...rings.map(numberOf)]
}

function blocksOf(rings: readonly Ring[]): Pick<Packed<unknown>, 'coordinates' | 'lengths'> {
  const lengths = Uint32Array.from(rings, (ring) => ring.length)
  const count = lengths.reduce((sum, length) => sum + length, 0)
  return { coordinates: stepsOf(rings, count) ?? numbersOf(rings, count), lengths }
}

/** In hundredths of a pixel, in half the memory; null if there are coordinates between them. */
function stepsOf(rings: readonly Ring[], count: number): Int32Array | null {
  const all = new Int32Array(count)
  let begin = 0
  for (const ring of rings) {
    if (!putSteps(ring, all, begin)) return null
    begin += ring.length
  }
  return all
}

/** Writes a ring as steps. Returns false if one of its coordinates lies between two steps. */
function putSteps(ring: Ring, all: Int32Array, begin: number): boolean {
  for (let i = 0; i < ring.length; i++) {
    const coordinate = ring[i] ?? 0
    const steps = Math.round(coordinate * stepsPerPixel)
    all[begin + i] = steps
    if (all[begin + i] !== steps || steps / stepsPerPixel !== coordinate) return false
  }
  return true
}

function numbersOf(rings: readonly Ring[], count: number): Float64Array {
  const all = new Float64Array(count)
  let begin = 0
  for (const ring of rings) {
    all.set(ring, begin)
    begin += ring.length
  }
  return all
}

/** The blocks of memory that can be moved to another thread instead of being copied. */
export function blocksIn({ coordinates, lengths }: Packed<unknown>): ArrayBufferLike[] {
  return [coordinates.buffer, lengths.buffer]
}

/** The data that was packed. */
export function unpackRings<Data>({ data, coordinates, lengths }: Packed<Data>): Data {
  const perPixel = coordinates instanceof Int32Array ? stepsPerPixel : 1
  let begin = 0
  const rings = Array.from(lengths, (length) => {
    const own = coordinates.subarray(begin, begin + length)
    begin += length
    return Array.from(own, (coordinate) => coordinate / perPixel)
  })
  return unpackNumbers(data, (numbers) => shapeOf(numbers, rings)) as Data
}

/**
 * Data whose long lists of numbers are blocks of memory, as plain data; plain data is returned as it is.
 * `unpackShape` answers what a block of another kind stands for.
 */
export function unpackNumbers(
  data: unknown,
  unpackShape: (numbers: Uint32Array) => unknown = (numbers) => numbers,
): unknown {
  return mapped(data, (value) => {
    if (value instanceof Float64Array) return Array.from(value)
    return value instanceof Uint32Array ? unpackShape(value) : null
  })
}

function shapeOf(numbers: Uint32Array, rings: readonly Ring[]): MultiPolygon {
  const shape: MultiPolygon[number][] = []
  for (let i = 0; i < numbers.length; i += (numbers[i] ?? 0) + 1) {
    const own = numbers.subarray(i + 1, i + 1 + (numbers[i] ?? 0))
    const [outer = [], ...holes] = Array.from(own, (number) => rings[number] ?? [])
    shape.push({ outer, holes })
  }
  return shape
}

function isShape(list: readonly unknown[]): list is MultiPolygon {
  return list.length > 0 && list.every(isPolygon)
}

function isPolygon(value: unknown): value is MultiPolygon[number] {
  if (typeof value !== 'object' || value === null) return false
  const { outer, holes, ...others } = value as Partial<MultiPolygon[number]>
  const hasRings = isRing(outer) && Array.isArray(holes) && holes.every(isRing)
  return hasRings && Object.keys(others).length === 0
}

function isRing(value: unknown): value is Ring {
  // Checking every item would take as long as packing them.
  return Array.isArray(value) && (value.length === 0 || typeof value[0] === 'number')
}

function isLongList(list: readonly unknown[]): list is readonly number[] {
  return list.length >= manyNumbers && list.every((item) => typeof item === 'number')
}
