import { BitReader, type HuffmanTable } from './bit-reader.ts'
import { damagedJpeg, type FrameHeader } from './frame-header.ts'
import { eachScan, type Scan } from './segments.ts'

type Values = Uint8Array | Uint16Array

/**
 * The samples of a lossless JPEG with Huffman coding, those of a pixel side by side (ITU-T T.81 annex H,
 * process 14 with any predictor). Throws a RefusalError if it is damaged.
 */
export function decodeLosslessJpeg(jpeg: Uint8Array, header: FrameHeader): Values {
  const { rows, columns, components, precision } = header
  if (precision < 2 || precision > 16) throw damagedJpeg({ kind: 'bits', bits: precision })
  const count = rows * columns * components
  const values = precision <= 8 ? new Uint8Array(count) : new Uint16Array(count)
  const decoded = new Set<number>()
  eachScan(jpeg, (scan) => {
    for (const { index } of scan.components) decoded.add(index)
    return decodeScan(jpeg, header, { scan, values })
  })
  if (decoded.size < components) throw damagedJpeg({ kind: 'colour' })
  return values
}

function decodeScan(
  jpeg: Uint8Array,
  { rows, columns, components, precision }: FrameHeader,
  { scan, values }: { scan: Scan; values: Values },
): number {
  const reader = new BitReader(jpeg, scan.position)
  const predict = predictors[scan.start]
  if (predict === undefined || scan.shift >= precision) {
    throw damagedJpeg({ kind: 'predictor' })
  }
  // Restart intervals are whole lines (T.81 H.1.1).
  const restartRows = scan.restartInterval / columns
  if (!Number.isInteger(restartRows)) throw damagedJpeg({ kind: 'within_line' })
  const middle = 2 ** (precision - scan.shift - 1)
  const lines = scan.components.map(({ index, dcTable }): Line => {
    const [own, above] = [new Uint16Array(columns), new Uint16Array(columns)]
    return { table: dcTable, index, own, above }
  })
  for (let row = 0; row < rows; row++) {
    const restarts = restartRows > 0 && row > 0 && row % restartRows === 0
    if (restarts) reader.restart()
    readLine(reader, lines, row === 0 || restarts ? firstLine(middle) : predict)
    for (const line of lines) {
      const first = row * columns * components + line.index
      for (const [column, value] of line.own.entries()) {
        values[first + column * components] = value << scan.shift
      }
      ;[line.own, line.above] = [line.above, line.own]
    }
  }
  return reader.position
}

/** A line of a component and the one above it, before the point transform is undone. */
interface Line {
  readonly table: HuffmanTable
  readonly index: number
  own: Uint16Array
  above: Uint16Array
}

function readLine(reader: BitReader, lines: readonly Line[], predict: Predict): void {
  const columns = lines[0]?.own.length ?? 0
  for (let column = 0; column < columns; column++) {
    for (const { table, own, above } of lines) {
      const here = above[column] ?? 0
      // The first sample of a line is predicted from the one above (T.81 H.1.2.1).
      const left = column === 0 ? here : (own[column - 1] ?? 0)
      const corner = column === 0 ? here : (above[column - 1] ?? 0)
      own[column] = predict(left, here, corner, column) + difference(reader, table)
    }
  }
}

function difference(reader: BitReader, table: HuffmanTable): number {
  const length = reader.symbol(table)
  if (length < 16) return reader.signed(length)
  if (length > 16) throw damagedJpeg({ kind: 'difference' })
  return 32_768
}

function firstLine(middle: number): Predict {
  return (left, _above, _corner, column) => (column === 0 ? middle : left)
}

type Predict = (left: number, above: number, corner: number, column: number) => number

/** T.81 table H.1, by selection value. */
const predictors: readonly (Predict | undefined)[] = [
  undefined,
  (left) => left,
  (_, above) => above,
  (_, _above, corner) => corner,
  (left, above, corner) => left + above - corner,
  (left, above, corner) => left + ((above - corner) >> 1),
  (left, above, corner) => above + ((left - corner) >> 1),
  (left, above) => (left + above) >> 1,
]
