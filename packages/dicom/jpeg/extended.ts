import { BitReader } from './bit-reader.ts'
import { damagedJpeg, type FrameHeader } from './frame-header.ts'
import { inverseTransform } from './inverse-transform.ts'
import { eachScan, type Scan, type ScanComponent } from './segments.ts'

/** From the file's order of coefficients to rows of eight (ITU-T T.81 figure A.6). */
const zigzag = [
  0, 1, 8, 16, 9, 2, 3, 10, 17, 24, 32, 25, 18, 11, 4, 5, 12, 19, 26, 33, 40, 48, 41, 34, 27, 20,
  13, 6, 7, 14, 21, 28, 35, 42, 49, 56, 57, 50, 43, 36, 29, 22, 15, 23, 30, 37, 44, 51, 58, 59, 52,
  45, 38, 31, 39, 46, 53, 60, 61, 54, 47, 55, 62, 63,
] as const

/**
 * The samples of a sequential 12-bit JPEG, those of a pixel side by side (T.81 annex F, process 4). Throws a
 * RefusalError if it is damaged.
 */
export function decodeExtendedJpeg(jpeg: Uint8Array, header: FrameHeader): Uint16Array {
  const values = new Uint16Array(header.rows * header.columns * header.components)
  const decoded = new Set<number>()
  eachScan(jpeg, (scan) => {
    for (const { index } of scan.components) decoded.add(index)
    return decodeScan(jpeg, header, { scan, values })
  })
  if (decoded.size < header.components) throw damagedJpeg({ kind: 'colour' })
  return values
}

function decodeScan(
  jpeg: Uint8Array,
  header: FrameHeader,
  { scan, values }: { scan: Scan; values: Uint16Array },
): number {
  const reader = new BitReader(jpeg, scan.position)
  const across = Math.ceil(header.columns / 8)
  const blocks = across * Math.ceil(header.rows / 8)
  let constants = scan.components.map(() => 0)
  const coefficients = new Int32Array(64)
  for (let block = 0; block < blocks; block++) {
    if (scan.restartInterval > 0 && block > 0 && block % scan.restartInterval === 0) {
      reader.restart()
      constants = scan.components.map(() => 0)
    }
    for (const [place, component] of scan.components.entries()) {
      const constant = (constants[place] ?? 0) + reader.signed(lengthOf(reader, component))
      constants[place] = constant
      readBlock(reader, component, { constant, coefficients })
      const corner = { row: Math.floor(block / across) * 8, column: (block % across) * 8 }
      placeBlock(inverseTransform(coefficients), header, { ...corner, component, values })
    }
  }
  return reader.position
}

function lengthOf(reader: BitReader, { dcTable }: ScanComponent): number {
  const length = reader.symbol(dcTable)
  if (length > 15) throw damagedJpeg({ kind: 'difference' })
  return length
}

/** The coefficients of a block, multiplied by the steps of their quantisation. */
function readBlock(
  reader: BitReader,
  { acTable, quantisation }: ScanComponent,
  { constant, coefficients }: { constant: number; coefficients: Int32Array },
): void {
  if (acTable === undefined || quantisation === undefined) throw damagedJpeg({ kind: 'table' })
  coefficients.fill(0)
  coefficients[0] = constant * (quantisation[0] ?? 0)
  for (let at = 1; at < 64; at++) {
    const symbol = reader.symbol(acTable)
    const [zeros, length] = [symbol >> 4, symbol & 15]
    if (length === 0 && zeros < 15) return
    at += zeros
    const place = zigzag[at]
    if (place === undefined) throw damagedJpeg({ kind: 'block' })
    coefficients[place] = reader.signed(length) * (quantisation[at] ?? 0)
  }
}

function placeBlock(
  block: Float64Array,
  { rows, columns, components, precision }: FrameHeader,
  to: { row: number; column: number; component: ScanComponent; values: Uint16Array },
): void {
  const middle = 2 ** (precision - 1)
  const greatest = 2 ** precision - 1
  for (let y = 0; y < 8 && to.row + y < rows; y++) {
    for (let x = 0; x < 8 && to.column + x < columns; x++) {
      const value = Math.min(Math.max((block[y * 8 + x] ?? 0) + middle, 0), greatest)
      const pixel = (to.row + y) * columns + to.column + x
      to.values[pixel * components + to.component.index] = value
    }
  }
}
