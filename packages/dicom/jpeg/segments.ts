import { huffmanTable, type HuffmanTable } from './bit-reader.ts'
import { damagedJpeg } from './frame-header.ts'

/** A component of a scan and the tables that it is coded with. */
export interface ScanComponent {
  /** Its place among the components of the frame. */
  readonly index: number
  readonly dcTable: HuffmanTable
  readonly acTable: HuffmanTable | undefined
  readonly quantisation: Uint16Array | undefined
}

export interface Scan {
  readonly components: readonly ScanComponent[]
  /** Ss: the predictor of a lossless scan. */
  readonly start: number
  /** Al: the point transform of a lossless scan. */
  readonly shift: number
  /** Units between restart markers; 0 for none. */
  readonly restartInterval: number
  /** Start of its data. */
  readonly position: number
}

interface FrameComponent {
  readonly id: number
  readonly sampling: number
  readonly quantisation: number
}

const mostScans = 64

/**
 * Calls `decode` for each scan of a sequential JPEG with the tables in force there (ITU-T T.81 annex B);
 * `decode` returns the end of the scan's data.
 */
export function eachScan(jpeg: Uint8Array, decode: (scan: Scan) => number): void {
  const reader = new SegmentReader(jpeg)
  let scans = 0
  for (;;) {
    const scan = reader.nextScan()
    if (scan === undefined) break
    if (++scans > mostScans) throw damagedJpeg({ kind: 'scans' })
    reader.position = decode(scan)
  }
  if (scans === 0) throw damagedJpeg({ kind: 'no_data' })
}

class SegmentReader {
  position: number = 2
  readonly #jpeg: Uint8Array
  readonly #dc = new Map<number, HuffmanTable>()
  readonly #ac = new Map<number, HuffmanTable>()
  readonly #quantisation = new Map<number, Uint16Array>()
  #components: FrameComponent[] = []
  #restartInterval: number = 0

  constructor(jpeg: Uint8Array) {
    this.#jpeg = jpeg
  }

  /** Undefined at the end of the image, or of the bytes. */
  nextScan(): Scan | undefined {
    while (this.position + 4 <= this.#jpeg.length) {
      if (this.#jpeg[this.position] !== 0xff) {
        this.position++
        continue
      }
      const marker = this.#jpeg[this.position + 1] ?? 0
      if (marker === 0xd9) return undefined
      const hasNoLength = marker === 0xff || marker === 0 || (marker >= 0xd0 && marker <= 0xd8)
      if (hasNoLength) {
        this.position += marker === 0xff ? 1 : 2
        continue
      }
      const segment = this.#segment()
      if (marker === 0xda) return this.#scan(segment)
      this.#keep(marker, segment)
    }
    return undefined
  }

  #segment(): Uint8Array {
    const length = this.#uint16(this.position + 2)
    const start = this.position + 4
    const end = this.position + 2 + length
    if (length < 2 || end > this.#jpeg.length) throw damagedJpeg({ kind: 'cut' })
    this.position = end
    return this.#jpeg.subarray(start, end)
  }

  #uint16(at: number): number {
    return ((this.#jpeg[at] ?? 0) << 8) | (this.#jpeg[at + 1] ?? 0)
  }

  #keep(marker: number, segment: Uint8Array): void {
    if (marker === 0xc4) this.#keepHuffman(segment)
    else if (marker === 0xdb) this.#keepQuantisation(segment)
    else if (marker === 0xdd) this.#restartInterval = word(segment, 0)
    else if (marker === 0xc1 || marker === 0xc3) this.#keepComponents(segment)
  }

  #keepHuffman(segment: Uint8Array): void {
    let at = 0
    while (at + 17 <= segment.length) {
      const place = segment[at] ?? 0
      const counts = segment.subarray(at + 1, at + 17)
      const total = counts.reduce((sum, count) => sum + count, 0)
      const table = huffmanTable(counts, segment.subarray(at + 17, at + 17 + total))
      const tables = place >> 4 === 0 ? this.#dc : this.#ac
      tables.set(place & 15, table)
      at += 17 + total
    }
  }

  #keepQuantisation(segment: Uint8Array): void {
    let at = 0
    while (at < segment.length) {
      const place = segment[at++] ?? 0
      const width = place >> 4 === 0 ? 1 : 2
      const start = at
      const table = Uint16Array.from({ length: 64 }, (_, index) =>
        width === 1 ? (segment[start + index] ?? 0) : word(segment, start + 2 * index),
      )
      this.#quantisation.set(place & 15, table)
      at += 64 * width
    }
  }

  #keepComponents(segment: Uint8Array): void {
    this.#components = Array.from({ length: segment[5] ?? 0 }, (_, index) => {
      const [id = 0, sampling = 0, quantisation = 0] = segment.subarray(6 + 3 * index)
      return { id, sampling, quantisation }
    })
  }

  #scan(segment: Uint8Array): Scan {
    const count = segment[0] ?? 0
    const [start = 0, , approximation = 0] = segment.subarray(1 + 2 * count)
    return {
      components: Array.from({ length: count }, (_, at) => {
        const [id = 0, tables = 0] = segment.subarray(1 + 2 * at)
        return this.#scanComponent(id, tables, count)
      }),
      start,
      shift: approximation & 15,
      restartInterval: this.#restartInterval,
      position: this.position,
    }
  }

  #scanComponent(id: number, tables: number, count: number): ScanComponent {
    const index = this.#components.findIndex((component) => component.id === id)
    const component = this.#components[index]
    const dcTable = this.#dc.get(tables >> 4)
    if (component === undefined || dcTable === undefined) throw damagedJpeg({ kind: 'table' })
    if (count > 1 && component.sampling !== 0x11) {
      throw damagedJpeg({ kind: 'subsampled' })
    }
    return {
      index,
      dcTable,
      acTable: this.#ac.get(tables & 15),
      quantisation: this.#quantisation.get(component.quantisation),
    }
  }
}

function word(segment: Uint8Array, at: number): number {
  return ((segment[at] ?? 0) << 8) | (segment[at + 1] ?? 0)
}
